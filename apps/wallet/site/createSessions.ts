import type { Session, SessionNamespaces, SignClient } from '@latchkey/walletconnect'
import { RequestError } from '../rules/answerRequest.ts'
import { FAMILIES, familyOf } from '../rules/families.ts'
import { toAccounts } from '../rules/grants.ts'
import type { Keys } from '../rules/keys.ts'
import type { WalletSettings } from '../settings.ts'
import type { WalletStore } from './createWalletStore.ts'

/** The connections to sites, and what the owner or a site can change about them. Each change rejects where it cannot be made. */
export type Sessions = {
  find(topic: string): Session | undefined
  /** The network of a session's namespace, CAIP-2. */
  getChain(session: Session, namespace: string): string
  /** Moves a session to a chain: adds it where it is missing, then tells the site. */
  goTo(topic: string, chain: string): Promise<void>
  switchAccount(session: Session, namespace: string, index: number): Promise<void>
  addNamespace(session: Session, namespace: string): Promise<void>
  removeNamespace(session: Session, namespace: string): Promise<void>
}

/** Makes the list of connections over a client. */
export function createSessions(
  client: Pick<SignClient, 'session' | 'update' | 'emit'>,
  store: WalletStore,
  keys: Keys,
  { chains }: WalletSettings,
): Sessions {
  const find: Sessions['find'] = (topic) => client.session.values.find((session) => session.topic === topic)

  async function update(topic: string, namespaces: SessionNamespaces): Promise<void> {
    await client.update({ topic, namespaces })
  }

  /** Tells the site where the session lets it be told. */
  async function emit(topic: string, name: string, data: unknown, chainId: string): Promise<void> {
    const events = find(topic)?.namespaces[familyOf(chainId)]?.events ?? []
    if (events.includes(name)) await client.emit({ topic, chainId, event: { name, data } })
  }

  function getAccountIndex(session: Session, namespace: string): number {
    const [account] = session.namespaces[namespace]?.accounts ?? []
    return account === undefined
      ? 0
      : (keys.findIndex(chainOf(account), account.slice(chainOf(account).length + 1)) ?? 0)
  }

  const getChain: Sessions['getChain'] = (session, namespace) => {
    const granted = session.namespaces[namespace]
    const [first = ''] = granted?.accounts ?? []
    return store.get().chains[`${session.topic} ${namespace}`] ?? granted?.chains?.[0] ?? chainOf(first)
  }

  return {
    find,
    getChain,
    async goTo(topic, chain) {
      const session = find(topic)
      const namespace = familyOf(chain)
      const granted = session?.namespaces[namespace]
      if (!session || !granted) throw new RequestError(4100, 'The session does not cover this network.')
      if (!granted.accounts.some((account) => account.startsWith(`${chain}:`))) {
        const accounts = [...granted.accounts, ...toAccounts([chain], getAccountIndex(session, namespace), keys)]
        const covered = [...new Set([...(granted.chains ?? []), chain])]
        await update(topic, { ...session.namespaces, [namespace]: { ...granted, chains: covered, accounts } })
      }
      store.change({ chains: { ...store.get().chains, [`${topic} ${namespace}`]: chain } })
      const reference = chain.slice(chain.indexOf(':') + 1)
      await emit(topic, 'chainChanged', namespace === 'eip155' ? Number(reference) : reference, chain)
    },
    async switchAccount(session, namespace, index) {
      const granted = session.namespaces[namespace]
      if (!granted) return
      const here = getChain(session, namespace)
      const accounts = toAccounts([...new Set(granted.accounts.map(chainOf))], index, keys)
      await update(session.topic, { ...session.namespaces, [namespace]: { ...granted, accounts } })
      await emit(session.topic, 'accountsChanged', [keys.getAddress(here, index)], here)
    },
    async addNamespace(session, namespace) {
      const family = FAMILIES[namespace]
      const chain = chains.find(({ id }) => familyOf(id) === namespace)
      if (!family || !chain) return
      const { methods, events } = family
      const granted = { chains: [chain.id], accounts: toAccounts([chain.id], 0, keys), methods, events }
      await update(session.topic, { ...session.namespaces, [namespace]: granted })
    },
    async removeNamespace({ topic, namespaces }, namespace) {
      const { [namespace]: _, ...rest } = namespaces
      await update(topic, rest)
    },
  }
}

/** `eip155:1` of the account `eip155:1:0x…`; the empty text of one that is none. */
function chainOf(account: string): string {
  return account.slice(0, Math.max(0, account.lastIndexOf(':')))
}
