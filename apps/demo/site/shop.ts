import { readReceipt } from '@latchkey/wallet/readReceipt.ts'
import {
  type Address,
  createPublicClient,
  defineChain,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
  parseEventLogs,
} from 'viem'
import type { DemoSettings } from '../settings.ts'

const SHOP = parseAbi([
  'struct Species { string name; uint256 price; uint32 left; }',
  'function species() view returns (Species[])',
  'function plant(uint256 index, uint16 shares) payable returns (uint256 id)',
  'event Planted(address indexed buyer, uint256 indexed id, uint256 indexed species, uint16 shares, uint256 paid)',
])
const SHADE = parseAbi([
  'function totalSupply() view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
  'function tokenURI(uint256 id) view returns (string)',
])

/** A species on sale; `price` of one share in wei. */
export type Species = { readonly name: string; readonly price: bigint; readonly left: number }

/** A certificate with its picture as a data: address. */
export type Certificate = {
  readonly id: bigint
  readonly owner: Address
  readonly name: string
  readonly shares: number
  readonly imageUrl: string
}

/** The shop on the chain: what is for sale, who owns which shade, and the transaction that plants. */
export type Shop = {
  fetchSpecies(): Promise<readonly Species[]>
  fetchCertificates(): Promise<readonly Certificate[]>
  /** What the wallet is asked to send. */
  preparePurchase(index: number, species: Species, shares: number): { to: Address; value: bigint; data: Hex }
  /** Resolves once a transaction is mined. */
  waitForTransaction(hash: Hex): Promise<unknown>
  /** Resolves with the certificate's number once the purchase is mined; rejects when the chain reverted it. */
  waitForCertificate(hash: Hex): Promise<bigint>
}

/** Reads the shop through the chain's own node. */
export function connectShop(settings: DemoSettings): Shop {
  const [slope] = settings.chains
  if (!slope) throw new Error('The settings name no chain.')
  const chain = defineChain({
    id: slope.chainId,
    name: slope.name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [slope.rpcUrl] } },
    contracts: { multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11' } },
  })
  const node = createPublicClient({ chain, transport: http(slope.rpcUrl), pollingInterval: 250 })
  const { shop, shade } = settings.contracts

  return {
    fetchSpecies: () => node.readContract({ address: shop, abi: SHOP, functionName: 'species' }),

    fetchCertificates: async () => {
      const count = await node.readContract({ address: shade, abi: SHADE, functionName: 'totalSupply' })
      const ids = Array.from({ length: Number(count) }, (_, index) => BigInt(index + 1))
      const [owners, documents] = await Promise.all([
        node.multicall({
          contracts: ids.map((id) => ({ address: shade, abi: SHADE, functionName: 'ownerOf', args: [id] }) as const),
          allowFailure: false,
        }),
        node.multicall({
          contracts: ids.map((id) => ({ address: shade, abi: SHADE, functionName: 'tokenURI', args: [id] }) as const),
          allowFailure: false,
        }),
      ])
      return ids.flatMap((id, index) => {
        const owner = owners[index]
        const document = documents[index]
        return owner && document ? [{ id, owner, ...parseDocument(document) }] : []
      })
    },

    preparePurchase: (index, species, shares) => ({
      to: shop,
      value: species.price * BigInt(shares),
      data: encodeFunctionData({ abi: SHOP, functionName: 'plant', args: [BigInt(index), shares] }),
    }),

    waitForTransaction: (hash) => readReceipt(node, hash, 250),

    waitForCertificate: async (hash) => {
      const receipt = await readReceipt(node, hash, 250)
      const [planted] = parseEventLogs({ abi: SHOP, logs: receipt.logs, eventName: 'Planted' })
      if (receipt.status !== 'success' || !planted) throw new Error('The chain took the transaction back.')
      return planted.args.id
    },
  }
}

/** Source: ERC-721, metadata extension; ours is base64 JSON. */
function parseDocument(address: string): Pick<Certificate, 'name' | 'shares' | 'imageUrl'> {
  const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))
  const { name, image, attributes } = JSON.parse(new TextDecoder().decode(bytes)) as {
    name: string
    image: string
    attributes: readonly { trait_type: string; value: unknown }[]
  }
  const shares = Number(attributes.find((attribute) => attribute.trait_type === 'Shares')?.value)
  return { name, shares, imageUrl: image.startsWith('data:image/svg+xml;base64,') ? image : '' }
}
