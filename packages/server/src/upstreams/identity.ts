/** Names and avatars from ENS. Sources: ENSIP-3, ENSIP-12, ENSIP-15, ENSIP-19, ENSIP-23, EIP-3668, SEC-93. */
import type { Identity } from '@latchkey/wire'
import type { Hex } from 'viem'
import { mainnet } from 'viem/chains'
import { normalize } from 'viem/ens'
import { sniffContentType } from '../directory/picture.ts'
import type { Clock } from '../ports.ts'
import { askEns, createEnsClient, type EnsClient, LOOKUP_MS, namesUnavailable } from './ensClient.ts'
import type { GuardedFetch } from './guardedFetch.ts'
import type { RpcPool } from './rpcPool.ts'
import { createSharedReads } from './sharedReads.ts'

/** How long an identity, also "none", is remembered, in ms: names change seldom and cost several calls. */
export const IDENTITY_LIFETIME_MS = 24 * 60 * 60_000

/** Largest picture that travels inside an identity, in bytes. Source: SEC-84. */
export const AVATAR_LIMIT = 64 * 1024

/** An identity with the time until which it holds, in ms since 1970. */
export type HeldIdentity = { readonly identity: Identity; readonly expiresAt: number }

/** Keeps identities between starts, by what was asked: the network, the resolver on it and the address, in lower case. */
export type IdentityStore = {
  find(asked: string, now: number): Promise<HeldIdentity | undefined>
  save(asked: string, held: HeldIdentity, now: number): Promise<void>
}

/**
 * Looks up the name and avatar of an EVM address. Callers who ask at the same time share one look-up, which ends when the
 * last of them has gone. Throws `RequestError` UPSTREAM_UNAVAILABLE, and the signal's reason.
 */
export type FetchIdentity = (address: string, signal?: AbortSignal | undefined) => Promise<HeldIdentity>

/** Makes the look-up. Without a pool of the chain that names are read from nobody has one. */
export function createIdentity(parameters: {
  pool: RpcPool | undefined
  guardedFetch: GuardedFetch
  store: IdentityStore
  clock: Clock
  /** The universal resolver on that chain (ENSIP-23). Default: the one of Ethereum's main network. */
  universalResolver?: string | undefined
  /** Default `LOOKUP_MS`. */
  timeoutMs?: number | undefined
}): FetchIdentity {
  const { pool, clock, store, guardedFetch } = parameters
  const universalResolver = (parameters.universalResolver ?? mainnet.contracts.ensUniversalResolver.address) as Hex

  async function look(address: string, signal: AbortSignal): Promise<HeldIdentity> {
    const now = clock.now()
    // An operator who names another network or resolver gets its names at once, not those of before for a day.
    const asked = `${pool?.networkId ?? ''} ${universalResolver.toLowerCase()} ${address}`
    const kept = await store.find(asked, now)
    if (kept !== undefined) return kept
    // A client for each record, so that each has its own count.
    const open = pool === undefined ? undefined : () => createEnsClient({ pool, guardedFetch, signal })
    const name = open === undefined ? null : await fetchName(open(), address as Hex, signal)
    const avatar = open === undefined || name === null ? null : await fetchAvatar(open(), name, signal)
    const held = {
      identity: { name, avatar, resolvedAt: new Date(now).toISOString() },
      expiresAt: now + IDENTITY_LIFETIME_MS,
    }
    await store.save(asked, held, now)
    return held
  }

  /** The name that an address calls itself by and that leads back to it, in its one normal form; null where there is none. */
  async function fetchName(ens: EnsClient, address: Hex, signal: AbortSignal): Promise<string | null> {
    // Strict: a forged or expired answer, or an off-chain server that is away, must not read as "no name".
    const { value: name } = await askEns(signal, 'address', () =>
      ens.getEnsName({ address, universalResolverAddress: universalResolver, strict: true }),
    )
    return name !== undefined && isNormal(name) ? name : null
  }

  async function fetchAvatar(ens: EnsClient, name: string, signal: AbortSignal): Promise<string | null> {
    // Not strict: a name whose picture cannot be read is still a name.
    const { value: text } = await askEns(signal, 'address', () =>
      ens.getEnsText({ name, key: 'avatar', universalResolverAddress: universalResolver }),
    )
    if (!text?.startsWith('https://')) return null
    try {
      const answer = await guardedFetch(text, { signal })
      const kind = answer.status === 200 && answer.body.length <= AVATAR_LIMIT ? sniffContentType(answer.body) : null
      return kind === null ? null : `data:${kind};base64,${Buffer.from(answer.body).toString('base64')}`
    } catch {
      return null
    }
  }

  const read = createSharedReads({
    read: look,
    timeoutMs: parameters.timeoutMs ?? LOOKUP_MS,
    toError: (cause) => namesUnavailable('address', cause),
  })
  return (address, signal) => read(address.toLowerCase(), signal)
}

/** Whether a name is written as ENSIP-15 would write it: others look like a name that they are not. */
function isNormal(name: string): boolean {
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}
