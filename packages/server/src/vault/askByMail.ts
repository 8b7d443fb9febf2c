import type { CallRequest } from '../custody/serveCall.ts'
import { createToken, hashToken } from '../custody/tokens.ts'
import { WINDOWS } from '../custody/windows.ts'
import { deviceMail } from '../mail/texts.ts'
import { type DeviceRequest, keyOf, type Link } from './records.ts'
import { requestFacts } from './requestFacts.ts'
import type { VaultParts, VaultProject } from './vaultParts.ts'
import { put } from './vaultStore.ts'

/** How long a link is good, and how long an approval counts, in ms. Source: SEC-64. */
export const LINK_MS = 15 * 60_000

/** Where links in mails lead; the token follows. */
export const DEVICE_PATH = '/device'

/** Counts a login that begins at the vault. Throws `CustodyRefusal` TOO_OFTEN. */
export async function countStart(parts: VaultParts, request: CallRequest<unknown>, projectId: string): Promise<void> {
  parts.limitStarts(projectId)
  await parts.noteOrRefuse(`starts\n${request.thumbprint}`, WINDOWS.startsOfDevice)
  await parts.noteOrRefuse(`starts\n${request.clientKey}`, WINDOWS.startsOfAddress)
}

/** Mails a link that lets the device of a request in as this person. Gives what names the request. Throws `CustodyRefusal` TOO_OFTEN. */
export async function askByMail(
  parts: VaultParts,
  request: CallRequest<unknown>,
  project: VaultProject,
  person: {
    readonly subject: string
    readonly contactHash: string
    readonly contact: string
    /** What mails to the address are counted by. */
    readonly mailSubject: string
  },
): Promise<string> {
  const { store, clock, post, publicUrl } = parts
  const { mailSubject, ...named } = person
  await countMail(parts, request, project.id, mailSubject, person.contactHash)
  const now = clock.now()
  const [id, link] = [createToken(), createToken()]
  const asked: DeviceRequest = {
    projectId: project.id,
    ...named,
    thumbprint: request.thumbprint,
    host: request.host,
    device: request.device,
    clientKey: request.clientKey,
    state: 'waiting',
    askedAt: now,
    until: now + LINK_MS,
  }
  const hash = hashToken(id)
  await store.change(async () => ({
    changes: [
      put(keyOf.request(hash), asked),
      put(keyOf.link(hashToken(link)), { request: hash, until: asked.until } satisfies Link),
    ],
    result: undefined,
  }))
  const facts = requestFacts(request, project, now)
  const text = deviceMail(facts, { link: `${publicUrl}${DEVICE_PATH}/${link}`, minutes: LINK_MS / 60_000 })
  post.post({ to: asked.contact, ...text }, 'device')
  return id
}

/**
 * Counts a mail. Anybody can ask for one to any address, so strangers from one network cannot use up the ten that an address gets in
 * a day, and a device that was let in before has ten of its own, which no stranger can ask for.
 */
async function countMail(
  { store, noteOrRefuse }: VaultParts,
  request: CallRequest<unknown>,
  projectId: string,
  mailSubject: string,
  contactHash: string,
): Promise<void> {
  const name = `mail\n${projectId}\n${mailSubject}`
  const isKnown = (await store.read(keyOf.device(contactHash, request.thumbprint))) !== undefined
  if (isKnown) return noteOrRefuse(`${name}\n${request.thumbprint}`, WINDOWS.mail)
  await noteOrRefuse(`${name}\n${request.clientKey}`, WINDOWS.mailOfNetwork)
  return noteOrRefuse(name, WINDOWS.mail)
}
