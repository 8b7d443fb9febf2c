import { parseMailAddress } from '@latchkey/wire/custody/mailAddress'
import { admitDevice, startIdentityDevice } from '@latchkey/wire/custody/social'
import {
  DEVICE_TOKEN_SECONDS,
  DEVICE_TOKEN_TYPE,
  hashContact,
  IDENTITY_TOKEN_TYPE,
  identityClaims,
} from '@latchkey/wire/custody/tokens'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import type { CallServer } from '../custody/serveCall.ts'
import { createToken, hashToken } from '../custody/tokens.ts'
import { askByMail, countStart } from './askByMail.ts'
import { MAIL_ISSUER } from './devices.ts'
import { type KnownDevice, keyOf, type Person } from './records.ts'
import { tellPerson } from './tellPerson.ts'
import type { VaultParts } from './vaultParts.ts'
import { put } from './vaultStore.ts'

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
    const { issuer, subject } = witnessed
    const contactHash = await hashContact({ projectId, issuer, subject })
    const told = witnessed.email === undefined ? undefined : parseMailAddress(witnessed.email)
    const { known, person, isNew } = await store.change(async (read) => {
      const held = await read<Person>(keyOf.person(contactHash))
      const deviceKey = keyOf.device(contactHash, thumbprint)
      const isFirst = (await read<KnownDevice>(deviceKey)) === undefined
      const kept: Person = held ?? { projectId, subject, contact: told?.address ?? null, frozenAt: null }
      const changes = [put(keyOf.person(contactHash), kept), put(deviceKey, { at: now } satisfies KnownDevice)]
      return { changes, result: { known: held, person: kept, isNew: isFirst } }
    })
    if (known !== undefined && isNew) {
      const facts = { projectName: project.name, host: request.host, device: request.device, at: now }
      await tellPerson(parts, person, contactHash, 'device', facts)
    }
    const approval = await keys.sign({
      type: DEVICE_TOKEN_TYPE,
      issuer: parts.origin,
      audience: parts.gatewayOrigin,
      claims: { jti: createToken(), projectId, contactHash, thumbprint },
      now,
      seconds: DEVICE_TOKEN_SECONDS,
    })
    return { approval }
  })

  serve(startIdentityDevice, async (request) => {
    const { projectId } = request.body
    const project = findProject(projectId, request.host)
    const claims = await gateway.check(request.body.identity, { type: IDENTITY_TOKEN_TYPE, schema: identityClaims })
    const { issuer, subject } = claims
    const isTheirs = claims.thumbprint === request.thumbprint && claims.projectId === projectId
    // For whom there is a proof, or a mail of the vault's own, the gateway's word does not do.
    if (!isTheirs || issuer === MAIL_ISSUER || issuers.has(issuer)) {
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
