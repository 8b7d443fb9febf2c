/** An allowance as a signature. Sources: ERC-2612; EIP-712. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, isHex, utf8ToHex } from '../../evm/hex.ts'
import type { NetworkId } from '../types/network.ts'

/** What a permit of a token is made of, as the token itself says; its domain was compared with the token's own. */
export type PermitBase = {
  readonly domain: {
    readonly name: string
    readonly version: string
    readonly chainId: number
    readonly verifyingContract: string
  }
  readonly owner: string
  readonly nonce: bigint
}

/** A permit that is wished for. Amount in base units, deadline in seconds since 1970. */
export type PermitWish = {
  readonly base: PermitBase
  readonly spender: string
  readonly value: bigint
  readonly deadline: bigint
}

/** First four bytes of `name()`, `version()`, `DOMAIN_SEPARATOR()` and `nonces(address)`. */
const SELECTORS = { name: '06fdde03', version: '54fd4d50', separator: '3644e515', nonces: '7ecebe00' } as const

/** Hash of EIP-712's `EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)`. */
const DOMAIN_TYPE = '8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f'

/**
 * Reads what a permit needs. Undefined where the token's domain is none of the usual form, so that a signature would be refused.
 * Rejects where the token does not answer.
 */
export async function readPermitBase(parameters: {
  readonly ask: (method: string, params: readonly unknown[]) => Promise<unknown>
  readonly networkId: NetworkId
  readonly token: string
  readonly owner: string
}): Promise<PermitBase | undefined> {
  const { ask, networkId, token, owner } = parameters
  const call = async (data: string): Promise<string> => {
    const answer = await ask('eth_call', [{ to: token, data: `0x${data}` }, 'latest'])
    if (!isHex(answer)) throw new TypeError('The token does not answer.')
    return answer.slice(2).toLowerCase()
  }
  const [name, version, separator, nonce] = await Promise.all([
    call(SELECTORS.name).then(readText),
    // Not every token has it (EIP-2612 does not ask for it); the usual ones are tried below.
    call(SELECTORS.version).then(readText, () => undefined),
    call(SELECTORS.separator),
    call(`${SELECTORS.nonces}${toWord(owner)}`),
  ])
  if (!/^[0-9a-f]{64}$/.test(nonce)) return undefined
  const chainId = Number(networkId.slice(networkId.indexOf(':') + 1))
  for (const each of [version, '1', '2']) {
    if (each === undefined || each === '') continue
    const domain = { name, version: each, chainId, verifyingContract: token }
    if (hashDomain(domain) === separator) return { domain, owner, nonce: BigInt(`0x${nonce}`) }
  }
  return undefined
}

/** The typed data that a wallet signs (`eth_signTypedData_v4`), as JSON. */
export function toPermitData({ base: { domain, owner, nonce }, spender, value, deadline }: PermitWish): string {
  const field = (name: string, type: string) => ({ name, type })
  return JSON.stringify({
    primaryType: 'Permit',
    domain,
    types: {
      EIP712Domain: [
        field('name', 'string'),
        field('version', 'string'),
        field('chainId', 'uint256'),
        field('verifyingContract', 'address'),
      ],
      Permit: [
        field('owner', 'address'),
        field('spender', 'address'),
        field('value', 'uint256'),
        field('nonce', 'uint256'),
        field('deadline', 'uint256'),
      ],
    },
    message: { owner, spender, value: `${value}`, nonce: `${nonce}`, deadline: `${deadline}` },
  })
}

/** Value, deadline, v, r and s, 32 bytes each. Throws `TypeError` for a signature that is not one of an account's own key. */
export function toPermit({ value, deadline }: PermitWish, signature: string): `0x${string}` {
  const match = /^0x([0-9a-f]{128})([0-9a-f]{2})$/i.exec(signature)
  if (match === null) throw new TypeError('The signature is not 65 bytes.')
  const last = Number.parseInt(match[2] ?? '', 16)
  const v = last < 27 ? last + 27 : last
  return `0x${toWord(value)}${toWord(deadline)}${toWord(BigInt(v))}${match[1]}`
}

function hashDomain({ name, version, chainId, verifyingContract }: PermitBase['domain']): string {
  const words = [DOMAIN_TYPE, hash(utf8ToHex(name)), hash(utf8ToHex(version)), toWord(BigInt(chainId))]
  return hash(`0x${words.join('')}${toWord(verifyingContract)}`)
}

function hash(data: string): string {
  const pairs = data.slice(2).match(/../g) ?? []
  return bytesToHex(keccak_256(Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)))).slice(2)
}

function toWord(value: string | bigint): string {
  const digits = typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()
  return digits.padStart(64, '0')
}

/** A text of the ABI. */
function readText(answer: string): string {
  const length = Number.parseInt(answer.slice(64, 128) || '0', 16) * 2
  const bytes = answer.slice(128, 128 + length).match(/../g) ?? []
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)))
}
