/** Answers for resolver contracts on chains, signed for the one that asks. Sources: ENSIP-1, ENSIP-5, ENSIP-9, ENSIP-10, EIP-3668. */
import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  hexToBytes,
  keccak256,
  namehash,
  parseAbi,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Config } from '../config.ts'
import type { Clock } from '../ports.ts'
import { RequestError } from '../RequestError.ts'
import { ETHER, readAddress } from './records.ts'
import type { Zone } from './zone.ts'

const OUTER = parseAbi(['function resolve(bytes name, bytes data)'])
const RECORDS = parseAbi([
  'function addr(bytes32 node)',
  'function addr(bytes32 node, uint256 coinType)',
  'function text(bytes32 node, string key)',
])

/**
 * Answers one look-up of a resolver contract: `data` is its call of `resolve(bytes,bytes)`. The answer is signed for `sender`, for this
 * very call, for a short time. What a name lacks is empty, as a resolver on a chain would say it. Throws `RequestError` INPUT_INVALID for
 * what is no such call, and NOT_FOUND for names of other zones and contracts that are not answered.
 */
export type AnswerResolver = (parameters: { sender: string; data: string }) => Promise<Hex>

/** Makes it; undefined where the zones are not readable from outside. */
export function createOffchainResolver(parameters: {
  config: Pick<Config, 'names'>
  zone: Zone | undefined
  clock: Clock
}): AnswerResolver | undefined {
  const { zone, clock } = parameters
  const settings = parameters.config.names?.resolver
  if (zone === undefined || settings === undefined) return undefined
  const signer = privateKeyToAccount(settings.signingKey as Hex)

  async function readRecord(name: string, call: ReturnType<typeof readCall>): Promise<Hex> {
    const record = await zone?.find(name)
    if (call.functionName === 'text') {
      return encodeAbiParameters([{ type: 'string' }], [record?.attributes?.[TEXT_KEYS[call.args[1]] ?? ''] ?? ''])
    }
    const coinType = call.args.length === 2 ? Number(call.args[1]) : ETHER
    const written = record?.addresses[coinType]?.address
    const bytes = written === undefined ? undefined : readAddress(coinType, written)
    return call.args.length === 2
      ? encodeAbiParameters([{ type: 'bytes' }], [bytes ?? '0x'])
      : encodeAbiParameters([{ type: 'address' }], [(bytes ?? `0x${'0'.repeat(40)}`) as Address])
  }

  return async ({ sender, data }) => {
    const { contracts } = settings
    if (contracts && !contracts.some((each) => each.toLowerCase() === sender.toLowerCase())) {
      throw new RequestError('NOT_FOUND', 'That contract is not answered here.', { field: 'sender' })
    }
    const { name, call } = readLookUp(data as Hex)
    if (!zone.holds(name))
      throw new RequestError('NOT_FOUND', 'That name is in no zone of this gateway.', { field: 'data' })
    const result = await readRecord(name, call)
    const expires = BigInt(Math.floor(clock.now() / 1000) + settings.lifeSeconds)
    const hash = keccak256(
      encodePacked(
        ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'],
        ['0x1900', sender as Address, expires, keccak256(data as Hex), keccak256(result)],
      ),
    )
    const signature = await signer.sign({ hash })
    return encodeAbiParameters([{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }], [result, expires, signature])
  }
}

/** Attributes that are also text records, by the key that ENSIP-5 gives them. */
const TEXT_KEYS: Readonly<Record<string, string>> = { description: 'bio' }

function readCall(data: Hex) {
  return decodeFunctionData({ abi: RECORDS, data })
}

function readLookUp(data: Hex): { name: string; call: ReturnType<typeof readCall> } {
  try {
    const [packet, inner] = decodeFunctionData({ abi: OUTER, data }).args
    const name = readPacket(hexToBytes(packet))
    const call = readCall(inner)
    if (call.args[0] === namehash(name)) return { name, call }
  } catch {
    // Whatever does not decode is none.
  }
  throw new RequestError('INPUT_INVALID', 'That is not a look-up of a name that is answered here.', { field: 'data' })
}

/** A name as DNS packs it: each label after its length, a zero at the end. Source: RFC 1035, section 3.1. */
function readPacket(bytes: Uint8Array): string {
  const labels: string[] = []
  let at = 0
  for (;;) {
    const length = bytes[at]
    if (length === 0 && at === bytes.length - 1) return labels.join('.')
    if (length === undefined || length === 0 || at + length >= bytes.length) throw new RangeError('no name')
    labels.push(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(at + 1, at + 1 + length)))
    at += length + 1
  }
}
