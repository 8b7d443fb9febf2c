/** Addresses of names from ENS. Sources: ENSIP-1, ENSIP-9, ENSIP-11, ENSIP-15, ENSIP-23, EIP-3668, SEC-93. */
import type { NameRecord } from '@latchkey/wire/names'
import type { Hex } from 'viem'
import { mainnet } from 'viem/chains'
import { normalize } from 'viem/ens'
import { BITCOIN, ETHER, SOLANA, writeAddress } from '../names/records.ts'
import { RequestError } from '../RequestError.ts'
import { askEns, createEnsClient, type EnsAnswer, LOOKUP_MS, namesUnavailable } from './ensClient.ts'
import type { GuardedFetch } from './guardedFetch.ts'
import type { RpcPool } from './rpcPool.ts'
import { createSharedReads } from './sharedReads.ts'

/** Bitcoin's main network; ENSIP-9 knows no addresses of its others. */
const BITCOIN_MAINNET = 'bip122:000000000019d6689c085ae165831e93'

/**
 * Looks up the addresses of a name on a network, anew each time: who is about to send must not be told of yesterday's. Callers who
 * ask at the same time share one look-up. Undefined: there is no such name. Throws `RequestError`: INPUT_INVALID for what is no
 * name, CHAIN_UNSUPPORTED, and UPSTREAM_UNAVAILABLE also where an answer was forged, has run out, or did not come.
 */
export type ResolveName = (parameters: {
  readonly name: string
  /** Default: the chain that names are read from. */
  readonly networkId?: string | undefined
  readonly signal?: AbortSignal | undefined
}) => Promise<NameRecord | undefined>

/** Makes the look-up. */
export function createResolveName(parameters: {
  pool: RpcPool
  guardedFetch: GuardedFetch
  /** The universal resolver on that chain (ENSIP-23). Default: the one of Ethereum's main network. */
  universalResolver?: string | undefined
  /** Default `LOOKUP_MS`. */
  timeoutMs?: number | undefined
}): ResolveName {
  const { pool, guardedFetch } = parameters
  const universalResolver = (parameters.universalResolver ?? mainnet.contracts.ensUniversalResolver.address) as Hex

  /** A name's record for a coin, and whether there is such a name at all. */
  async function readRecord(name: string, coinType: number, signal: AbortSignal): Promise<EnsAnswer<Hex>> {
    const ens = createEnsClient({ pool, guardedFetch, signal })
    // The older call without a coin type is the one that every resolver knows.
    const coin = coinType === ETHER ? {} : { coinType: BigInt(coinType) }
    const answer = await askEns(signal, 'name', () =>
      ens.getEnsAddress({ name, universalResolverAddress: universalResolver, strict: true, ...coin }),
    )
    // Names may be there all the same: nobody is told "no such name" because of what was not read.
    if (answer.none === 'unread') throw namesUnavailable('name')
    return answer
  }

  /**
   * Ethereum's address of a name as one of another EVM chain: only where its key is held there too, so not where a contract stands
   * behind it, which others may have put at that address elsewhere. An account with delegated code (EIP-7702) is its key's.
   */
  async function isOfKey(address: string, signal: AbortSignal): Promise<boolean> {
    const [answer] = await pool.send([{ method: 'eth_getCode', params: [address, 'latest'] }], signal)
    if (answer === undefined || 'error' in answer || typeof answer.result !== 'string') throw namesUnavailable('name')
    return answer.result === '0x' || answer.result.startsWith('0xef0100')
  }

  async function look(key: string, signal: AbortSignal): Promise<NameRecord | undefined> {
    const [name, networkId] = JSON.parse(key) as [string, string]
    const coinType = findCoinType(networkId, pool.networkId)
    const isOtherEvm = networkId.startsWith('eip155:') && coinType !== ETHER
    const coinTypes = [...(coinType === undefined ? [] : [coinType]), ...(isOtherEvm ? [ETHER] : [])]
    const records = await Promise.all(coinTypes.map((each) => readRecord(name, each, signal)))
    if (records.every((record) => record.none === 'name')) return undefined

    const addresses: NameRecord['addresses'] = {}
    for (const [index, each] of coinTypes.entries()) {
      const address = writeAddress(each, records[index]?.value)
      if (address === undefined) continue
      const isBorrowed = isOtherEvm && each === ETHER
      if (isBorrowed && (Object.keys(addresses).length > 0 || !(await isOfKey(address, signal)))) continue
      addresses[each] = { address, created_at: null }
    }
    return { name, registered_at: null, updated_at: null, attributes: null, addresses }
  }

  const read = createSharedReads({
    read: look,
    timeoutMs: parameters.timeoutMs ?? LOOKUP_MS,
    toError: (cause) => namesUnavailable('name', cause),
  })

  return async ({ name, networkId = pool.networkId, signal }) => {
    if (!/^eip155:\d+$|^solana:/.test(networkId) && networkId !== BITCOIN_MAINNET) {
      throw new RequestError('CHAIN_UNSUPPORTED', 'Names have no addresses on that network.', { field: 'chainId' })
    }
    return read(JSON.stringify([normaliseName(name), networkId]), signal)
  }
}

/** A name in its one normal form, of at least two labels. */
export function normaliseName(written: string): string {
  try {
    const name = normalize(written.trim())
    if (name.split('.').length > 1) return name
  } catch {
    // What the normaliser throws is worded for developers of names.
  }
  throw new RequestError('INPUT_INVALID', 'That is not the spelling of a name.', { field: 'name' })
}

/**
 * The coin type of a network. On the chain that names are read from it is Ethereum's, on main and test networks alike. Undefined
 * for chain ids that ENSIP-11 has no place for.
 */
export function findCoinType(networkId: string, namesNetworkId: string): number | undefined {
  if (networkId.startsWith('solana:')) return SOLANA
  if (networkId === BITCOIN_MAINNET) return BITCOIN
  if (networkId === 'eip155:1' || networkId === namesNetworkId) return ETHER
  const chainId = Number(networkId.slice('eip155:'.length))
  return chainId > 0 && chainId < 2 ** 31 ? 2 ** 31 + chainId : undefined
}
