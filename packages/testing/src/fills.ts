import { directoryOf, INITIAL_DIRECTORY } from '../../latchkey/src/core/features/directory/state.ts'
import { namesOf } from '../../latchkey/src/core/features/names/state.ts'
import {
  INITIAL_TOKENS,
  type Token,
  type TokensState,
  tokensOf,
} from '../../latchkey/src/core/features/tokens/state.ts'
import type { Connector } from '../../latchkey/src/core/types/adapter.ts'
import type { Instance } from '../../latchkey/src/core/types/latchkey.ts'
import { ACCOUNT, FERNPASS, makeConnection, RECOMMENDED, TIDE } from './fixtures.ts'

/** Later than any clock of a test. */
export const TIMELESS = Number.MAX_SAFE_INTEGER

/** What the directory has answered. */
export function fillDirectory(part: Partial<typeof INITIAL_DIRECTORY>): (instance: Instance) => void {
  return (instance) => directoryOf(instance).set(() => ({ ...INITIAL_DIRECTORY, status: 'ready', ...part }))
}

/** A directory with four wallets to recommend, and many more. */
export const recommend = fillDirectory({ recommended: RECOMMENDED, count: 420 })

/** One wallet, connected. */
export function connectTo(connector: Connector, networkId: `eip155:${number}` = 'eip155:1') {
  return ({ stores }: Instance): void => {
    const connection = makeConnection(connector, networkId)
    stores.connection.set((state) => ({
      ...state,
      restored: true,
      byNamespace: { eip155: { status: 'connected', connection } },
    }))
    stores.accounts.set(() => ({ byNamespace: { eip155: { active: ACCOUNT, all: [ACCOUNT] } } }))
    stores.networks.set((state) => ({ ...state, activeByNamespace: { eip155: networkId } }))
  }
}

/** One wallet in use with two accounts, another one beside it, and a smart account among them. */
export function connectSeveral(instance: Instance): void {
  const current = makeConnection(FERNPASS)
  const more = { ...ACCOUNT, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', type: 'smartAccount' as const }
  connectTo(FERNPASS)(instance)
  instance.stores.connection.set((state) => ({
    ...state,
    byNamespace: {
      ...state.byNamespace,
      eip155: {
        status: 'connected',
        connection: { ...current, accounts: [...current.accounts, more] },
        beside: [
          {
            ...makeConnection(TIDE),
            accounts: [{ ...ACCOUNT, address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' }],
          },
        ],
      },
    },
  }))
}

/** A connected account with a name and what it holds. */
export function hold(tokens: readonly Token[] | undefined, more: Partial<TokensState> = {}) {
  return (instance: Instance): void => {
    connectTo(FERNPASS)(instance)
    namesOf(instance).set(() => ({ address: ACCOUNT.address, name: 'mira.eth', avatar: undefined }))
    tokensOf(instance).set(() => ({
      ...INITIAL_TOKENS,
      owner: `eip155:1:${ACCOUNT.address}`,
      tokens,
      status: tokens === undefined ? 'loading' : 'ready',
      ...more,
    }))
  }
}

/** The same, whose apps take links. */
export function recommendLinked(instance: Instance): void {
  const recommended = RECOMMENDED.map((wallet) => ({ ...wallet, links: { ...wallet.links, mobileLink: 'wallet://' } }))
  fillDirectory({ recommended, count: 420 })(instance)
}
