import { getConnection } from '../../kernel/connections/connection.ts'
import { listConnections, toKey as toConnectorKey } from '../../kernel/connections/connectionList.ts'
import { signInOf } from '../../kernel/signIn/signIn.ts'
import type { Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import { isSameAddress } from '../../values/namespaces.ts'
import { withDeadline } from '../../values/withDeadline.ts'
import { fetchSession } from './fetchSession.ts'
import type { LiveSignIn } from './liveSignIn.ts'
import { REVOKE_LIMIT_MS, revokeSessions } from './revokeSessions.ts'
import { SIGN_IN_RECORD, toPerson } from './rules.ts'
import { dropSignedIn } from './transitions.ts'

type Person = { readonly address: string }

/**
 * Ends the sign-ins of accounts whose connections are left or gone, where the site wants that. An account that another wallet holds
 * as well stays signed in, unless it was in use here. Never rejects.
 */
export async function endSignIns(
  instance: Instance,
  live: LiveSignIn,
  connections: readonly Connection[],
): Promise<void> {
  const { connection: store } = instance.stores
  const { signedIn = {} } = signInOf(instance).get()
  const leaving = connections.map(({ connector }) => toConnectorKey(connector))
  const endings = [...new Set(connections.map(({ connector }) => connector.namespace))].flatMap((namespace) => {
    const staying = listConnections(store.get(), namespace).filter(
      ({ connector }) => !leaving.includes(toConnectorKey(connector)),
    )
    const current = getConnection(store.get(), namespace)
    const isUseLeft = current !== undefined && !staying.includes(current)
    // Whoever was in use here before may be an account that its wallet does not even share any more.
    const known = [...live.lastNetwork].flatMap(([person, networkId]) =>
      person.startsWith(`${namespace}/`) ? [{ networkId, address: person.slice(namespace.length + 1) }] : [],
    )
    const session = signedIn[namespace]
    const isSession = isSameAs(namespace, session)
    const isLeft = (person: Person): boolean =>
      (isUseLeft && isSession(person)) || !staying.some(({ accounts }) => accounts.some(isSameAs(namespace, person)))
    const ended = [
      ...(session ? [{ networkId: session.fields.networkId, address: session.address }] : []),
      ...known.filter((person) => !isSession(person)),
    ].filter(isLeft)
    // First, so that nobody takes the connection's end for a reason to end it again.
    if (ended.some(isSession)) dropSignedIn(instance, namespace)
    for (const { address } of ended) live.lastNetwork.delete(toPerson({ namespace, address }))
    return ended
  })
  if (endings.length === 0) return
  await revokeSessions(instance, live, endings)
  instance.services.storage.set(SIGN_IN_RECORD, String(instance.services.clock.now()))
}

/**
 * What an earlier page load may have kept of a connection beside the one in use: its first account is looked up, so that it is
 * ended with the others. Never rejects.
 */
export async function lookUpOthers(
  instance: Instance,
  live: LiveSignIn,
  connections: readonly Connection[],
): Promise<void> {
  if (live.siwx.signOutOnDisconnect === false) return
  const { stores, services, signal } = instance
  await Promise.all(
    connections.map(async ({ connector: { namespace, id }, networkId, accounts: [first] }) => {
      if (!first || getConnection(stores.connection.get(), namespace)?.connector.id === id) return
      const { address } = first
      const person = toPerson({ namespace, address })
      if (live.lastNetwork.has(person)) return
      const call = { clock: services.clock, delayMs: REVOKE_LIMIT_MS, signal }
      // Without an answer the account counts as signed in nowhere.
      const session = await withDeadline(call, (within) =>
        fetchSession(instance, live, { namespace, networkId, address }, within),
      ).catch(() => undefined)
      if (session) live.lastNetwork.set(person, session.fields.networkId)
    }),
  )
}

function isSameAs(namespace: Namespace, one: Person | undefined): (other: Person) => boolean {
  return (other) => one !== undefined && isSameAddress(namespace, one.address, other.address)
}
