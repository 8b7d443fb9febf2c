/** A page of a journey: a site whose React tree works with wagmi alone, with Latchkey's button beside it. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { defineChain, http } from 'viem'
import {
  createConfig,
  useConnect,
  useConnection,
  useConnectors,
  useDisconnect,
  useSignMessage,
  useSwitchChain,
  WagmiProvider,
} from 'wagmi'
import { getElement } from '../../../apps/demo/site/element.ts'
import { readSettings } from '../../../apps/demo/site/readSettings.ts'
import { createOptions } from '../../../e2e/pages/createOptions.ts'
import { showState } from '../../../e2e/pages/showState.ts'
import { wagmi } from '../../../packages/latchkey/src/adapters/wagmi/index.ts'
import { createLatchkey } from '../../../packages/latchkey/src/index.ts'

const settings = readSettings()
const [slope, valley] = settings.chains.map(({ chainId, name, rpcUrl }) =>
  defineChain({
    id: chainId,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  }),
)
if (!slope || !valley) throw new Error('The settings name fewer than two chains.')

const config = createConfig({
  chains: [slope, valley],
  transports: Object.fromEntries([slope, valley].map(({ id, rpcUrls }) => [id, http(rpcUrls.default.http[0])])),
})
const latchkey = createLatchkey({ ...createOptions(settings), adapters: [wagmi({ config })] })

showState(latchkey)

/** What the site knows, and does, by wagmi's hooks alone. */
function Site() {
  const { status, address, chainId, connector } = useConnection()
  const connectors = useConnectors()
  const { mutate: connect } = useConnect()
  const { mutate: disconnect } = useDisconnect()
  const { mutate: switchChain } = useSwitchChain()
  const { mutate: sign, data: signature } = useSignMessage()
  return (
    <section aria-label="Site">
      <p>
        wagmi: <output id="host">{[status, chainId, connector?.id, address].filter(Boolean).join(' ')}</output>
      </p>
      {connectors.map((each) => (
        <button key={each.uid} type="button" onClick={() => connect({ connector: each })}>
          Hook: connect {each.name}
        </button>
      ))}
      <button type="button" onClick={() => switchChain({ chainId: valley?.id ?? 0 })}>
        Hook: go to Valley
      </button>
      <button type="button" onClick={() => sign({ message: 'Hello, hooks' })}>
        Hook: sign
      </button>
      <button type="button" onClick={() => disconnect()}>
        Hook: disconnect
      </button>
      <output id="signature">{signature}</output>
    </section>
  )
}

createRoot(getElement('root')).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <Site />
    </QueryClientProvider>
  </WagmiProvider>,
)
