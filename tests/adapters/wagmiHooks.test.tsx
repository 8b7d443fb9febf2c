import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it } from 'vitest'
import { useAccount, useConnection, WagmiProvider } from 'wagmi'
import type * as actions from 'wagmi-core-3'
import { connectHere, find, NETWORK, OTHER_NETWORK, openPage, type Page } from './wagmiPage.ts'

afterEach(() => {
  delete (globalThis as { window?: unknown }).window
})

function Shown() {
  const { address, chainId, status, connector } = useConnection()
  const { address: same } = useAccount()
  return [status, chainId, connector?.id, address, same === address].join(' ')
}

/** What the site's own React tree shows now. */
const render = ({ config }: Page): string =>
  renderToStaticMarkup(
    <WagmiProvider config={config as actions.Config} reconnectOnMount={false}>
      <QueryClientProvider client={new QueryClient()}>
        <Shown />
      </QueryClientProvider>
    </WagmiProvider>,
  )

it('the site’s useConnection and useAccount show what happens by Latchkey', async () => {
  const page = openPage('3', { ssr: true })
  const [wallet] = page.wallets
  expect(render(page)).toMatch(/^disconnected/)
  const { connection } = await connectHere(page)
  expect(render(page)).toBe(`connected 1 dev.drill ${wallet?.getAddress()} true`)
  await page.adapter.switchNetwork(connection, OTHER_NETWORK)
  const other = wallet?.addAccount() ?? ''
  wallet?.selectAccount(other)
  expect(render(page)).toBe(`connected 10 dev.drill ${other} true`)
  await page.adapter.disconnect(connection)
  expect(render(page)).toMatch(/^disconnected/)
})

it('the site’s hooks show each wallet that Latchkey puts in use', async () => {
  const page = openPage('3', { ssr: true, wallets: ['dev.one', 'dev.two'] })
  const { connection } = await connectHere(page, 'dev.one')
  await page.adapter.connect(find(page, 'dev.two'), { network: NETWORK })
  expect(render(page)).toContain(' dev.two ')
  await page.adapter.activate?.(connection)
  expect(render(page)).toContain(' dev.one ')
})
