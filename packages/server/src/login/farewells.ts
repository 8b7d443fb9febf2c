import { randomUUID } from 'node:crypto'
import {
  GONE_PATH,
  GONE_TOKEN_SECONDS,
  GONE_TOKEN_TYPE,
  type GoneClaims,
  hashContact,
} from '@latchkey/wire/custody/tokens'
import type { OwnKeys } from '../custody/ownKeys.ts'
import type { Clock, Log } from '../ports.ts'
import { dropFarewell, listFarewells, listFormerSubjects, type StoredFarewell } from '../storage/endings.ts'
import { type IdentityName, isFirst, listIdentitiesOf } from '../storage/identities.ts'
import type { StoredUser } from '../storage/login.ts'
import type { Queryable } from '../storage/storage.ts'

/**
 * What the gateway has destroyed, told to the vault until it knows. The gateway's part is gone by then, so a vault that believes it
 * loses nothing that anybody could still use.
 */
export type Farewells = {
  /** What is to be written with whatever destroys something. */
  word(user: StoredUser, gone: GoneClaims['gone']): Promise<StoredFarewell>
  /** Likewise with a link that is taken from a user: nobody is known by it any more. */
  wordUnlinked(identity: IdentityName): Promise<StoredFarewell>
  /** Tells the vault in the background; what it cannot be told now is told at the next call. */
  tell(): void
  /** Resolves once nothing is being told. */
  settled(): Promise<void>
}

export function createFarewells(parameters: {
  storage: Queryable
  keys: OwnKeys
  origin: string
  vault: { origin: string; address: string }
  fetch: typeof globalThis.fetch
  clock: Clock
  log: Log
}): Farewells {
  const { storage, keys, origin, vault, fetch, clock, log } = parameters
  let telling: Promise<void> = Promise.resolve()

  async function tellAll(): Promise<void> {
    for (const { id, claims } of await listFarewells(storage)) {
      const token = await keys.sign({
        type: GONE_TOKEN_TYPE,
        issuer: origin,
        audience: vault.origin,
        claims: JSON.parse(claims) as GoneClaims,
        now: clock.now(),
        seconds: GONE_TOKEN_SECONDS,
      })
      const answer = await fetch(`${vault.address}${GONE_PATH}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
        redirect: 'error',
        signal: AbortSignal.timeout(10_000),
      })
      if (!answer.ok) throw new Error(`the vault answered ${answer.status}`)
      await dropFarewell(storage, id)
    }
  }

  async function write(
    projectId: string,
    identities: readonly IdentityName[],
    gone: GoneClaims['gone'],
  ): Promise<StoredFarewell> {
    const contactHashes = await Promise.all(identities.map(hashContact))
    const claims: GoneClaims = { jti: randomUUID(), projectId, contactHashes, gone }
    return { id: claims.jti, claims: JSON.stringify(claims) }
  }

  return {
    async word(user, gone) {
      const former = (await listFormerSubjects(storage, user.id)).map((subject) => ({ ...user, subject }))
      const linked = (await listIdentitiesOf(storage, user)).filter((identity) => !isFirst(user, identity))
      return write(user.projectId, [user, ...linked, ...former], gone)
    },
    wordUnlinked: (identity) => write(identity.projectId, [identity], { kind: 'user', walletId: null }),
    tell() {
      telling = telling
        .then(tellAll)
        .catch((err: unknown) => log.warn({ event: 'vaultNotTold', err }, 'the vault could not be told what is gone'))
    },
    settled: () => telling,
  }
}
