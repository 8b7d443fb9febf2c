/** Names of a gateway's own zone, read through a chain's registry by libraries that know nothing of us. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { EnsPlugin, JsonRpcProvider, Network } from 'ethers'
import { createPublicClient, http } from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../../packages/server/src/config.ts'
import { createTestGateway, SHOP } from '../../packages/server/src/gateway/testGateway.ts'
import { createOffchainResolver } from '../../packages/server/src/names/offchainResolver.ts'
import { createZone } from '../../packages/server/src/names/zone.ts'
import { openStorage } from '../../packages/server/src/storage/openStorage.ts'
import type { Storage } from '../../packages/server/src/storage/storage.ts'
import { type Anvil, startAnvil } from '../../packages/testing/src/anvil.ts'
import { loadEmptyDatabase } from '../../packages/testing/src/emptyDatabase.ts'
import { type NamePlaces, placeNames } from '../../packages/testing/src/ens/placeNames.ts'
import { placeZoneResolver, registerZoneName, setResolverUrl } from '../../packages/testing/src/ens/placeZone.ts'

const ZONE = 'latchkey.test'
const NAME = `shop.${ZONE}`
const maker = mnemonicToAccount('test test test test test test test test test test test junk').address
const keeper = privateKeyToAccount(generatePrivateKey())
const signingKey = generatePrivateKey()

let chain: Anvil
let storage: Storage
let places: NamePlaces
const stops: (() => unknown)[] = []

beforeAll(async () => {
  ;[chain, storage] = await Promise.all([
    startAnvil(),
    loadEmptyDatabase().then((snapshot) => openStorage({ memory: true, snapshot })),
  ])
  const given = { names: { zones: [ZONE], resolver: { signingKey } } }
  const config = parseConfig({
    ...given,
    chains: [
      {
        id: `eip155:${chain.chainId}`,
        name: 'Slope',
        rpc: [chain.url],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ],
  })
  const clock = { now: () => Date.now() }
  const zone = createZone({ config, storage, clock, askNode: async () => '0x' })
  const gateway = createTestGateway({
    config: given,
    services: { clock, zone, answerResolver: createOffchainResolver({ config, zone, clock }) },
  })
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const sent = request.method === 'POST' ? { body: Buffer.concat(chunks).toString() } : {}
    const headers = { origin: request.headers.origin ?? 'https://anybody.example' }
    const answer = await gateway.app.request(request.url ?? '/', { method: request.method ?? 'GET', headers, ...sent })
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const rpcUrl = chain.url
  const resolver = await placeZoneResolver({ rpcUrl, maker, signer: privateKeyToAddress(signingKey), urls: [] })
  places = await placeNames({ rpcUrl, maker, names: [{ name: ZONE, resolver }] })
  await setResolverUrl({ rpcUrl, maker, resolver, gateway: url })
  const registering = { projectId: 'shop', origin: SHOP, chainId: chain.chainId }
  await registerZoneName({ ...registering, gateway: url, account: keeper, name: NAME })
})
afterAll(async () => {
  for (const stop of stops) stop()
  await Promise.all([chain?.stop(), storage?.close()])
})

test('viem and ethers read a name that was registered by a signature, from the registry on', async () => {
  const viem = createPublicClient({ chain: mainnet, transport: http(chain.url, { retryCount: 0 }) })
  const universalResolverAddress = places.universalResolver
  expect(await viem.getEnsAddress({ name: NAME, universalResolverAddress, strict: true })).toBe(keeper.address)

  const network = new Network('slope', chain.chainId).attachPlugin(new EnsPlugin(places.registry, chain.chainId))
  const ethers = new JsonRpcProvider(chain.url, network, { staticNetwork: network })
  stops.push(() => ethers.destroy())
  expect(await ethers.resolveName(NAME)).toBe(keeper.address)
  expect(await ethers.resolveName(`nobody.${ZONE}`)).toBeNull()
})
