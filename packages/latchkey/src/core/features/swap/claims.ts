import { readRecord } from '../../kernel/saved/records.ts'
import { writeRecord } from '../../kernel/saved/writeRecords.ts'
import type { Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'

/** How long a swap that is only being prepared keeps others waiting, in ms. */
const PREPARING_MS = 60_000
/** How long a swap that a wallet was asked for may still be carried out, in ms. Source: `LONGEST_DEADLINE_S` of the wire. */
const ASKED_MS = 1_200_000

/** Says to every tab, and after a reload, that an account is about to swap on a network, or may have swapped. */
type Claim = { readonly id: string; readonly at: number; readonly isAsked: boolean }

const nameOf = ({ networkId, accounts }: Connection): string =>
  `swap/${networkId}/${(accounts[0]?.address ?? '').toLowerCase()}`

/** The claim that stands for an account on a network; undefined where none does, or it is over. */
export function readClaim({ services }: Pick<Instance, 'services'>, connection: Connection): Claim | undefined {
  const value = Object(readRecord(services.storage, nameOf(connection))) as Partial<Claim>
  const { id, at, isAsked } = value
  if (typeof id !== 'string' || typeof at !== 'number' || typeof isAsked !== 'boolean') return undefined
  const age = services.clock.now() - at
  return age >= 0 && age < (isAsked ? ASKED_MS : PREPARING_MS) ? { id, at, isAsked } : undefined
}

/** Writes a claim under its id. */
export function writeClaim(
  { services }: Pick<Instance, 'services'>,
  connection: Connection,
  claim: Omit<Claim, 'at'>,
): void {
  writeRecord(services.storage, nameOf(connection), { ...claim, at: services.clock.now() })
}

/** Takes the claim away. */
export function removeClaim({ services }: Pick<Instance, 'services'>, connection: Connection): void {
  services.storage.remove(nameOf(connection))
}
