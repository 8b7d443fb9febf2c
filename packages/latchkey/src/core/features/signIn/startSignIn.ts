import { getAccount } from '../../kernel/connections/accounts.ts'
import { getConnection } from '../../kernel/connections/connection.ts'
import { listConnections, toKey as toConnectorKey } from '../../kernel/connections/connectionList.ts'
import { signInOf } from '../../kernel/signIn/signIn.ts'
import type { Instance } from '../../types/latchkey.ts'
import { NAMESPACES } from '../../types/network.ts'
import { isSameAddress } from '../../values/namespaces.ts'
import { checkSignIn } from './checkSignIn.ts'
import { createRun } from './createRun.ts'
import { endRun, freeRun } from './endRun.ts'
import { endSignIns } from './endSignIns.ts'
import type { LiveSignIn } from './liveSignIn.ts'
import { readSiwx } from './readSiwx.ts'
import { readSubject } from './readSubject.ts'
import { recheckSignIn } from './recheckSignIn.ts'
import { SIGN_IN_RECORD, type Subject, toKey } from './rules.ts'
import { dropSignedIn, setQuestion } from './transitions.ts'

/**
 * The instance's sign-in; begins on first use and from then on follows the account in use: a new address, another namespace, and
 * where sessions hold for one network another network, are looked at once each. Throws `OPTION_INVALID` for what is no `siwx`.
 */
export function startSignIn(instance: Instance): LiveSignIn {
  const known = instance.live.signIn
  if (known) return known
  const { stores, services, signal } = instance
  const live: LiveSignIn = {
    siwx: readSiwx(instance),
    run: undefined,
    checked: undefined,
    putOff: new Set(),
    unkept: new Map(),
    adding: new Map(),
    lastNetwork: new Map(),
  }
  instance.live.signIn = live
  const follow = (): void => followAccount(instance, live)
  const stops = [
    stores.connection.watch((now, before) => {
      const kept = listConnections(now).map(({ connector }) => toConnectorKey(connector))
      const gone = listConnections(before).filter(({ connector }) => !kept.includes(toConnectorKey(connector)))
      // What this page leaves by itself was ended before.
      if (gone.length > 0) void endSignIns(instance, live, gone)
      follow()
    }),
    signInOf(instance).watch(follow),
    stores.accounts.watch(follow),
    stores.networks.watch(follow),
    stores.modal.watch(({ open }, before) => {
      if (!open && before.open) putOffWithModal(instance, live)
    }),
    services.storage.watch((name) => {
      if (name === SIGN_IN_RECORD) void recheckSignIn(instance, live)
    }),
  ]
  signal.addEventListener(
    'abort',
    () => {
      for (const stop of stops) stop()
      if (live.run) endRun(instance, live, live.run)
    },
    { once: true },
  )
  follow()
  return live
}

/** Holds what is kept against the account in use, and looks at an account that was not looked at. */
export function followAccount(instance: Instance, live: LiveSignIn): void {
  const { stores, signal } = instance
  if (signal.aborted) return
  forgetLost(instance, live)
  const subject = readSubject(instance)
  const key = subject && toKey(subject, live.siwx.scope)
  const { run } = live
  if (run && run.key !== key) endRun(instance, live, run)
  const mark = subject && key && toMark(instance, subject, key)
  if (live.checked !== mark) live.checked = undefined
  // Connecting and switching come first; both end with a change that is heard here.
  if (!subject || !key || live.run || live.checked !== undefined || stores.connection.get().attempt) return
  const next = createRun(subject, key)
  live.run = next
  live.checked = mark
  void checkSignIn(instance, live, next)
}

/**
 * What is looked at once: an account in a wallet. With the wallet that goes its sign-in may have gone, also where another one holds
 * the same account.
 */
export function toMark({ stores }: Instance, { namespace }: Subject, key: string): string {
  return `${key} ${getConnection(stores.connection.get(), namespace)?.connector.id}`
}

/** Sign-ins of accounts that are no longer in use are forgotten here; those of wallets that are gone are ended apart from this. */
function forgetLost(instance: Instance, live: LiveSignIn): void {
  const { signedIn = {} } = signInOf(instance).get()
  for (const namespace of NAMESPACES) {
    const session = signedIn[namespace]
    const account = getAccount(instance, namespace)
    if (!account) {
      for (const key of live.putOff) if (key.startsWith(namespace)) live.putOff.delete(key)
    }
    if (!session) continue
    if (account && isSameAddress(namespace, session.address, account.address)) continue
    dropSignedIn(instance, namespace)
  }
}

/** The modal was closed over the question. A required one waits for the next opening; any other is put off for this page load. */
function putOffWithModal(instance: Instance, live: LiveSignIn): void {
  const { run } = live
  const question = signInOf(instance).get().question
  if (!run || !question) return
  run.signing?.abort()
  run.signing = undefined
  if (question.required) {
    if (question.phase === 'signing') setQuestion(instance, { phase: 'idle', isSlow: undefined })
    freeRun(run)
    return
  }
  live.putOff.add(run.key)
  endRun(instance, live, run)
}
