import { readFileSync } from 'node:fs'
import {
  type Abi,
  type Chain,
  createTestClient,
  defineChain,
  type Hex,
  type HttpTransport,
  http,
  type PublicActions,
  publicActions,
  type TestClient,
} from 'viem'

type Artifact = { readonly abi: Abi; readonly bytecode: Hex }

/** A compiled contract of the demo. Throws when there is none of that name. */
export function findContract(name: string): Artifact {
  const { contracts } = JSON.parse(readFileSync(new URL('../contracts/artifacts.json', import.meta.url), 'utf8')) as {
    readonly contracts: Readonly<Record<string, Artifact>>
  }
  const contract = contracts[name]
  if (!contract) throw new Error(`artifacts.json has no contract ${name}; run npm run contracts.`)
  return contract
}

/** A dev chain as viem wants it described. */
export function createDevChain(rpcUrl: string, chainId: number) {
  return defineChain({
    id: chainId,
    name: 'Dev chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
}

/** What reads a dev chain, and changes it. */
export type DevNode = TestClient<'anvil', HttpTransport, Chain> & PublicActions<HttpTransport, Chain>

/** Reads a dev chain, and changes what only a dev chain lets one change. */
export function connectNode(rpcUrl: string, chainId: number): DevNode {
  const chain = createDevChain(rpcUrl, chainId)
  return createTestClient({ mode: 'anvil', chain, transport: http(rpcUrl), pollingInterval: 20 }).extend(publicActions)
}
