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
import type { StoredUser } from '../storage/login.ts'
import type { Queryable } from '../storage/storage.ts'

/**
 * What the gateway has destroyed, told to the vault until it knows. The gateway's part is gone by then, so a vault that believes it
 * loses nothing that anybody could still use.
 */
export type Farewells = {
  /** What is to be written with whatever destroys something. */
  word(user: StoredUser, gone: GoneClaims['gone']): Promise<StoredFarewell>
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

  return {
    async word(user, gone) {
      const subjects = [user.subject, ...(await listFormerSubjects(storage, user.id))]
      const claims: GoneClaims = {
        jti: randomUUID(),
        projectId: user.projectId,
        contactHashes: await Promise.all(subjects.map((subject) => hashContact({ ...user, subject }))),
        gone,
      }
      return { id: claims.jti, claims: JSON.stringify(claims) }
    },
    tell() {
      telling = telling
        .then(tellAll)
        .catch((err: unknown) => log.warn({ event: 'vaultNotTold', err }, 'the vault could not be told what is gone'))
    },
    settled: () => telling,
  }
}
