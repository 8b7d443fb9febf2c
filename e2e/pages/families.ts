import { type CreateAdapter, createLatchkey, type NetworkInput, type ThemeMode } from 'latchkey'
import * as actions from 'latchkey/actions'
import { bitcoin } from 'latchkey/bitcoin'
import {
  bitcoin as bitcoinMainnet,
  bitcoinSignet,
  kusama,
  polkadot as relayChain,
  solana as solanaMainnet,
} from 'latchkey/networks'
import { polkadot } from 'latchkey/polkadot'
import { solana } from 'latchkey/solana'
import { universal } from 'latchkey/universal'
import { getElement } from '../../apps/demo/site/element.ts'
import { readSettings } from '../../apps/demo/site/readSettings.ts'
import { createOptions } from './createOptions.ts'
import { createTestSiwx } from './createTestSiwx.ts'
import { onPress, showHeard, showState } from './showState.ts'

declare global {
  interface Window {
    /** `latchkey/actions`, for what a page has no button for. */
    actions: typeof actions
  }
}

const FAMILIES = {
  eip155: { create: universal, networks: [] },
  solana: { create: solana, networks: [solanaMainnet] },
  bip122: { create: bitcoin, networks: [bitcoinMainnet, bitcoinSignet] },
  polkadot: { create: polkadot, networks: [relayChain, kusama] },
} as const

// The address chooses: ?families=eip155,solana (default all), ?solana-rpc=http://…, ?siwx=gateway, ?locale=ar&theme=light
const wanted = new URLSearchParams(location.search)
const families = (wanted.get('families')?.split(',') ?? Object.keys(FAMILIES)) as (keyof typeof FAMILIES)[]
const options = createOptions(readSettings(), wanted)
const evm = families.includes('eip155') ? options.networks : []
// The real nodes are elsewhere; a chain of this machine stands in for those that no test starts, if only with errors.
const nodes = { default: { http: [readSettings().chains[0]?.rpcUrl ?? ''] } }
const solanaRpc = families.includes('solana') ? wanted.get('solana-rpc') : null
const others = families.flatMap((family): readonly NetworkInput[] =>
  FAMILIES[family].networks.map((network) => ({ ...network, rpcUrls: nodes })),
)
const [first, ...rest] = [...evm, ...others]
if (!first) throw new Error('The address names no family.')

const latchkey = createLatchkey({
  ...options,
  networks: [first, ...rest],
  adapters: families.map((family): CreateAdapter => FAMILIES[family].create()),
  themeMode: (wanted.get('theme') ?? 'dark') as ThemeMode,
  locale: wanted.get('locale') ?? 'en',
  ...(solanaRpc === null ? {} : { customRpcUrls: { [solanaMainnet.caipNetworkId]: [solanaRpc] } }),
  siwx: createTestSiwx(wanted),
})
window.latchkey = latchkey
window.actions = actions

showState(latchkey)
// The page's state is that of the family in use; this page shows the others as well.
const drawConnections = (): void => {
  getElement('connections').replaceChildren(
    ...actions.getConnections(latchkey).map(({ connector, accounts }) => {
      const item = document.createElement('li')
      item.textContent = `${connector.namespace} ${connector.name} ${accounts[0]?.address}`
      return item
    }),
  )
}
latchkey.subscribe(drawConnections)
actions.watchConnections(latchkey, drawConnections)

showHeard(latchkey)

const readText = (): string => (getElement('text') as HTMLInputElement).value
onPress('sign', () => latchkey.signMessage(readText()))
onPress('send', () => actions.send(latchkey, { to: readText(), amount: 1_500_000n }))
onPress('balance', async () => {
  const { value, symbol } = await actions.fetchBalance(latchkey)
  return `${value} ${symbol}`
})
onPress('disconnect', () => latchkey.disconnect().then(() => 'disconnected'))
