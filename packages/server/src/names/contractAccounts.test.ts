/** Names of accounts that are contracts, by what the contracts say on a real chain. Sources: ERC-1271, ERC-6492, SEC-122. */
import { type Anvil, startAnvil } from '@latchkey/testing/anvil.ts'
import { loadEmptyDatabase } from '@latchkey/testing/emptyDatabase.ts'
import { readReceipt } from '@latchkey/testing/readReceipt.ts'
import { findCoinType, writeNameText } from '@latchkey/wire/profile'
import { createPublicClient, createWalletClient, type Hex, http, serializeErc6492Signature } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPoolAskNode } from '../auth/createPoolAskNode.ts'
import { createContractAccount, DEPLOYER } from '../auth/testAccounts.ts'
import { createLog } from '../gateway/createLog.ts'
import { createTestGateway, SHOP } from '../gateway/testGateway.ts'
import { openStorage } from '../storage/openStorage.ts'
import type { Storage } from '../storage/storage.ts'
import { createRpcPool } from '../upstreams/rpcPool.ts'
import { createZone } from './zone.ts'

const ZONE = 'latchkey.test'
const CHAIN = 'eip155:31337'
const COIN = findCoinType(31_337)
/** Keys of anvil's mnemonic. */
const rich = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const owner = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
const stranger = privateKeyToAccount('0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a')
const deployed = createContractAccount(owner.address)
const undeployed = createContractAccount(owner.address, 1)

let chain: Anvil
let storage: Storage
let gateway: ReturnType<typeof createTestGateway>

beforeAll(async () => {
  chain = await startAnvil()
  const wallet = createWalletClient({ account: rich, chain: foundry, transport: http(chain.url) })
  const reader = createPublicClient({ chain: foundry, transport: http(chain.url) })
  await readReceipt(reader, await wallet.sendTransaction({ to: DEPLOYER, data: deployed.deployment }))
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const config = {
    names: { zones: [ZONE] },
    chains: [{ id: CHAIN, name: 'Slope', rpc: [chain.url], nativeCurrency }],
  }
  const base = createTestGateway({ config })
  storage = await openStorage({ memory: true, snapshot: await loadEmptyDatabase() })
  const pools = new Map(
    base.config.chains.map((each) => {
      const clock = { now: () => Date.now() }
      return [
        each.id,
        createRpcPool({ chain: each, clock, log: createLog('silent'), timeoutMs: 20_000, fetch }),
      ] as const
    }),
  )
  const zone = createZone({
    config: base.config,
    storage,
    clock: { now: () => gateway.time.now },
    askNode: createPoolAskNode(pools),
  })
  gateway = createTestGateway({ config, services: { zone } })
})
afterAll(async () => {
  await storage?.close()
  await chain?.stop()
})

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const response = await gateway.post(`${path}?projectId=shop`, JSON.stringify(body), { origin: SHOP })
  return (await response.json()) as Record<string, unknown>
}

/** Registers a name for a contract by the signature of a key. */
async function register(
  label: string,
  address: Hex,
  key: PrivateKeyAccount,
  wrap = (signature: Hex): Hex => signature,
) {
  const { nonce } = await post('/v1/profile/nonce', {})
  const message = writeNameText({
    action: 'register',
    name: `${label}.${ZONE}`,
    account: `${CHAIN}:${address}`,
    coin_type: COIN,
    attributes: {},
    domain: 'shop.example',
    nonce: String(nonce),
    timestamp: Math.floor(gateway.time.now / 1000),
  })
  const signature = wrap(await key.signMessage({ message }))
  return post('/v1/profile/account', { coin_type: COIN, address, message, signature })
}

const wrap6492 = (signature: Hex): Hex =>
  serializeErc6492Signature({ address: DEPLOYER, data: undeployed.deployment, signature })

test('SEC-122: a contract account registers by its owner’s signature (ERC-1271), for its own chain alone', async () => {
  expect(await register('vaulted', deployed.address, stranger)).toMatchObject({ code: 'SIGNATURE_REFUSED' })
  const made = await register('vaulted', deployed.address, owner)
  expect(made).toMatchObject({ name: `vaulted.${ZONE}` })
  // The key's own chains say nothing of who stands at the contract's address there.
  expect(Object.keys(made.addresses as object)).toEqual([String(COIN)])
})

test('SEC-122: so does one that is not deployed yet (ERC-6492), and a stranger’s deployment names nobody', async () => {
  expect(await register('planned', undeployed.address, stranger, wrap6492)).toMatchObject({ code: 'SIGNATURE_REFUSED' })
  expect(await register('planned', undeployed.address, owner, wrap6492)).toMatchObject({ name: `planned.${ZONE}` })
})
