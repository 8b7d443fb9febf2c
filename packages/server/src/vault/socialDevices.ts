import { parseMailAddress } from '@latchkey/wire/custody/mailAddress'
import {
  admitDevice,
  admitFarcaster,
  commitPlainNonce,
  startIdentityDevice,
  startKnownDevice,
} from '@latchkey/wire/custody/social'
import {
  DEVICE_TOKEN_SECONDS,
  DEVICE_TOKEN_TYPE,
  hashContact,
  IDENTITY_TOKEN_TYPE,
  identityClaims,
} from '@latchkey/wire/custody/tokens'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import { checkFarcaster, FarcasterAwayError } from '../custody/checkFarcaster.ts'
import type { CallRequest, CallServer } from '../custody/serveCall.ts'
import { createToken, hashToken } from '../custody/tokens.ts'
import { RequestError } from '../RequestError.ts'
import { askByMail, countStart } from './askByMail.ts'
import { readClaims } from './claims.ts'
import { MAIL_ISSUER } from './devices.ts'
import { type KnownDevice, keyOf, type Person } from './records.ts'
import { requestFacts } from './requestFacts.ts'
import { tellPerson } from './tellPerson.ts'
import type { VaultParts, VaultProject } from './vaultParts.ts'
import { put } from './vaultStore.ts'

/** Issuer of whoever logs in by Farcaster. */
const FARCASTER = 'farcaster'

/** How long a token that let a device in is remembered, in ms: longer than it is good. */
const USED_MS = 30 * 60_000

/**
 * Serves how a device is let in after a login by another service. What an issuer of the vault's own configuration signed for the device
 * lets it in at once; of everybody else the gateway's word is no more than a name, and a link goes to the address that the vault keeps.
 * Source: SEC-66 to SEC-68, spec 5.3.
 */
export function serveSocialDevices(serve: CallServer, parts: VaultParts): void {
  const { store, keys, clock, issuers, gateway, takeOnce, findProject } = parts

  serve(admitDevice, async (request) => {
    const { projectId, idToken, nonce } = request.body
    const project = findProject(projectId, request.host)
    await countStart(parts, request, projectId)
    const { thumbprint } = request
    const witnessed = await issuers.check({ idToken, nonce, thumbprint })
    const now = clock.now()
    const refusal = new CustodyRefusal('TOKEN_REFUSED', 'The ID token was used.')
    // By its nonce: a signature may be written in several ways.
    if (!(await takeOnce(hashToken(`id token\n${witnessed.issuer}\n${witnessed.nonce}`), now + USED_MS))) throw refusal
    return { approval: await letIn(request, project, witnessed) }
  })

  serve(admitFarcaster, async (request) => {
    const { projectId, message, signature, nonce: own } = request.body
    const project = findProject(projectId, request.host)
    await countStart(parts, request, projectId)
    const refusal = new CustodyRefusal('TOKEN_REFUSED', 'The signature does not let this device in.')
    const { farcasterRpc: rpcUrl } = parts
    if (rpcUrl === undefined) throw refusal
    const now = clock.now()
    const nonce = await commitPlainNonce(request.thumbprint, own)
    const { host } = request
    const fid = await checkFarcaster({ message, signature, host, nonce, rpcUrl, now }).catch((error: unknown) => {
      if (!(error instanceof FarcasterAwayError)) throw error
      throw new RequestError('NOT_READY', 'The node that knows accounts of Farcaster is away.', {
        retryAfterSeconds: 5,
      })
    })
    if (fid === undefined || !(await takeOnce(hashToken(`farcaster\n${nonce}`), now + USED_MS))) throw refusal
    return { approval: await letIn(request, project, { issuer: FARCASTER, subject: fid, email: undefined }) }
  })

  /** Lets the device of a request in as this person. Gives the approval for the gateway. */
  async function letIn(
    request: CallRequest<unknown>,
    project: VaultProject,
    who: { readonly issuer: string; readonly subject: string; readonly email: string | undefined },
  ): Promise<string> {
    const { thumbprint } = request
    const { issuer, subject, email } = who
    const projectId = project.id
    const now = clock.now()
    const contactHash = await hashContact({ projectId, issuer, subject })
    const told = email === undefined ? undefined : parseMailAddress(email)
    const { known, person, isNew } = await store.change(async (read) => {
      const held = await read<Person>(keyOf.person(contactHash))
      const deviceKey = keyOf.device(contactHash, thumbprint)
      const isFirst = (await read<KnownDevice>(deviceKey)) === undefined
      const kept: Person = held ?? { projectId, subject, contact: told?.address ?? null, frozenAt: null }
      const changes = [put(keyOf.person(contactHash), kept), put(deviceKey, { at: now } satisfies KnownDevice)]
      return { changes, result: { known: held, person: kept, isNew: isFirst } }
    })
    if (known !== undefined && isNew) {
      await tellPerson(parts, person, contactHash, 'device', requestFacts(request, project, now))
    }
    return keys.sign({
      type: DEVICE_TOKEN_TYPE,
      issuer: parts.origin,
      audience: parts.gatewayOrigin,
      claims: { jti: createToken(), projectId, contactHash, thumbprint },
      now,
      seconds: DEVICE_TOKEN_SECONDS,
    })
  }

  serve(startKnownDevice, async (request) => {
    const { contactHash, project } = await readClaims(parts, request)
    await countStart(parts, request, project.id)
    const person = await store.read<Person>(keyOf.person(contactHash))
    const address = parseMailAddress(person?.contact ?? '')
    if (person === undefined || address === undefined) {
      throw new CustodyRefusal('EMAIL_NEEDED', 'The vault keeps no address of this person.')
    }
    const asked = {
      subject: person.subject,
      contactHash,
      contact: person.contact ?? address.address,
      mailSubject: address.subject,
    }
    return { request: await askByMail(parts, request, project, asked) }
  })

  serve(startIdentityDevice, async (request) => {
    const { projectId } = request.body
    const project = findProject(projectId, request.host)
    const claims = await gateway.check(request.body.identity, { type: IDENTITY_TOKEN_TYPE, schema: identityClaims })
    const { issuer, subject } = claims
    const isTheirs = claims.thumbprint === request.thumbprint && claims.projectId === projectId
    // For whom there is a proof, or a mail of the vault's own, the gateway's word does not do.
    if (!isTheirs || issuer === MAIL_ISSUER || issuer === FARCASTER || issuers.has(issuer)) {
      throw new CustodyRefusal('TOKEN_REFUSED', 'The identity does not hold here.')
    }
    await countStart(parts, request, projectId)
    const contactHash = await hashContact({ projectId, issuer, subject })
    const known = await store.read<Person>(keyOf.person(contactHash))
    const written = known?.contact ?? claims.email ?? request.body.email
    if (written === undefined) throw new CustodyRefusal('EMAIL_NEEDED', 'An address is needed for the first device.')
    const address = parseMailAddress(written)
    if (address === undefined) throw new CustodyRefusal('MAIL_ADDRESS_REFUSED', 'This is not one e-mail address.')
    const contact = known?.contact ?? address.address
    const person = { subject, contactHash, contact, mailSubject: address.subject }
    return { request: await askByMail(parts, request, project, person), sentTo: hideMost(contact) }
  })
}

/** An address that its owner knows again, and nobody else learns: `a…@example.com`. */
function hideMost(address: string): string {
  const [first = ''] = address
  return `${first}…${address.slice(address.lastIndexOf('@'))}`
}
