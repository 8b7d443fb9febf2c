/** Code that speaks EIP-5792 through wagmi, unchanged, over the connection that Latchkey made. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { useSendCalls, WagmiProvider } from 'wagmi'
import type * as core3 from 'wagmi-core-3'
import { drill } from '../../packages/latchkey/src/testing/index.ts'
import { connectHere, openPage } from './wagmiPage.ts'

const [FIRST, SECOND] = [`0x${'a1'.repeat(20)}`, `0x${'a2'.repeat(20)}`] as const
const HASH = `0x${'cd'.repeat(32)}`
const CALLS = [
  { to: FIRST, value: 3n },
  { to: SECOND, data: '0xabcd' },
] as const

afterEach(() => {
  delete (globalThis as { window?: unknown }).window
})

/** A site with wagmi whose visitor connected a wallet that has batches. */
async function open(major: '2' | '3', ssr = false) {
  const page = openPage(major, { ssr })
  const [wallet] = page.wallets
  if (!wallet) throw new Error('No wallet')
  await connectHere(page)
  const common = { version: '2.0.0', id: '0x07', chainId: '0x1', atomic: true }
  const receipt = {
    logs: [],
    status: '0x1',
    blockHash: HASH,
    blockNumber: '0x5',
    gasUsed: '0x5208',
    transactionHash: HASH,
  }
  wallet.answer(
    'wallet_getCapabilities',
    drill.ok({ '0x1': { atomic: { status: 'supported' }, paymasterService: { supported: true } } }),
  )
  wallet.answer('wallet_sendCalls', drill.ok({ id: '0x07' }))
  wallet.answer(
    'wallet_getCallsStatus',
    drill.ok({ ...common, status: 100 }),
    drill.ok({ ...common, status: 200, receipts: [receipt] }),
  )
  wallet.answer('wallet_showCallsStatus', drill.ok(null))
  const find = (method: string) => wallet.calls.filter((call) => call.method === method)
  return { ...page, wallet, find }
}

describe.each(['2', '3'] as const)('wagmi %s', (major) => {
  it('asks for capabilities, sends a batch, waits for it and shows it', async () => {
    const { core, config, find } = await open(major)
    expect(await core.getCapabilities(config, { chainId: 1 })).toMatchObject({
      atomic: { status: 'supported' },
      paymasterService: { supported: true },
    })
    const { id } = await core.sendCalls(config, { calls: CALLS, chainId: 1 })
    expect(find('wallet_sendCalls')[0]?.params[0]).toMatchObject({
      version: '2.0.0',
      chainId: '0x1',
      calls: [
        { to: FIRST, value: '0x3' },
        { to: SECOND, data: '0xabcd' },
      ],
    })
    const status = await core.waitForCallsStatus(config, { id, pollingInterval: 10 })
    expect(status).toMatchObject({ status: 'success', statusCode: 200, atomic: true })
    expect(status.receipts?.[0]?.transactionHash).toBe(HASH)
    await core.showCallsStatus(config, { id })
    expect(find('wallet_showCallsStatus')[0]?.params).toEqual(['0x07'])
  })
})

it('the site’s useSendCalls sends the batch once', async () => {
  const { config, find } = await open('3', true)
  let send: ReturnType<typeof useSendCalls>['sendCallsAsync'] | undefined
  function Site() {
    send = useSendCalls().sendCallsAsync
    return null
  }
  renderToStaticMarkup(
    <WagmiProvider config={config as core3.Config} reconnectOnMount={false}>
      <QueryClientProvider client={new QueryClient()}>
        <Site />
      </QueryClientProvider>
    </WagmiProvider>,
  )
  expect(await send?.({ calls: CALLS })).toMatchObject({ id: '0x07' })
  expect(find('wallet_sendCalls')).toHaveLength(1)
})
