import type { SealedRecord } from '../kms/sealRecord.ts'

/** Times are ms since 1970. What has `until` is dropped after it. */

/** A device that asks to be let in. Of its id and of its link only hashes are kept. */
export type DeviceRequest = {
  readonly projectId: string
  readonly subject: string
  readonly contact: string
  readonly contactHash: string
  readonly thumbprint: string
  readonly host: string
  readonly device: string
  readonly clientKey: string
  readonly state: 'waiting' | 'approved' | 'refused'
  readonly askedAt: number
  readonly until: number
}

/** What a link in a mail leads to. */
export type Link = { readonly request: string; readonly until: number }

/** A person, as the vault itself got to know them: by a link in a mail of its own, or by what their issuer signed. */
export type Person = {
  readonly projectId: string
  readonly subject: string
  /** Where mails go; null: their issuer told no checked address. */
  readonly contact: string | null
  readonly frozenAt: number | null
  /** The last change of the address. */
  readonly change?: { readonly id: string; readonly at: number }
}

/** A code that was mailed for a change, by its mark. */
type ContactCode = { readonly mark: string; readonly tries: number; readonly isConfirmed: boolean }

/** A change of the address that waits for its codes. `from` and `to` are contact hashes. */
export type ContactChange = {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly thumbprint: string
  readonly subject: string
  readonly contact: string
  readonly old: ContactCode
  readonly new: ContactCode
  readonly until: number
}

/** What takes a change back: who the person was. */
export type Undo = {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly contact: string
  readonly until: number
}

/** A device that a person let in; it counts as confirmed for a while. */
export type KnownDevice = { readonly at: number }

/** The vault's half of a recovery pair. A candidate counts once an assertion of the gateway names it. */
export type KeptShare = {
  readonly projectId: string
  readonly walletId: string
  readonly version: number
  readonly sealed: SealedRecord
  readonly isCandidate: boolean
  readonly createdAt: number
}

/** Recoveries that wait: since when, and until when the wait counts. */
export type Wait = { readonly since: number; readonly until: number }

export type Times = { readonly times: readonly number[]; readonly until: number }

/** What the operator holds back, since when. */
export type Hold = { readonly at: number }

/** Keys of the records. What runs out begins with `~`, so that it is swept without reading the rest. */
export const keyOf = {
  own: (name: string) => `own:${name}`,
  person: (contactHash: string) => `person:${contactHash}`,
  devices: (contactHash: string) => `device:${contactHash}:`,
  device: (contactHash: string, thumbprint: string) => `device:${contactHash}:${thumbprint}`,
  shares: (contactHash: string) => `share:${contactHash}:`,
  share: (contactHash: string, walletId: string, version: number) => `share:${contactHash}:${walletId}:${version}`,
  hold: (projectId: string, contactHash: string | undefined) => `hold:${projectId}:${contactHash ?? ''}`,
  heldRecord: (at: number, projectId: string) => `held:${at}:${projectId}`,
  once: (id: string) => `~once:${id}`,
  times: (id: string) => `~times:${id}`,
  request: (id: string) => `~request:${id}`,
  link: (id: string) => `~link:${id}`,
  freezeLink: (id: string) => `~freeze:${id}`,
  change: (id: string) => `~change:${id}`,
  undo: (id: string) => `~undo:${id}`,
  wait: (contactHash: string) => `~wait:${contactHash}`,
}
