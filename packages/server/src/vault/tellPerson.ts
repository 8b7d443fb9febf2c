import { createToken, hashToken } from '../custody/tokens.ts'
import { type MailFacts, type Notice, noticeMail } from '../mail/texts.ts'
import { keyOf, type Person } from './records.ts'
import type { VaultParts } from './vaultParts.ts'
import { put } from './vaultStore.ts'

/** How long the link of a notice freezes, in ms. */
const FREEZE_LINK_MS = 30 * 24 * 60 * 60_000

/** Where the link of a notice leads; the token follows. */
export const FREEZE_PATH = '/not-me'

/** Tells somebody what happened, with a link that freezes, where the vault has an address of them. Source: SEC-79. */
export async function tellPerson(
  { store, post, clock, publicUrl }: Pick<VaultParts, 'store' | 'post' | 'clock' | 'publicUrl'>,
  person: Person,
  contactHash: string,
  what: Notice,
  facts: MailFacts,
): Promise<void> {
  if (person.contact === null) return
  const token = createToken()
  const link = { contactHash, until: clock.now() + FREEZE_LINK_MS }
  await store.change(async () => ({ changes: [put(keyOf.freezeLink(hashToken(token)), link)], result: undefined }))
  const text = noticeMail(facts, { what, link: `${publicUrl}${FREEZE_PATH}/${token}` })
  post.post({ to: person.contact, ...text }, 'notice')
}
