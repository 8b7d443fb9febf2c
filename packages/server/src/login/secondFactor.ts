import { type PasskeyProof, setSecondFactor, startSecondFactor } from '@latchkey/wire/custody/secondFactor'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import type { CallServer } from '../custody/serveCall.ts'
import { hashToken } from '../custody/tokens.ts'
import { isDeviceOf, type StoredUser, useOnce } from '../storage/login.ts'
import { advancePasskey, listPasskeys, markSecondFactor } from '../storage/passkeys.ts'
import { findWalletOf, type StoredPasskey } from '../storage/wallets.ts'
import { type CallPage, factsOf } from './callPage.ts'
import { checkPasskey } from './checkPasskey.ts'
import { createHalves } from './halves.ts'
import type { LoginParts } from './loginParts.ts'
import { requireStepUp } from './sessions.ts'

/** How long a challenge is good, in ms. */
const CHALLENGE_MS = 5 * 60_000

/** A passkey whose signatures can be checked. */
type Provable = StoredPasskey & { readonly publicKey: string }

type Parts = Pick<LoginParts, 'storage' | 'keys' | 'clock' | 'frameOrigin' | 'audit'>

/**
 * Wants a passkey of whoever logs in on a device that is new, where their wallet says so. `challengeId` names the login. Throws
 * `CustodyRefusal`: PASSKEY_NEEDED with what is to be signed, PASSKEY_REFUSED.
 */
export async function demandSecondFactor(
  parts: Parts,
  login: {
    readonly user: StoredUser | undefined
    readonly challengeId: string
    readonly page: CallPage
    readonly thumbprint: string
    readonly proof: PasskeyProof | undefined
  },
): Promise<void> {
  const { storage, audit } = parts
  const { user, challengeId, page, thumbprint, proof } = login
  if (user === undefined || (await isDeviceOf(storage, user.id, thumbprint))) return
  const wallet = await findWalletOf(storage, user.id)
  if (wallet?.secondFactor !== true) return
  const passkeys = await listProvable(parts, wallet.id)
  // Whoever removed the last one did so on a device that was let in, after a fresh code.
  if (passkeys.length === 0) return
  const subject = `login\n${challengeId}`
  if (proof === undefined) {
    const { credentialIds, ...asked } = await ask(parts, subject, passkeys)
    throw new CustodyRefusal('PASSKEY_NEEDED', 'This device is new: a passkey is needed as well.', {
      facts: { challenge: asked.challenge, until: String(asked.until), credentialIds: credentialIds.join(' ') },
    })
  }
  try {
    await usePasskey(parts, { subject, passkeys, proof, page })
  } catch (error) {
    await audit.add(user.id, 'failure', { host: page.host })
    throw error
  }
}

/** Serves turning it on and off. Source: SEC-81. */
export function serveSecondFactor(serve: CallServer, parts: LoginParts): void {
  const { storage, sessions, audit, notices, clock, readPage } = parts
  const { findLive } = createHalves(parts)

  serve(startSecondFactor, async (request) => {
    const session = await sessions.find(request, readPage(request))
    const wallet = await findWalletOf(storage, session.userId)
    const passkeys = wallet === undefined ? [] : await listProvable(parts, wallet.id)
    return ask(parts, `session\n${session.id}`, passkeys)
  })

  serve(setSecondFactor, async (request) => {
    const page = readPage(request)
    const session = await sessions.find(request, page)
    requireStepUp(session, 'recovery', clock.now())
    const { walletId, proof } = request.body
    const wallet = await findLive(session, walletId)
    if (proof !== null) {
      const passkeys = await listProvable(parts, wallet.id)
      await usePasskey(parts, { subject: `session\n${session.id}`, passkeys, proof, page })
    }
    const isOn = proof !== null
    if (wallet.secondFactor === isOn) return {}
    await markSecondFactor(storage, walletId, isOn)
    const { host, device } = session
    const kind = isOn ? 'secondFactor' : 'secondFactorOff'
    await audit.add(session.userId, kind, { host, device })
    const user = await parts.readOwner(session)
    await notices.tell(user, kind, factsOf(page, { host, device }, clock.now()))
    return {}
  })
}

async function listProvable({ storage }: Parts, walletId: string): Promise<readonly Provable[]> {
  const held = await listPasskeys(storage, walletId)
  return held.filter((passkey): passkey is Provable => passkey.publicKey !== null)
}

/** Nothing is kept of a challenge: it is a mark over what it is for and its end. */
const toChallenge = ({ keys }: Parts, subject: string, until: number): Promise<string> =>
  keys.mark(`passkey\n${until}\n${subject}`)

async function ask(parts: Parts, subject: string, passkeys: readonly Provable[]) {
  const until = parts.clock.now() + CHALLENGE_MS
  const challenge = await toChallenge(parts, subject, until)
  return { challenge, until, credentialIds: passkeys.map(({ credentialId }) => credentialId) }
}

/** Takes what a passkey signed, once. Throws `CustodyRefusal` PASSKEY_REFUSED. */
async function usePasskey(
  parts: Parts,
  given: {
    readonly subject: string
    readonly passkeys: readonly Provable[]
    readonly proof: PasskeyProof
    readonly page: CallPage
  },
): Promise<void> {
  const { storage, clock, frameOrigin } = parts
  const { subject, passkeys, proof, page } = given
  const refusal = new CustodyRefusal('PASSKEY_REFUSED', 'The passkey does not hold for this.')
  const now = clock.now()
  const passkey = passkeys.find(({ credentialId }) => credentialId === proof.credentialId)
  if (passkey === undefined || proof.until <= now || proof.until > now + CHALLENGE_MS) throw refusal
  const challenge = await toChallenge(parts, subject, proof.until)
  const wanted = { publicKey: passkey.publicKey, challenge, origin: frameOrigin, topOrigin: page.host }
  const count = checkPasskey(proof, wanted)
  if (count === undefined) throw refusal
  if (!(await useOnce(storage, hashToken(`passkey\n${challenge}`), proof.until))) throw refusal
  // One whose counter stands still or goes back has a copy somewhere; those that do not count say 0 always.
  if (!(await advancePasskey(storage, { walletId: passkey.walletId, holder: passkey.holder, count }))) throw refusal
}
