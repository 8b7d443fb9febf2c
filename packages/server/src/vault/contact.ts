import { confirmContact, startContactChange } from '@latchkey/wire/custody/email'
import { parseMailAddress } from '@latchkey/wire/custody/mailAddress'
import { hashContact, type LoginClaims } from '@latchkey/wire/custody/tokens'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import { CODE_TRIES, codeText, createCode, isSameMark } from '../custody/codes.ts'
import { servePage } from '../custody/page.ts'
import type { CallServer } from '../custody/serveCall.ts'
import { createToken, hashToken } from '../custody/tokens.ts'
import { UNDO_EMAIL_MS, WINDOWS } from '../custody/windows.ts'
import type { GatewayApp } from '../gateway/environment.ts'
import { addressMail, changedMail } from '../mail/texts.ts'
import type { Change } from '../storage/keyValueStore.ts'
import { readClaims } from './claims.ts'
import { MAIL_ISSUER } from './devices.ts'
import { type ContactChange, type KeptShare, type KnownDevice, keyOf, type Person, type Undo } from './records.ts'
import { requestFacts } from './requestFacts.ts'
import type { VaultParts } from './vaultParts.ts'
import { put, type Read, remove } from './vaultStore.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long a code is good. Source: SEC-57. */
const CODE_MS = 10 * MINUTE_MS

/** Where the link in the mail to the old address leads; the token follows. */
const PATH = '/undo-email'

/** A person with an address. */
type Reached = Person & { readonly contact: string }

/** What typing a code came to: who was told of the change, where it was the second one. */
type Tried = 'over' | 'one' | { readonly triesLeft: number } | Reached

/** Serves the vault's part of a change of the address, which follows the gateway's by codes of its own. Source: SEC-65. */
export function serveContact(serve: CallServer, app: GatewayApp, parts: VaultParts): void {
  const { store, keys, post, clock, publicUrl, noteOrRefuse, limitStarts } = parts

  /**
   * The change that an assertion names, and the person whom it concerns. The gateway has settled it by then, so the new address is
   * nobody else's.
   */
  async function readChange(read: Read, claims: LoginClaims) {
    const { change } = claims
    if (change === undefined || change.to !== claims.contactHash) {
      throw new CustodyRefusal('CHALLENGE_OVER', 'The gateway has made no such change.')
    }
    const after = await read<Person>(keyOf.person(change.to))
    return { change, after, isDone: after?.change?.id === change.id }
  }

  serve(startContactChange, async (request) => {
    const claims = await readClaims(parts, request)
    const { projectId, project } = claims
    const { change, isDone } = await readChange(store.read, claims)
    if (isDone) return { isDone }
    const address = parseMailAddress(request.body.email)
    const identity = { projectId, issuer: MAIL_ISSUER, subject: address?.subject ?? '' }
    if (address === undefined || (await hashContact(identity)) !== change.to) {
      throw new CustodyRefusal('MAIL_ADDRESS_REFUSED', 'This is not the address of the change.')
    }
    const person = await findFormer(store.read, claims, change.from)
    limitStarts(projectId)
    await noteOrRefuse(`mail\n${projectId}\n${person.subject}`, WINDOWS.mail)
    await noteOrRefuse(`mail\n${projectId}\n${address.subject}`, WINDOWS.mail)
    const now = clock.now()
    const codes = { old: createCode(), new: createCode() }
    const asked: ContactChange = {
      ...change,
      thumbprint: request.thumbprint,
      subject: address.subject,
      contact: address.address,
      old: { mark: await markOf(change.id, 'old', codes.old), tries: 0, isConfirmed: false },
      new: { mark: await markOf(change.id, 'new', codes.new), tries: 0, isConfirmed: false },
      until: now + CODE_MS,
    }
    await store.change(async () => ({ changes: [put(keyOf.change(change.id), asked)], result: undefined }))
    const facts = requestFacts(request, project, now)
    const tell = (which: 'old' | 'new', to: string) => {
      const given = { code: codes[which], minutes: CODE_MS / MINUTE_MS, sender: 'vault' as const, address: which }
      post.post({ to, ...addressMail(facts, given) }, 'code')
    }
    tell('old', person.contact)
    tell('new', address.address)
    return { isDone: false }
  })

  serve(confirmContact, async (request) => {
    const claims = await readClaims(parts, request)
    const { change, isDone } = await readChange(store.read, claims)
    if (isDone) return { isDone }
    const { address: which, code } = request.body
    const mark = await markOf(change.id, which, code)
    const undo = createToken()
    const outcome = await store.change<Tried>(async (read) => {
      const key = keyOf.change(change.id)
      const asked = await read<ContactChange>(key)
      const isTheirs = asked?.thumbprint === request.thumbprint && asked.until > clock.now()
      if (!isTheirs || asked[which].tries >= CODE_TRIES) return { changes: [], result: 'over' }
      const tries = asked[which].tries + 1
      const isRight = isSameMark(mark, asked[which].mark)
      const next: ContactChange = {
        ...asked,
        [which]: { ...asked[which], tries, isConfirmed: isRight || asked[which].isConfirmed },
      }
      if (!isRight) return { changes: [put(key, next)], result: { triesLeft: CODE_TRIES - tries } }
      if (!next.old.isConfirmed || !next.new.isConfirmed) return { changes: [put(key, next)], result: 'one' }
      const person = await findFormer(read, claims, change.from)
      const moved = await move(read, person, next, hashToken(undo))
      return { changes: [...moved, remove(key)], result: person }
    })
    if (outcome === 'over') throw new CustodyRefusal('CHALLENGE_OVER', 'There is no such change, or it is over.')
    if (outcome === 'one') return { isDone: false }
    if ('triesLeft' in outcome) {
      throw new CustodyRefusal('CODE_REFUSED', 'The code is wrong.', {
        facts: { triesLeft: String(outcome.triesLeft) },
      })
    }
    const facts = requestFacts(request, claims.project, clock.now())
    const link = `${publicUrl}${PATH}/${undo}`
    post.post({ to: outcome.contact, ...changedMail(facts, { link, hours: UNDO_EMAIL_MS / HOUR_MS }) }, 'notice')
    return { isDone: true }
  })

  const markOf = (id: string, which: string, code: string): Promise<string> =>
    keys.mark(codeText(`contact\n${id}\n${which}`, code))

  /** Who is known by the old address, where this device was let in. Throws `CustodyRefusal`. */
  async function findFormer(read: Read, claims: LoginClaims, from: string): Promise<Reached> {
    const person = await read<Person>(keyOf.person(from))
    const contact = person?.contact ?? null
    const device = await read<KnownDevice>(keyOf.device(from, claims.thumbprint))
    if (person === undefined || contact === null || device === undefined) {
      throw new CustodyRefusal('DEVICE_NOT_APPROVED', 'The vault has not let this device in.')
    }
    if (person.frozenAt !== null) throw new CustodyRefusal('WALLET_FROZEN', 'The wallet is frozen.')
    const wait = (person.change?.at ?? 0) + UNDO_EMAIL_MS - clock.now()
    if (wait > 0) throw new CustodyRefusal('TOO_OFTEN', 'The address was changed lately.', { retryAfterMs: wait })
    return { ...person, contact }
  }

  /** Everything of a person under the new address, in one write with the link that takes it back. */
  async function move(read: Read, person: Reached, asked: ContactChange, undoHash: string): Promise<readonly Change[]> {
    const { id, from, to, subject, contact } = asked
    const now = clock.now()
    const there = await read<Person>(keyOf.person(to))
    const next: Person = {
      ...person,
      subject,
      contact,
      frozenAt: person.frozenAt ?? there?.frozenAt ?? null,
      change: { id, at: now },
    }
    const undo: Undo = { id, from, to, subject: person.subject, contact: person.contact, until: now + UNDO_EMAIL_MS }
    return [
      ...(await moveAll(from, to)),
      remove(keyOf.person(from)),
      put(keyOf.person(to), next),
      put(keyOf.undo(undoHash), undo),
    ]
  }

  /** Devices and halves under another address; a device that is known there by a later mail stays as it is. */
  async function moveAll(from: string, to: string, isKept = (_device: KnownDevice) => true): Promise<Change[]> {
    const changes: Change[] = []
    const there = new Map<string, KnownDevice>()
    await store.each<KnownDevice>(keyOf.devices(to), (key, device) => void there.set(key, device))
    await store.each<KnownDevice>(keyOf.devices(from), (key, device) => {
      const moved = `${keyOf.devices(to)}${key.slice(keyOf.devices(from).length)}`
      changes.push(remove(key))
      if (isKept(device) && (there.get(moved)?.at ?? 0) < device.at) changes.push(put(moved, device))
    })
    await store.each<KeptShare>(keyOf.shares(from), (key, share) => {
      changes.push(remove(key), put(keyOf.share(to, share.walletId, share.version), share))
    })
    return changes
  }

  async function readUndo(read: Read, token: string): Promise<Undo | undefined> {
    const undo = await read<Undo>(keyOf.undo(hashToken(token)))
    const person = undo && (await read<Person>(keyOf.person(undo.to)))
    return undo !== undefined && undo.until > clock.now() && person?.change?.id === undo.id ? undo : undefined
  }

  servePage<Undo>(app, {
    name: 'undoEmail',
    path: PATH,
    origin: parts.origin,
    mark: keys.mark,
    find: (token) => readUndo(store.read, token),
    show: (_found, say) => ({
      title: say('undoTitle'),
      lines: [say('undoVaultLine')],
      buttons: [{ value: 'undo', label: say('undoVault') }],
    }),
    async act(_found, _value, token, say) {
      const isDone = await store.change(async (read) => {
        // Looked at again: the button may be pressed twice at once.
        const undo = await readUndo(read, token)
        const person = undo && (await read<Person>(keyOf.person(undo.to)))
        if (undo === undefined || person === undefined) return { changes: [], result: false }
        const { from, to, subject, contact } = undo
        const { change, ...rest } = person
        const back: Person = { ...rest, subject, contact, frozenAt: clock.now() }
        // Devices that came in by the new address stay out.
        const changes = await moveAll(to, from, (device) => device.at <= (change?.at ?? 0))
        return {
          changes: [
            ...changes,
            remove(keyOf.person(to)),
            put(keyOf.person(from), back),
            remove(keyOf.undo(hashToken(token))),
          ],
          result: true,
        }
      })
      return isDone ? { title: say('undoneVaultTitle'), lines: [say('close')] } : undefined
    },
  })
}
