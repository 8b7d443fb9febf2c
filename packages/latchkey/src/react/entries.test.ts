import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { mainnet } from '../networks/index.ts'

/** Every entry of the package. */
const ENTRIES = {
  latchkey: () => import('../index.ts'),
  'latchkey/core': () => import('../core/index.ts'),
  'latchkey/react': () => import('./index.ts'),
  'latchkey/networks': () => import('../networks/index.ts'),
  'latchkey/universal': () => import('../adapters/universal/index.ts'),
  'latchkey/ethers': () => import('../adapters/ethers/index.ts'),
  'latchkey/ethers5': () => import('../adapters/ethers5/index.ts'),
  'latchkey/solana': () => import('../adapters/solana/index.ts'),
  'latchkey/wagmi': () => import('../adapters/wagmi/index.ts'),
  'latchkey/bitcoin': () => import('../adapters/bitcoin/index.ts'),
  'latchkey/polkadot': () => import('../adapters/polkadot/index.ts'),
  'latchkey/actions': () => import('../actions/index.ts'),
  'latchkey/onramp': () => import('../onramp/index.ts'),
  'latchkey/siwx': () => import('../siwx/index.ts'),
  'latchkey/testing': () => import('../testing/index.ts'),
  'latchkey/testing/phone': () => import('../testing/phone/index.ts'),
} as const

test.each(Object.entries(ENTRIES))(
  'F-49: %s is imported where there is no page, and starts nothing',
  async (_name, load) => {
    expect([typeof window, typeof document, typeof HTMLElement]).toEqual(['undefined', 'undefined', 'undefined'])
    const timers = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'BroadcastChannel' || name === 'MessagePort')
    const before = timers().length
    expect(Object.keys(await load()).length).toBeGreaterThan(0)
    expect(timers()).toHaveLength(before)
  },
)

test('latchkey/react exports these names and no others', async () => {
  expect(Object.keys(await ENTRIES['latchkey/react']()).sort()).toEqual([
    'AccountButton',
    'Button',
    'ConnectButton',
    'LatchkeyProvider',
    'NetworkButton',
    'Onramp',
    'WalletButton',
    'useAccount',
    'useAppearance',
    'useAssets',
    'useBalance',
    'useCallsStatus',
    'useCapabilities',
    'useCheckTransaction',
    'useConnect',
    'useConnectNamespaces',
    'useConnections',
    'useConnectors',
    'useDiagnosis',
    'useDisconnect',
    'useEstimateGas',
    'useHistory',
    'useLatchkey',
    'useLatchkeyEvents',
    'useLatchkeyState',
    'useModal',
    'useNameSuggestions',
    'useNetwork',
    'useNfts',
    'usePermissions',
    'useProvider',
    'useRegisterName',
    'useReplaceTransaction',
    'useSend',
    'useSendCalls',
    'useSendTransaction',
    'useSetPreferredAccountType',
    'useShowCallsStatus',
    'useSignMessage',
    'useSignTypedData',
    'useSiwx',
    'useSwitchConnection',
    'useSwitchNetwork',
    'useUpdateEmail',
    'useWaitForTransaction',
    'useWriteContract',
  ])
})

test('F-49: on a server the state is the one before anything happened, and calls that need a page reject', async () => {
  const { createLatchkey } = await ENTRIES.latchkey()
  const { Button, LatchkeyProvider, useLatchkeyState } = await ENTRIES['latchkey/react']()
  const latchkey = createLatchkey({ networks: [mainnet] })
  const Status = () => useLatchkeyState((state) => `${state.status} ${state.ready}`)
  const page = createElement(LatchkeyProvider, { latchkey }, createElement(Status), createElement(Button, {}))
  expect(renderToString(page)).toBe(
    'disconnected false<latchkey-button instance="default">Connect Wallet</latchkey-button>',
  )
  await expect(latchkey.open()).rejects.toMatchObject({ code: 'SERVER_CALL' })
})

test('F-49: on a server there are no wallets, no provider and no open modal', async () => {
  const { createLatchkey } = await ENTRIES.latchkey()
  const { LatchkeyProvider, useConnectors, useModal, useProvider } = await ENTRIES['latchkey/react']()
  const latchkey = createLatchkey({ networks: [mainnet] })
  const Status = () => `${useConnectors().length} ${useProvider()} ${useModal().isOpen}`
  const page = createElement(LatchkeyProvider, { latchkey }, createElement(Status))
  expect(renderToString(page)).toBe('0 undefined false')
})

test('a button above any provider still renders, and finds the instance of the page', async () => {
  const { ConnectButton } = await ENTRIES['latchkey/react']()
  expect(renderToString(createElement(ConnectButton, { label: 'Sign in' }))).toBe(
    '<latchkey-connect-button label="Sign in">Sign in</latchkey-connect-button>',
  )
})

test('a wallet button is written on a server with the wallet that it is for', async () => {
  const { WalletButton } = await ENTRIES['latchkey/react']()
  expect(renderToString(createElement(WalletButton, { wallet: 'io.fern', label: 'Fern', loadingLabel: 'Wait' }))).toBe(
    '<latchkey-wallet-button label="Fern" wallet="io.fern" loading-label="Wait">Fern</latchkey-wallet-button>',
  )
})

test('the widget by which visitors buy is written on a server with the instance that it belongs to', async () => {
  const { createLatchkey } = await ENTRIES.latchkey()
  const { LatchkeyProvider, Onramp } = await ENTRIES['latchkey/react']()
  const latchkey = createLatchkey({ networks: [mainnet], id: 'shop' })
  const page = createElement(LatchkeyProvider, { latchkey }, createElement(Onramp, { className: 'wide' }))
  expect(renderToString(page)).toBe('<latchkey-onramp class="wide" instance="shop"></latchkey-onramp>')
})

test('a hook without a provider says what is missing', async () => {
  const { useAccount } = await ENTRIES['latchkey/react']()
  const Status = () => useAccount().status
  expect(() => renderToString(createElement(Status))).toThrow('needs a LatchkeyProvider')
})
