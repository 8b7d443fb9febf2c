import { isSignInUri, parseSignInMessage } from '@latchkey/wire/signInMessage'
import { FailureError } from '../../errors/failure.ts'
import { hideToast } from '../../flow/hideToast.ts'
import { showAlert } from '../../flow/showAlert.ts'
import type { ToastKey } from '../../flow/toast.ts'
import { listConnections } from '../../kernel/connections/connectionList.ts'
import { nameFailure } from '../../kernel/nameFailure.ts'
import { whileAsked } from '../../kernel/requests/asked.ts'
import { demandConnection } from '../../kernel/requests/demandConnection.ts'
import { signInOf } from '../../kernel/signIn/signIn.ts'
import type { Adapter, Connection, SignedMessage } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { SiwxSession } from '../../types/siwx.ts'
import { isSameAddress, NAMESPACE_RECORDS } from '../../values/namespaces.ts'
import { findTwin } from '../../values/twinNetworkId.ts'
import { withDeadline } from '../../values/withDeadline.ts'
import { toContext, toProperties } from './describeRun.ts'
import { leaveRun } from './endRun.ts'
import { failQuestion, isSpent } from './failQuestion.ts'
import { fetchSession } from './fetchSession.ts'
import type { LiveSignIn, PreparedText, SignInRun } from './liveSignIn.ts'
import { findPrepared, prepare } from './prepareSignIn.ts'
import { revokeSessions } from './revokeSessions.ts'
import { findFault, isContractSignature, SIGN_IN_CALL_MS, SIGN_IN_RECORD, SLOW_WALLET_MS } from './rules.ts'
import { toSignInFailure } from './toSignInFailure.ts'
import { keepSignedIn, setQuestion } from './transitions.ts'

/**
 * Has the wallet sign the text of the question, the site's service check it and keep a session, and leaves the view. What goes
 * wrong is shown where it was asked. Never rejects.
 */
export async function signIn(instance: Instance): Promise<void> {
  const live = instance.live.signIn
  const run = live?.run
  const question = signInOf(instance).get().question
  if (!live || !run || !question || question.phase === 'signing' || question.phase === 'cancelling') return
  instance.track('CLICK_SIGN_SIWX_MESSAGE', toProperties(run))
  hideToast(instance)
  if (isSpent(live, run)) {
    failQuestion(instance, live, run, notKept(instance, run))
    return
  }
  const signing = new AbortController()
  run.signing = signing
  setQuestion(instance, { phase: 'signing', error: undefined })
  const isLeft = (): boolean => signing.signal.aborted || run.over.signal.aborted
  const fail = (error: FailureError, toast?: ToastKey): void => {
    if (error.code === 'SITE_REFUSED') showAlert(instance, 'INVALID_APP_CONFIGURATION', error.code)
    if (error.code === 'CLOCK_WRONG') showAlert(instance, 'SESSION_EXPIRED', error.code)
    if (!isLeft()) failQuestion(instance, live, run, error, toast)
  }

  let prepared: PreparedText
  try {
    // One that is there already is signed within the tap: later a browser would hold back the wallet's window.
    prepared = findPrepared(instance, run) ?? (await prepare(instance, live, run))
  } catch (error) {
    fail(toSignInFailure(error, toContext(instance, run)))
    return
  }
  if (isLeft()) return

  let signed: SiwxSession
  try {
    signed = readSaid(instance, run, { prepared, signed: await askWallet(instance, run, prepared) })
  } catch (error) {
    const failure = error instanceof FailureError ? error : nameRefusal(instance, run, error)
    fail(failure, toToast(run, failure))
    return
  }
  if (isLeft()) return

  // Whatever the verdict, the nonce is used up. From here on it is the service's word: whoever only closes the modal has signed.
  run.prepared = undefined
  const isOver = (): boolean =>
    run.isCancelled || run.over.signal.aborted || signInOf(instance).get().question?.phase === 'cancelling'
  const { clock } = instance.services
  try {
    // Not ended with the question: a service that is not heard out may keep a session that nobody knows of.
    await withDeadline({ clock, delayMs: SIGN_IN_CALL_MS, signal: instance.signal }, async (within) =>
      live.siwx.addSession(signed, within),
    )
    if (isOver()) {
      await endUnwanted(instance, live, run)
      return
    }
    const session = await fetchSession(instance, live, run.subject, run.over.signal)
    if (isOver()) return
    if (!session) throw notKept(instance, run)
    keepSignedIn(instance, live, run, session)
  } catch (error) {
    const failure = toSignInFailure(error, toContext(instance, run))
    if (failure.code === 'SIGNATURE_UNVERIFIED') sayUnverified(instance, run, signed.signature)
    if (failure.code === 'SIGN_IN_NOT_KEPT') live.unkept.set(run.key, (live.unkept.get(run.key) ?? 0) + 1)
    fail(failure, toToast(run, failure))
    return
  }
  finishSignIn(instance, live, run)
}

/** Ends a session that came when the visitor had cancelled already, or when their wallet had gone. */
async function endUnwanted(instance: Instance, live: LiveSignIn, { subject, isCancelled }: SignInRun): Promise<void> {
  const { namespace, address } = subject
  const isHere = listConnections(instance.stores.connection.get(), namespace).some(({ accounts }) =>
    accounts.some((account) => isSameAddress(namespace, account.address, address)),
  )
  if (isCancelled || !isHere) await revokeSessions(instance, live, [subject])
}

/** Tells everybody that an account has signed in, and leaves the view. */
export function finishSignIn(instance: Instance, live: LiveSignIn, run: SignInRun): void {
  instance.track('SIWX_AUTH_SUCCESS', toProperties(run))
  live.unkept.delete(run.key)
  // Other tabs look again, and take their question away.
  instance.services.storage.set(SIGN_IN_RECORD, String(instance.services.clock.now()))
  leaveRun(instance, live, run)
}

/** Asks the wallet: by its own sign-in where it has one, else for a signature. After 20 s the view says where to look. */
async function askWallet(instance: Instance, run: SignInRun, prepared: PreparedText): Promise<SignedMessage> {
  const { subject } = run
  const { connection, adapter } = demandConnection(instance, subject.namespace)
  const stopTimer = instance.services.clock.after(SLOW_WALLET_MS, () => setQuestion(instance, { isSlow: true }))
  try {
    const signed = await whileAsked(instance, connection.connector, () =>
      request(adapter, connection, { subject, prepared }),
    )
    if (isSameAddress(subject.namespace, signed.address, subject.address)) {
      return signed
    }
    const { otherSigner } = NAMESPACE_RECORDS[subject.namespace]
    throw new FailureError(otherSigner, 'Another account than the one in use has signed.', toContext(instance, run))
  } finally {
    stopTimer()
  }
}

/**
 * What was signed, as the text says it. A wallet's own sign-in may word it otherwise, but not for another site, account, network
 * or nonce; a form that is not ours to read is left to the service, which checks it in any case.
 */
function readSaid(
  instance: Instance,
  run: SignInRun,
  { prepared: { fields, message }, signed }: { prepared: PreparedText; signed: SignedMessage },
): SiwxSession {
  if (signed.message === message) return { ...signed, fields }
  const origin = instance.services.browser.origin()
  const parsed = parseSignInMessage(signed.message)
  if (!parsed.ok && !namesOther(signed.message, fields.domain, origin)) return { ...signed, fields }
  if (!parsed.ok) throw otherText(instance, run, parsed.problem)
  const said = parsed.message
  const { subject } = run
  const networkId = findTwin([said.networkId], subject.networkId)
  const fault = findFault(said, { origin, subject: { ...subject, networkId } })
  if (!fault && said.nonce === fields.nonce) return { ...signed, fields: said }
  throw otherText(instance, run, fault?.text)
}

/** Whether a text in any form says that it is for another site, or names a URI that is not of this one. */
function namesOther(text: string, domain: string, origin: string): boolean {
  const [, named = domain] = /^(\S+) wants you to sign in/m.exec(text) ?? []
  return named !== domain || [...text.matchAll(/^URI: (.*)$/gm)].some(([, uri]) => !isSignInUri(uri, origin))
}

function otherText(instance: Instance, run: SignInRun, reason = ''): FailureError {
  instance.services.logger.error(`The wallet signed another text than it was given. ${reason}`)
  return new FailureError('SIGNATURE_UNVERIFIED', 'The wallet signed another text.', toContext(instance, run))
}

async function request(
  adapter: Adapter,
  connection: Connection,
  { subject: { address }, prepared: { fields, message } }: { subject: SignInRun['subject']; prepared: PreparedText },
): Promise<SignedMessage> {
  const own = adapter.signIn?.(connection, fields)
  // Within the tap, where nothing has to be awaited.
  const signed = own && (await own)
  if (signed) return signed
  return { message, signature: await adapter.signMessage(connection, message), address }
}

function nameRefusal(instance: Instance, run: SignInRun, error: unknown): FailureError {
  const { connection } = demandConnection(instance, run.subject.namespace)
  return nameFailure(instance, connection.connector, error, toContext(instance, run))
}

function notKept(instance: Instance, run: SignInRun): FailureError {
  instance.services.logger.error(
    'The site verified a sign-in and kept no session. Look at its cookie: on another site than this page it needs SameSite=None and Secure.',
  )
  return new FailureError('SIGN_IN_NOT_KEPT', 'The site did not keep the sign-in.', toContext(instance, run))
}

/** Tells a developer what a server must know to check such a signature (F-33). */
function sayUnverified(instance: Instance, { subject }: SignInRun, signature: string): void {
  instance.services.logger.error(
    isContractSignature(subject.namespace, signature)
      ? 'This signature is a smart wallet’s. Only a server that knows ERC-1271 and ERC-6492 can check it.'
      : 'The signature did not hold. If the account is a smart wallet, the server must know ERC-1271 and ERC-6492.',
  )
}

function toToast({ subject }: SignInRun, { code }: FailureError): ToastKey | undefined {
  if (code === 'USER_REJECTED') return 'signatureDeclined'
  if (subject.accountType === 'smartAccount' || code === 'SIGNATURE_UNVERIFIED') return 'smartAccountUnsupported'
  // What is no matter of the signature is said by the view alone.
  const isOfService = code === 'SIGN_IN_SERVICE_DOWN' || code === 'SIGN_IN_NOT_KEPT' || code === 'SITE_REFUSED'
  return isOfService ? undefined : 'signMessageFailed'
}
