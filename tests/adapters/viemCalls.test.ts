/** Code that speaks EIP-5792 through viem, unchanged, over the provider that a site has of the connected wallet. */
import {
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  type EIP1193Provider,
  type Hex,
  http,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as actions from '../../packages/latchkey/src/actions/index.ts'
import { universal } from '../../packages/latchkey/src/adapters/universal/index.ts'
import type { Latchkey } from '../../packages/latchkey/src/core/types/latchkey.ts'
import { createScriptedWallet } from '../../packages/latchkey/src/testing/index.ts'
import { type Anvil, startAnvil } from '../../packages/testing/src/anvil.ts'
import { createFakeServices } from '../../packages/testing/src/createFakeServices.ts'
import { createTestLatchkey } from '../../packages/testing/src/createTestLatchkey.ts'

/** Published with every dev chain: the visitor's. */
const VISITOR = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const me = privateKeyToAccount(VISITOR)
const [FIRST, SECOND] = [`0x${'a1'.repeat(20)}`, `0x${'a2'.repeat(20)}`] as const

let anvil: Anvil
const opened: Latchkey[] = []
beforeAll(async () => {
  anvil = await startAnvil()
})
afterEach(() => {
  for (const latchkey of opened.splice(0)) latchkey.destroy()
})
afterAll(() => anvil?.stop())

/** A site with a wallet that has batches, or has none: then it says 4200 as EIP-5792 wants. */
async function open({ hasBatches }: { readonly hasBatches: boolean }) {
  const chain = defineChain({
    id: anvil.chainId,
    name: 'Slope',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [anvil.url] } },
  })
  const walletWindow = new EventTarget()
  const services = { ...createFakeServices({ walletWindow, fetch }), fetch }
  const { latchkey } = createTestLatchkey({ services, options: { adapters: [universal()], networks: [chain] } })
  const wallet = createScriptedWallet({
    name: 'Drill',
    rdns: 'dev.drill',
    privateKey: VISITOR,
    rpcUrl: anvil.url,
    chainId: anvil.chainId,
  })
  const shown: unknown[] = []
  const { request } = wallet.provider
  const batches = new Map<string, Hex[]>()
  const node = createPublicClient({ transport: http(anvil.url) })
  wallet.provider.request = async (call) => {
    const [asked] = (Array.isArray(call.params) ? call.params : []) as readonly unknown[]
    if (!hasBatches) return request(call)
    switch (call.method) {
      case 'wallet_getCapabilities':
        return { [toHex(anvil.chainId)]: { atomic: { status: 'supported' }, paymasterService: { supported: true } } }
      case 'wallet_sendCalls': {
        const { calls } = asked as { calls: readonly { to: Hex; value?: Hex }[] }
        const hashes: Hex[] = []
        for (const each of calls) {
          hashes.push(
            (await request({ method: 'eth_sendTransaction', params: [{ from: me.address, ...each }] })) as Hex,
          )
        }
        const id = toHex(batches.size + 1, { size: 32 })
        batches.set(id, hashes)
        return { id }
      }
      case 'wallet_getCallsStatus': {
        const hashes = batches.get(asked as string) ?? []
        const receipts = await Promise.all(
          hashes.map((hash) => node.request({ method: 'eth_getTransactionReceipt', params: [hash] })),
        )
        const isDone = receipts.every((receipt) => receipt !== null)
        const common = { version: '2.0.0', id: asked, chainId: toHex(anvil.chainId), atomic: true }
        return { ...common, status: isDone ? 200 : 100, ...(isDone && { receipts }) }
      }
      case 'wallet_showCallsStatus':
        shown.push(asked)
        return null
      default:
        return request(call)
    }
  }
  wallet.announce(walletWindow)
  await latchkey.connect({ connectorId: 'dev.drill' })
  opened.push(latchkey)
  const transport = custom(latchkey.getProvider() as EIP1193Provider)
  const client = createWalletClient({ account: me.address, chain, transport, pollingInterval: 50 })
  const holds = (address: Hex) => node.getBalance({ address })
  return { latchkey, client, shown, holds }
}

describe('viem as the client', () => {
  it('asks for capabilities, sends a batch, waits for it and shows it', async () => {
    const { client, shown, holds } = await open({ hasBatches: true })
    const capabilities = await client.getCapabilities({ chainId: anvil.chainId })
    expect(capabilities).toMatchObject({ atomic: { status: 'supported' }, paymasterService: { supported: true } })
    const { id } = await client.sendCalls({
      calls: [
        { to: FIRST, value: 3n },
        { to: SECOND, value: 4n },
      ],
    })
    const status = await client.waitForCallsStatus({ id })
    expect(status).toMatchObject({ status: 'success', atomic: true })
    expect(status.receipts).toHaveLength(2)
    expect([await holds(FIRST), await holds(SECOND)]).toEqual([3n, 4n])
    await client.showCallsStatus({ id })
    expect(shown).toEqual([id])
  })

  it('reads what our own action sent by the same id, and the other way round', async () => {
    const { client, latchkey } = await open({ hasBatches: true })
    const ours = await actions.sendCalls(latchkey, { calls: [{ to: FIRST, value: 1n }] })
    expect((await client.waitForCallsStatus({ id: ours.id })).status).toBe('success')
    const theirs = await client.sendCalls({ calls: [{ to: FIRST, value: 1n }] })
    await client.waitForCallsStatus({ id: theirs.id })
    expect(await actions.fetchCallsStatus(latchkey, theirs.id)).toMatchObject({ status: 200, atomic: true })
  })

  it('hears from a wallet without batches what it hears without us: 4200', async () => {
    const { client } = await open({ hasBatches: false })
    await expect(client.sendCalls({ calls: [{ to: FIRST }] })).rejects.toMatchObject({ cause: { code: 4200 } })
  })
})
