/** Bitcoin addresses and networks as wallets write them. Sources: BIP-141, BIP-173, BIP-350. */
import type { Account, AccountType } from '../../core/types/adapter.ts'
import type { Network, NetworkId } from '../../core/types/network.ts'
import { listAddressNetworks, NETWORK_IDS } from '../../core/values/bitcoinNetworks.ts'

/** A network's name as wallets of the sats-connect kind write it. */
export type NetworkName = keyof typeof NETWORK_IDS

/** Words for the networks at other wallets, in lower case. */
const OTHER_WORDS: Readonly<Record<string, NetworkName>> = { livenet: 'Mainnet', main: 'Mainnet', testnet3: 'Testnet' }

const NAMES = Object.keys(NETWORK_IDS) as readonly NetworkName[]
const IDS: readonly NetworkId[] = Object.values(NETWORK_IDS)

/** What is read of a wallet's list, in entries. */
const LIST_LIMIT = 1_000

/** What a wallet shares: its accounts, payment first, and the networks that it may be on, the likeliest first. */
export type Shared = { readonly accounts: readonly Account[]; readonly networks: readonly NetworkId[] }

/** Taproot addresses, which have no ECDSA message signatures (F-39). Source: BIP-350. */
export function isTaproot(address: string): boolean {
  return /^(bc|tb|bcrt)1p/i.test(address)
}

/** Whether a text looks like an address; its checksum is the wallet's business. */
export function isBitcoinAddress(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    (/^(bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}$/i.test(value) || /^[123mn][1-9A-HJ-NP-Za-km-z]{25,39}$/.test(value))
  )
}

/**
 * The network that a wallet names, in any of their ways: `Testnet4`, `livenet`, `BITCOIN_SIGNET`, `bitcoin:mainnet`, a CAIP-2 id,
 * or an object around one. A name that is none of Bitcoin's gives an id that no site has; undefined when nothing is named.
 */
export function parseNetwork(value: unknown): NetworkId | undefined {
  if (typeof value === 'object' && value !== null) {
    const { bitcoin, name, enum: constant } = value as Record<string, unknown>
    return parseNetwork(bitcoin ?? constant ?? name)
  }
  if (typeof value !== 'string' || value === '') return undefined
  if (value.startsWith('bip122:')) return value as NetworkId
  const word = value.toLowerCase().replace(/^bitcoin[:_]/, '')
  const name = NAMES.find((known) => known.toLowerCase() === word) ?? OTHER_WORDS[word]
  return name ? NETWORK_IDS[name] : `bip122:${word}`
}

/** The name that wallets of the sats-connect kind know a network by. */
export function toNetworkName(networkId: NetworkId): NetworkName | undefined {
  return NAMES.find((name) => NETWORK_IDS[name] === networkId)
}

/**
 * What a wallet shares, from a list of addresses or of objects around them; anything else in the list is left out, and so are
 * addresses for other purposes (Stacks, Spark). The purpose is told, or shows in the kind of address alone.
 */
export function parseShared(list: unknown, told: readonly unknown[]): Shared {
  const items = (Array.isArray(list) ? list.slice(0, LIST_LIMIT) : []).flatMap(readItem)
  const isPlain = items.every(({ type }) => type === undefined)
  const hasOther = items.some(({ address }) => !isTaproot(address))
  const named = items.map(({ type, ...item }): Account => {
    const guess: AccountType = isPlain && hasOther && isTaproot(item.address) ? 'ordinal' : 'payment'
    return { ...item, type: type ?? guess }
  })
  const sorted = [...named.filter(({ type }) => type === 'payment'), ...named.filter(({ type }) => type === 'ordinal')]
  const accounts = sorted.filter(({ address }, at) => sorted.findIndex((other) => other.address === address) === at)
  const possible = accounts[0] ? listAddressNetworks(accounts[0].address) : []
  const claimed = told.flatMap((each) => parseNetwork(each) ?? [])
  // An address cannot be on a network of Bitcoin that its prefix does not belong to, whatever the wallet says.
  const fitting = claimed.filter((id) => possible.includes(id) || !IDS.includes(id))
  return { accounts, networks: fitting.length > 0 ? fitting : possible }
}

/** Where a wallet is: on the wanted network if it may be, else on one that the site has, else on the likeliest. */
export function settleNetwork(
  { networks }: Shared,
  wanted: NetworkId,
  offered: readonly Pick<Network, 'caipNetworkId'>[],
): NetworkId {
  if (networks.includes(wanted)) return wanted
  return networks.find((id) => offered.some(({ caipNetworkId }) => caipNetworkId === id)) ?? networks[0] ?? wanted
}

/** The wanted payment account before the others, if it is there at all. */
export function putFirst(accounts: readonly Account[], wanted: string | undefined): readonly Account[] {
  const first = accounts.find(({ address, type }) => address === wanted && type === 'payment')
  return first ? [first, ...accounts.filter((account) => account !== first)] : accounts
}

type Item = Omit<Account, 'type'> & { readonly type: AccountType | undefined }

function readItem(value: unknown): readonly Item[] {
  if (isBitcoinAddress(value)) return [{ address: value, type: undefined }]
  if (typeof value !== 'object' || value === null) return []
  const { address, publicKey, purpose, derivationPath } = readMembers(value)
  if (!isBitcoinAddress(address)) return []
  const type =
    purpose === 'payment' ? 'payment' : purpose === 'ordinals' || purpose === 'ordinal' ? 'ordinal' : undefined
  if (purpose !== undefined && type === undefined) return []
  const key = readKey(publicKey)
  const path = typeof derivationPath === 'string' && derivationPath ? derivationPath : undefined
  return [{ address, type, ...(key && { publicKey: key }), ...(path && { path }) }]
}

/** Hexadecimal without prefix, as Bitcoin's libraries write keys. */
function readKey(value: unknown): string | undefined {
  if (value instanceof Uint8Array) return value.length > 0 ? toHex(value) : undefined
  return typeof value === 'string' && /^[0-9a-f]{64,130}$/i.test(value) ? value.toLowerCase() : undefined
}

/** Members of an object that is not ours, whose getters may throw. */
function readMembers(value: object): Partial<Record<'address' | 'publicKey' | 'purpose' | 'derivationPath', unknown>> {
  try {
    const { address, publicKey, purpose, derivationPath } = value as Record<string, unknown>
    return { address, publicKey, purpose, derivationPath }
  } catch {
    return {}
  }
}

/** Bytes as hexadecimal without prefix. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Bytes from hexadecimal; undefined when it is none. */
export function fromHex(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'string' || !/^([0-9a-f]{2})+$/i.test(value)) return undefined
  return Uint8Array.from(value.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Bytes from base64; undefined when it is none. */
export function fromBase64(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  try {
    return Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
