import { directoryOf } from '../../latchkey/src/core/features/directory/state.ts'
import { namesOf } from '../../latchkey/src/core/features/names/state.ts'
import { tokensOf } from '../../latchkey/src/core/features/tokens/state.ts'
import type { Latchkey, LatchkeyState } from '../../latchkey/src/core/types/latchkey.ts'
import { NAMESPACES } from '../../latchkey/src/core/types/network.ts'

/** What an instance told. */
export type Heard = {
  /** Every state that a subscriber heard, oldest first. */
  readonly states: readonly LatchkeyState[]
  /** Where connection, accounts and network were not of one moment, and who heard it. */
  readonly mistakes: readonly string[]
}

/** Listens to an instance by every way that a site, a hook or an element of ours has, and looks at the state at each call. */
export function watchStates(latchkey: Latchkey): Heard {
  const states: LatchkeyState[] = []
  const mistakes: string[] = []
  const look = (way: string): void => {
    for (const mistake of findMistakes(latchkey)) mistakes.push(`${way}: ${mistake}`)
  }
  latchkey.subscribe((state) => {
    states.push(state)
    if (state !== latchkey.getState()) mistakes.push('state: another one than getState gives')
    look('state')
  })
  latchkey.on('event', ({ name }) => look(name))
  latchkey.on('failure', ({ code }) => look(code))
  const { instance } = latchkey
  const stores = {
    ...instance.stores,
    names: namesOf(instance),
    tokens: tokensOf(instance),
    directory: directoryOf(instance),
  }
  for (const [name, store] of Object.entries(stores)) store.watch(() => look(`store ${name}`))
  return { states, mistakes }
}

function findMistakes({ getState, instance }: Latchkey): readonly string[] {
  const { stores } = instance
  const state = getState()
  const mistakes: string[] = []
  const expectSame = (what: string, one: unknown, other: unknown): void => {
    if (!Object.is(one, other)) mistakes.push(`${what}: ${String(one)}, not ${String(other)}`)
  }
  const { byNamespace } = stores.connection.get()
  for (const namespace of NAMESPACES) {
    const { connection, status = 'disconnected' } = byNamespace[namespace] ?? {}
    const accounts = stores.accounts.get().byNamespace[namespace]
    expectSame(`${namespace} connected`, status === 'connected', connection !== undefined)
    expectSame(`${namespace} accounts`, accounts?.all, connection?.accounts)
    expectSame(`${namespace} account`, accounts?.active.address, connection?.accounts[0]?.address)
    if (!connection) continue
    expectSame(`${namespace} network`, stores.networks.get().activeByNamespace[namespace], connection.networkId)
    if (namespace !== state.namespace) continue
    expectSame('address', state.address, connection.accounts[0]?.address)
    expectSame('connectorId', state.connectorId, connection.connector.id)
    expectSame('networkId', state.networkId, connection.networkId)
  }
  expectSame('status', state.status === 'connected', state.address !== undefined)
  expectSame('wallet', state.status === 'connected', state.connectorId !== undefined)
  expectSame('namespace', state.namespace, state.networkId.split(':')[0])
  const caipAddress = state.address === undefined ? undefined : `${state.networkId}:${state.address}`
  expectSame('caipAddress', state.caipAddress, caipAddress)
  return mistakes
}
