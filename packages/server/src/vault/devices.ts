import { parseMailAddress } from '@latchkey/wire/custody/mailAddress'
import { DEVICE_TOKEN_SECONDS, DEVICE_TOKEN_TYPE, hashContact } from '@latchkey/wire/custody/tokens'
import { startDevice, waitForDevice } from '@latchkey/wire/custody/vault'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import { servePage } from '../custody/page.ts'
import type { CallServer } from '../custody/serveCall.ts'
import { createToken, hashToken } from '../custody/tokens.ts'
import { WINDOWS } from '../custody/windows.ts'
import type { GatewayApp } from '../gateway/environment.ts'
import { deviceMail } from '../mail/texts.ts'
import { type DeviceRequest, type KnownDevice, keyOf, type Link, type Person } from './records.ts'
import type { VaultParts } from './vaultParts.ts'
import { put, remove } from './vaultStore.ts'

/** How long a link is good, and how long an approval counts, in ms. Source: SEC-64. */
export const LINK_MS = 15 * 60_000

/** How long one call waits, in ms: shorter than what lies between lets connections stand. */
const WAIT_MS = 25_000

/** Where links in mails lead; the token follows. */
const PATH = '/device'

/** Issuer of identities that are e-mail addresses. */
export const MAIL_ISSUER = 'email'

/** Serves how a device is let in: the vault mails a link, and a person presses a button on the page behind it. */
export function serveDevices(serve: CallServer, app: GatewayApp, parts: VaultParts): void {
  const { store, keys, post, clock, publicUrl, noteOrRefuse, limitStarts, findProject } = parts
  const waiting = new Map<string, Set<() => void>>()

  /** Resolves when somebody answered, the time is up, or who asked has gone. */
  function waitForAnswer(id: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const others = waiting.get(id) ?? new Set()
      waiting.set(id, others)
      const end = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        others.delete(end)
        if (others.size === 0) waiting.delete(id)
        resolve()
      }
      const timer = setTimeout(end, WAIT_MS)
      others.add(end)
      signal.addEventListener('abort', end, { once: true })
    })
  }

  /**
   * Counts a mail. Anybody can ask for one to any address, so strangers from one network cannot use up the ten that an address gets in
   * a day, and a device that was let in before has ten of its own, which no stranger can ask for.
   */
  async function countMail(
    request: { thumbprint: string; clientKey: string },
    projectId: string,
    subject: string,
    contactHash: string,
  ): Promise<void> {
    const name = `mail\n${projectId}\n${subject}`
    const isKnown = (await store.read(keyOf.device(contactHash, request.thumbprint))) !== undefined
    if (isKnown) return noteOrRefuse(`${name}\n${request.thumbprint}`, WINDOWS.mail)
    await noteOrRefuse(`${name}\n${request.clientKey}`, WINDOWS.mailOfNetwork)
    return noteOrRefuse(name, WINDOWS.mail)
  }

  serve(startDevice, async (request) => {
    const { projectId } = request.body
    const project = findProject(projectId, request.host)
    const address = parseMailAddress(request.body.email)
    if (address === undefined) throw new CustodyRefusal('MAIL_ADDRESS_REFUSED', 'This is not one e-mail address.')
    limitStarts(projectId)
    await noteOrRefuse(`starts\n${request.thumbprint}`, WINDOWS.startsOfDevice)
    await noteOrRefuse(`starts\n${request.clientKey}`, WINDOWS.startsOfAddress)
    const contactHash = await hashContact({ projectId, issuer: MAIL_ISSUER, subject: address.subject })
    await countMail(request, projectId, address.subject, contactHash)
    const known = await store.read<Person>(keyOf.person(contactHash))
    const now = clock.now()
    const [id, link] = [createToken(), createToken()]
    const asked: DeviceRequest = {
      projectId,
      subject: address.subject,
      contact: known?.contact ?? address.address,
      contactHash,
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
    const facts = { projectName: project.name, host: asked.host, device: asked.device, at: now }
    const text = deviceMail(facts, { link: `${publicUrl}${PATH}/${link}`, minutes: LINK_MS / 60_000 })
    post.post({ to: asked.contact, ...text }, 'device')
    return { request: id }
  })

  serve(waitForDevice, async (request) => {
    const hash = hashToken(request.body.request)
    const look = async (): Promise<DeviceRequest> => {
      const asked = await store.read<DeviceRequest>(keyOf.request(hash))
      if (asked === undefined || asked.thumbprint !== request.thumbprint || asked.until <= clock.now()) {
        throw new CustodyRefusal('CHALLENGE_OVER', 'There is no such request of this device, or it is over.')
      }
      return asked
    }
    if ((await look()).state === 'waiting') await waitForAnswer(hash, request.signal)
    const asked = await look()
    if (asked.state !== 'approved') return { state: asked.state }
    const { projectId, contactHash, thumbprint } = asked
    const approval = await keys.sign({
      type: DEVICE_TOKEN_TYPE,
      issuer: parts.origin,
      audience: parts.gatewayOrigin,
      // One approval however often it is asked for: what takes it takes it once.
      claims: { jti: hash, projectId, contactHash, thumbprint },
      now: clock.now(),
      seconds: Math.min(DEVICE_TOKEN_SECONDS, Math.floor((asked.until - clock.now()) / 1000)),
    })
    return { state: 'approved' as const, approval }
  })

  servePage<{ request: string; asked: DeviceRequest }>(app, {
    name: 'device',
    path: PATH,
    origin: parts.origin,
    mark: keys.mark,
    async find(token) {
      const link = await store.read<Link>(keyOf.link(hashToken(token)))
      const asked = link && (await store.read<DeviceRequest>(keyOf.request(link.request)))
      if (asked === undefined || asked.state !== 'waiting' || asked.until <= clock.now()) return undefined
      return { request: link?.request ?? '', asked }
    },
    show: ({ asked }) => ({
      title: 'Let this device in?',
      lines: [
        'Somebody wants to use your wallet on a device that is not known yet.',
        `Site: ${asked.host}`,
        `Device: ${asked.device}`,
        `Network address: ${asked.clientKey === '' ? 'unknown' : asked.clientKey}`,
        `Time: ${new Date(asked.askedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
        'Let it in only if you are at that device and began this yourself, just now.',
      ],
      buttons: [
        { value: 'approve', label: 'This is me: let it in' },
        { value: 'refuse', label: 'This is not me' },
      ],
    }),
    async act({ request }, value, token) {
      const linkKey = keyOf.link(hashToken(token))
      const isDone = await store.change(async (read) => {
        // Looked at again: the button may be pressed twice at once.
        const asked = await read<DeviceRequest>(keyOf.request(request))
        const isOpen = asked?.state === 'waiting' && asked.until > clock.now() && (await read(linkKey)) !== undefined
        if (!isOpen) return { changes: [], result: false }
        const now = clock.now()
        const { projectId, subject, contact, contactHash, thumbprint } = asked
        const personKey = keyOf.person(contactHash)
        const person = (await read<Person>(personKey)) ?? { projectId, subject, contact, frozenAt: null }
        const answered = { ...asked, state: value === 'approve' ? 'approved' : 'refused', until: now + LINK_MS }
        const letIn = [
          put(personKey, person satisfies Person),
          put(keyOf.device(contactHash, thumbprint), { at: now } satisfies KnownDevice),
        ]
        return {
          changes: [put(keyOf.request(request), answered), remove(linkKey), ...(value === 'approve' ? letIn : [])],
          result: true,
        }
      })
      if (!isDone) return undefined
      for (const end of waiting.get(request) ?? []) end()
      return value === 'approve'
        ? { title: 'The device is let in', lines: ['Go on there. You may close this page.'] }
        : { title: 'The device stays out', lines: ['Nothing was changed. You may close this page.'] }
    },
  })
}
