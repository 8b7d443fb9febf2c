import { base58, base64 } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { hexToBytes, isAddress, isHex } from 'viem'
import type { KnownChain } from '../settings.ts'
import type { BitcoinProtocol } from './bitcoinMessage.ts'
import { familyOf } from './families.ts'
import type { Keys } from './keys.ts'
import { parseSolanaTransaction, type SolanaTransaction } from './solanaTransaction.ts'

/** A call of an EVM transaction. */
export type EvmCall = {
  readonly to: `0x${string}` | undefined
  readonly value: bigint
  readonly data: `0x${string}`
}

/** Typed data to be signed. Source: EIP-712. */
export type TypedData = {
  readonly domain: Readonly<Record<string, unknown>>
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

/** A request, read once: what it asks for, or why it is not even shown. */
export type ParsedRequest =
  | { readonly kind: 'message'; readonly accountIndex: number; readonly bytes: Uint8Array }
  | {
      readonly kind: 'bitcoinMessage'
      readonly accountIndex: number
      readonly text: string
      readonly protocol: BitcoinProtocol
    }
  | { readonly kind: 'typedData'; readonly accountIndex: number; readonly typed: TypedData }
  | {
      readonly kind: 'calls'
      readonly accountIndex: number
      readonly calls: readonly EvmCall[]
      /** The site's own name for a batch; undefined for a lone transaction. */
      readonly batch: { readonly id: string | undefined } | undefined
    }
  | { readonly kind: 'switchChain'; readonly chain: KnownChain }
  | {
      readonly kind: 'solanaTransactions'
      readonly accountIndex: number
      readonly transactions: readonly SolanaTransaction[]
      readonly form: 'one' | 'all' | 'send'
    }
  | {
      readonly kind: 'psbt'
      readonly accountIndex: number
      readonly transaction: Transaction
      /** Inputs to sign; undefined for all that are ours. */
      readonly inputs: readonly number[] | undefined
    }
  /** Answered without asking: it tells nothing that the site does not know. */
  | { readonly kind: 'told'; readonly result: unknown }
  | { readonly kind: 'callsStatus'; readonly id: string }
  /** Refused without asking. */
  | { readonly kind: 'refused'; readonly code: number; readonly message: string }

/** What a request is read against. */
export type RequestWorld = {
  readonly keys: Keys
  readonly chains: readonly KnownChain[]
  /** CAIP-10 accounts of the session. */
  readonly accounts: readonly string[]
}

/** Most calls of a batch. Source: SEC-52. */
export const BATCH_LIMIT = 20

class Refusal extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Reads a request of a site. Never throws: what cannot be read is refused with a JSON-RPC code and words. */
export function parseRequest(
  { method, params }: { readonly method: string; readonly params: unknown },
  chain: string,
  world: RequestWorld,
): ParsedRequest {
  try {
    return read(method, params, chain, world)
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', code: error.code, message: error.message }
    return { kind: 'refused', code: -32602, message: `The parameters of ${method} could not be read.` }
  }
}

function read(method: string, params: unknown, chain: string, world: RequestWorld): ParsedRequest {
  switch (`${familyOf(chain)} ${method}`) {
    case 'eip155 eth_accounts':
    case 'eip155 eth_requestAccounts':
      return { kind: 'told', result: listAddresses(chain, world) }
    case 'eip155 eth_chainId':
      return { kind: 'told', result: toHexId(chain) }
    case 'eip155 personal_sign':
      return readPersonalSign(asList(params), chain, world)
    case 'eip155 eth_signTypedData':
    case 'eip155 eth_signTypedData_v4':
      return readTypedData(asList(params), chain, world)
    case 'eip155 eth_sendTransaction': {
      const [transaction] = asList(params)
      const { from } = asRecord(transaction)
      const accountIndex = from === undefined ? findFirst(chain, world) : find(from, chain, world)
      return { kind: 'calls', accountIndex, calls: [readCall(transaction)], batch: undefined }
    }
    case 'eip155 wallet_sendCalls':
      return readSendCalls(asRecord(asList(params)[0]), chain, world)
    case 'eip155 wallet_getCallsStatus':
      return { kind: 'callsStatus', id: asText(asList(params)[0]) }
    case 'eip155 wallet_getCapabilities':
      return readCapabilities(asList(params), chain, world)
    case 'eip155 wallet_switchEthereumChain':
    case 'eip155 wallet_addEthereumChain': {
      const { chainId } = asRecord(asList(params)[0])
      const wanted = `eip155:${Number(asText(chainId))}`
      const known = world.chains.find(({ id }) => id === wanted)
      // 4902: not known to the wallet. Source: EIP-3326.
      if (!known) throw new Refusal(4902, 'This demo wallet knows only the networks of its settings.')
      return { kind: 'switchChain', chain: known }
    }
    case 'solana solana_getAccounts':
    case 'solana solana_requestAccounts':
      return { kind: 'told', result: listAddresses(chain, world).map((pubkey) => ({ pubkey })) }
    case 'solana solana_signMessage': {
      const { message, pubkey } = asRecord(params)
      return { kind: 'message', accountIndex: find(pubkey, chain, world), bytes: base58.decode(asText(message)) }
    }
    case 'solana solana_signTransaction':
    case 'solana solana_signAndSendTransaction': {
      const { transaction } = asRecord(params)
      const form = method === 'solana_signTransaction' ? 'one' : 'send'
      return readSolanaTransactions([transaction], form, chain, world)
    }
    case 'solana solana_signAllTransactions':
      return readSolanaTransactions(asList(asRecord(params).transactions), 'all', chain, world)
    case 'bip122 getAccountAddresses':
      return { kind: 'told', result: listBitcoinAddresses(chain, world) }
    case 'bip122 signMessage': {
      const { message, account, address, protocol } = asRecord(params)
      const accountIndex = find(address ?? account, chain, world)
      const isNew = typeof protocol === 'string' && protocol.toLowerCase() === 'bip322'
      return { kind: 'bitcoinMessage', accountIndex, text: asText(message), protocol: isNew ? 'bip322' : 'ecdsa' }
    }
    case 'bip122 signPsbt':
      return readPsbt(asRecord(params), chain, world)
    case 'bip122 sendTransfer':
      // It would have to know the account's coins.
      throw new Refusal(4200, 'This demo wallet has no Bitcoin node, so it cannot send.')
    default:
      throw new Refusal(-32601, `This demo wallet does not know ${method}.`)
  }
}

function readPersonalSign(params: readonly unknown[], chain: string, world: RequestWorld): ParsedRequest {
  // Some sites give the address first.
  const [first, second] = params.map(asText)
  const isSwapped = isAddress(first ?? '') && !isAddress(second ?? '')
  const message = (isSwapped ? second : first) ?? ''
  const bytes = isHex(message) && message.length % 2 === 0 ? hexToBytes(message) : new TextEncoder().encode(message)
  return { kind: 'message', accountIndex: find(isSwapped ? first : second, chain, world), bytes }
}

function readTypedData(params: readonly unknown[], chain: string, world: RequestWorld): ParsedRequest {
  const [address, given] = params
  const { domain, types, primaryType, message } = asRecord(typeof given === 'string' ? JSON.parse(given) : given)
  const known = Object.entries(asRecord(types)).map(([name, fields]) => [
    name,
    asList(fields).map((field) => {
      const { name: fieldName, type } = asRecord(field)
      return { name: asText(fieldName), type: asText(type) }
    }),
  ])
  const typed: TypedData = {
    domain: asRecord(domain ?? {}),
    types: Object.fromEntries(known),
    primaryType: asText(primaryType),
    message: asRecord(message),
  }
  if (!typed.types[typed.primaryType]) throw new Refusal(-32602, 'The typed data does not say what its parts are.')
  return { kind: 'typedData', accountIndex: find(address, chain, world), typed }
}

function readSendCalls(batch: Readonly<Record<string, unknown>>, chain: string, world: RequestWorld): ParsedRequest {
  const { calls, from, chainId, id, atomicRequired, capabilities } = batch
  if (chainId !== undefined && `eip155:${Number(chainId)}` !== chain) {
    throw new Refusal(5710, 'The calls are for another network than the request.')
  }
  if (atomicRequired === true) throw new Refusal(5760, 'This demo wallet sends calls one by one, never all or none.')
  const list = asList(calls)
  if (list.length === 0 || list.length > BATCH_LIMIT)
    throw new Refusal(5740, `A batch holds 1 to ${BATCH_LIMIT} calls.`)
  for (const wanted of [capabilities, ...list.map((call) => asRecord(call).capabilities)]) {
    const needed = Object.entries(asRecord(wanted ?? {})).find(([, value]) => asRecord(value).optional !== true)
    // 5700: a capability that the wallet lacks and the site needs. Source: EIP-5792.
    if (needed) throw new Refusal(5700, `This demo wallet has no ${needed[0]}.`)
  }
  return {
    kind: 'calls',
    accountIndex: from === undefined ? findFirst(chain, world) : find(from, chain, world),
    calls: list.map(readCall),
    batch: { id: id === undefined ? undefined : asText(id) },
  }
}

function readCall(call: unknown): EvmCall {
  const { to, value, data, input } = asRecord(call)
  if (to !== undefined && to !== null && !(typeof to === 'string' && isAddress(to, { strict: false }))) {
    throw new Refusal(-32602, 'The receiver is no address.')
  }
  const code = data ?? input ?? '0x'
  if (!isHex(code)) throw new Refusal(-32602, 'The data is not hex.')
  return {
    to: typeof to === 'string' ? (to as `0x${string}`) : undefined,
    value: value === undefined || value === null ? 0n : BigInt(typeof value === 'number' ? value : asText(value)),
    data: code,
  }
}

/** EIP-5792. The address must be ours; chains are those asked for, or all of the session. */
function readCapabilities(params: readonly unknown[], chain: string, world: RequestWorld): ParsedRequest {
  const [address, wanted] = params
  find(address, chain, world)
  const here = [...new Set(world.accounts.map((account) => account.slice(0, account.lastIndexOf(':'))))]
    .filter((id) => familyOf(id) === 'eip155')
    .map(toHexId)
  const asked = wanted === undefined ? here : asList(wanted).map((id) => toHexId(`eip155:${Number(asText(id))}`))
  const known = here.filter((id) => asked.includes(id))
  return { kind: 'told', result: Object.fromEntries(known.map((id) => [id, { atomic: { status: 'unsupported' } }])) }
}

function readSolanaTransactions(
  given: readonly unknown[],
  form: 'one' | 'all' | 'send',
  chain: string,
  world: RequestWorld,
): ParsedRequest {
  const transactions = given.map((text) => parseSolanaTransaction(base64.decode(asText(text))))
  const own = listAddresses(chain, world)
  const [signer] = own.filter((address) => transactions.every(({ signers }) => signers.includes(address)))
  if (signer === undefined || transactions.length === 0) {
    throw new Refusal(-32602, 'The transaction does not ask for a signature of this wallet.')
  }
  return { kind: 'solanaTransactions', accountIndex: find(signer, chain, world), transactions, form }
}

function readPsbt(params: Readonly<Record<string, unknown>>, chain: string, world: RequestWorld): ParsedRequest {
  const { psbt, account, signInputs, broadcast } = params
  if (broadcast === true) throw new Refusal(4200, 'This demo wallet has no Bitcoin node, so it cannot send.')
  const transaction = Transaction.fromPSBT(base64.decode(asText(psbt)), { allowUnknownOutputs: true })
  const inputs =
    signInputs === undefined
      ? undefined
      : asList(signInputs).map((input) => {
          const { index } = asRecord(input)
          if (typeof index !== 'number' || index < 0 || index >= transaction.inputsLength) {
            throw new Refusal(-32602, 'The transaction has no such input.')
          }
          return index
        })
  return { kind: 'psbt', accountIndex: find(account, chain, world), transaction, inputs }
}

function listBitcoinAddresses(chain: string, world: RequestWorld) {
  return listAddresses(chain, world).flatMap((address) => {
    const index = world.keys.findIndex(chain, address)
    if (index === undefined) return []
    const { publicKey, path } = world.keys.getBitcoin(chain, index)
    const hexKey = Array.from(publicKey, (byte) => byte.toString(16).padStart(2, '0')).join('')
    return [{ address, publicKey: hexKey, path, intention: 'payment' }]
  })
}

/** Addresses that the session shares on a chain. */
function listAddresses(chain: string, { accounts }: RequestWorld): readonly string[] {
  return accounts.filter((account) => account.startsWith(`${chain}:`)).map((account) => account.slice(chain.length + 1))
}

/** The account of an address, which must be one that the session shares. */
function find(address: unknown, chain: string, world: RequestWorld): number {
  // Some sites write the whole CAIP-10 account.
  const bare = asText(address).slice(asText(address).lastIndexOf(':') + 1)
  const isShared = listAddresses(chain, world).some((own) => own.toLowerCase() === bare.toLowerCase())
  const index = isShared ? world.keys.findIndex(chain, bare) : undefined
  // 4100: not authorised. Source: EIP-1193.
  if (index === undefined) throw new Refusal(4100, 'This account was not shared with the site.')
  return index
}

function findFirst(chain: string, world: RequestWorld): number {
  return find(listAddresses(chain, world)[0] ?? '', chain, world)
}

function toHexId(chain: string): string {
  return `0x${Number(chain.slice(chain.indexOf(':') + 1)).toString(16)}`
}

function asText(value: unknown): string {
  if (typeof value !== 'string') throw new Error('A text was expected.')
  return value
}

function asList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error('A list was expected.')
  return value
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('An object was expected.')
  return value as Readonly<Record<string, unknown>>
}
