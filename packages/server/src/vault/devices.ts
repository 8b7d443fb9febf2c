import { parseMailAddress } from '@latchkey/wire/custody/mailAddress'
import { DEVICE_TOKEN_SECONDS, DEVICE_TOKEN_TYPE, hashContact } from '@latchkey/wire/custody/tokens'
import { startDevice, waitForDevice } from '@latchkey/wire/custody/vault'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import { servePage } from '../custody/page.ts'
import type { CallServer } from '../custody/serveCall.ts'
import { hashToken } from '../custody/tokens.ts'
import type { GatewayApp } from '../gateway/environment.ts'
import { writeTime } from '../text/writeTime.ts'
import { askByMail, countStart, DEVICE_PATH, LINK_MS } from './askByMail.ts'
import { type DeviceRequest, type KnownDevice, keyOf, type Link, type Person } from './records.ts'
import type { VaultParts } from './vaultParts.ts'
import { put, remove } from './vaultStore.ts'

/** How long one call waits, in ms: shorter than what lies between lets connections stand. */
const WAIT_MS = 25_000

/** Issuer of identities that are e-mail addresses. */
export const MAIL_ISSUER = 'email'

/** Serves how a device is let in: the vault mails a link, and a person presses a button on the page behind it. */
export function serveDevices(serve: CallServer, app: GatewayApp, parts: VaultParts): void {
  const { store, keys, clock, findProject } = parts
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

  serve(startDevice, async (request) => {
    const { projectId } = request.body
    const project = findProject(projectId, request.host)
    const address = parseMailAddress(request.body.email)
    if (address === undefined) throw new CustodyRefusal('MAIL_ADDRESS_REFUSED', 'This is not one e-mail address.')
    await countStart(parts, request, projectId)
    const { subject } = address
    const contactHash = await hashContact({ projectId, issuer: MAIL_ISSUER, subject })
    const known = await store.read<Person>(keyOf.person(contactHash))
    const contact = known?.contact ?? address.address
    return {
      request: await askByMail(parts, request, project, { subject, contactHash, contact, mailSubject: subject }),
    }
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
    path: DEVICE_PATH,
    origin: parts.origin,
    mark: keys.mark,
    async find(token) {
      const link = await store.read<Link>(keyOf.link(hashToken(token)))
      const asked = link && (await store.read<DeviceRequest>(keyOf.request(link.request)))
      if (asked === undefined || asked.state !== 'waiting' || asked.until <= clock.now()) return undefined
      return { request: link?.request ?? '', asked }
    },
    show: ({ asked }, say) => ({
      title: say('letInTitle'),
      lines: [say('letInLine')],
      facts: [
        [say('site'), asked.host],
        [say('device'), asked.device],
        [say('networkAddress'), asked.clientKey === '' ? say('unknown') : asked.clientKey],
        [say('time'), writeTime(asked.askedAt)],
      ],
      warning: say('letInWarn'),
      buttons: [
        { value: 'approve', label: say('letIn') },
        { value: 'refuse', label: say('keepOut') },
      ],
    }),
    async act({ request }, value, token, say) {
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
        ? { title: say('isInTitle'), lines: [say('isInLine')] }
        : { title: say('isOutTitle'), lines: [say('isOutLine')] }
    },
  })
}
