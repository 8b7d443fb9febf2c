import { formatSignInMessage, parseSignInMessage } from '@latchkey/wire/signInMessage'
import { hideToast } from '../../flow/hideToast.ts'
import { showToast } from '../../flow/showToast.ts'
import type { SignInParameters, SignInProof } from '../../kernel/signIn/signIn.ts'
import type { Connection, SignInFields } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace, NetworkId } from '../../types/network.ts'
import type { SiwxSession } from '../../types/siwx.ts'
import { withDeadline } from '../../values/withDeadline.ts'
import { endSignIns, lookUpOthers } from './endSignIns.ts'
import type { LiveSignIn } from './liveSignIn.ts'
import { findFault, SIGN_IN_CALL_MS, toKey } from './rules.ts'
import { signOut as endSession } from './signOut.ts'
import { followAccount, startSignIn } from './startSignIn.ts'

/** How the words about a grant begin. Source: EIP-5573. */
const GRANT = 'I further authorize the stated URI'

/** No account is known before a wallet has approved; a site's service makes the text without one. */
const NOBODY = ''

/** See `SignInStep`. */
export async function settleSignIn(instance: Instance, namespace: Namespace): Promise<void> {
  const live = start(instance)
  if (!live) return
  for (;;) {
    followAccount(instance, live)
    const { run } = live
    if (!run || run.isReleased || run.subject.namespace !== namespace || instance.signal.aborted) return
    run.isLed = true
    await new Promise<void>((resolve) => run.waiters.add(resolve))
  }
}

/** See `SignInStep`. */
export function beginSignIn(instance: Instance): void {
  start(instance)
}

/** See `SignInStep`. */
export async function leaveSignIn(instance: Instance, connections: readonly Connection[]): Promise<void> {
  const { signIn: live } = instance.live
  if (!live) return
  await lookUpOthers(instance, live, connections)
  await endSignIns(instance, live, connections)
}

/** See `SignInStep`. */
export async function prepareOneClick(
  instance: Instance,
  [networkId]: readonly NetworkId[],
): Promise<SignInParameters | undefined> {
  const live = start(instance)
  if (!live || !networkId) return undefined
  const { clock, browser, logger } = instance.services
  try {
    const fields = await withDeadline({ clock, delayMs: SIGN_IN_CALL_MS, signal: instance.signal }, async (signal) =>
      live.siwx.createFields({ networkId, address: NOBODY, signal }),
    )
    const subject = { namespace: 'eip155', networkId, address: fields.address } as const
    const fault = findFault({ ...fields, networkId }, { origin: browser.origin(), subject })
    if (fault) throw new TypeError(fault.text)
    return {
      domain: fields.domain,
      uri: fields.uri,
      nonce: fields.nonce,
      statement: fields.statement,
      exp: fields.expirationTime,
      nbf: fields.notBefore,
      requestId: fields.requestId,
      resources: fields.resources,
    }
  } catch (error) {
    // The ordinary way goes on; what is wrong is said where the question is asked.
    logger.warn('A wallet cannot sign in while it connects.', { error })
    return undefined
  }
}

/** See `SignInStep`. */
export function keepOneClick(
  instance: Instance,
  auths: readonly SignInProof[],
  format: (auth: SignInProof) => string,
): void {
  const live = start(instance)
  if (!live) return
  const { scope } = live.siwx
  const { stores } = instance
  const active = stores.networks.get().activeByNamespace.eip155
  const own = auths
    .map((auth) => ({ auth, ...readIssuer(auth.p.iss) }))
    .sort((a, b) => Number(b.networkId === active) - Number(a.networkId === active))
  const [first] = own
  if (!first) return
  const add = async ({ auth, networkId, address }: (typeof own)[number]): Promise<void> => {
    const session = toSession(auth, { networkId, address }, format)
    await withDeadline(
      { clock: instance.services.clock, delayMs: SIGN_IN_CALL_MS, signal: instance.signal },
      async (signal) => live.siwx.addSession(session, signal),
    )
  }
  showToast(instance, { variant: 'loading', key: 'authenticating' })
  const toOwnKey = ({ networkId, address }: (typeof own)[number]): string =>
    toKey({ namespace: 'eip155', networkId, address }, scope)
  const key = toOwnKey(first)
  const adding = add(first).then(async () => {
    instance.track('SIWX_AUTH_SUCCESS', { network: first.networkId, isSmartAccount: false })
    // They share one nonce, which most services take once: what they do not take is asked for when it is needed.
    if (scope === 'chain') await Promise.all(own.slice(1).map((each) => add(each).catch(() => undefined)))
  })
  live.adding.set(key, adding)
  // A failure stays there until the account is looked at, which tells it.
  const end = (): void => hideToast(instance)
  adding.then(end, end)
}

/** What a CACAO says and proves, as a sign-in. Its text is what the wallet signed. */
function toSession(
  cacao: SignInProof,
  { networkId, address }: { networkId: NetworkId; address: string },
  format: (auth: SignInProof) => string,
): SiwxSession {
  const { p, s } = cacao
  const fields: SignInFields = {
    domain: p.domain,
    address,
    uri: p.aud,
    version: '1',
    networkId,
    nonce: p.nonce,
    issuedAt: p.iat,
    statement: p.statement,
    expirationTime: p.exp,
    notBefore: p.nbf,
    requestId: p.requestId,
    resources: p.resources,
  }
  // Some wallets put the words about what they grant into the statement, others leave them to the reader.
  const message = p.statement?.includes(GRANT) ? formatSignInMessage(fields) : format(cacao)
  const parsed = parseSignInMessage(message)
  return { fields: parsed.ok ? parsed.message : fields, message, signature: s.s, address, cacao }
}

/** `did:pkh:eip155:1:0x…`, with the address last. */
function readIssuer(iss: string): { networkId: NetworkId; address: string } {
  const parts = iss.split(':')
  return { networkId: parts.slice(2, 4).join(':') as NetworkId, address: parts.at(-1) ?? '' }
}

/** See `SignInStep`. */
export async function signOut(instance: Instance, namespace: Namespace): Promise<void> {
  await endSession(instance, namespace)
}

/** What was passed as `siwx` is no such thing: told once, and nobody is asked. */
function start(instance: Instance): LiveSignIn | undefined {
  try {
    return startSignIn(instance)
  } catch (cause) {
    const { said } = instance.live
    if (!said.has('siwx')) {
      said.add('siwx')
      instance.services.logger.error('The option siwx is wrong, so nobody can sign in.', { cause })
      instance.fail({ code: 'UNKNOWN_FAILURE', step: 'signIn', final: true, cause })
    }
    return undefined
  }
}
