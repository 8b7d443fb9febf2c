import type { Token } from '../../latchkey/src/core/features/tokens/state.ts'
import type { Account, Connection, Connector } from '../../latchkey/src/core/types/adapter.ts'
import type { WalletListing } from '../../latchkey/src/core/types/listing.ts'
import type { NetworkId, NetworkInput } from '../../latchkey/src/core/types/network.ts'
import { PICTURES } from './pictures.ts'

/** A name as long as a name may be shown: 60 signs. */
export const LONG_NAME = 'Wrapped Staked Liquid Restaking Receipt of Meadow Vault No 2'

/** The account of most fixtures. */
export const ACCOUNT: Account = { address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', type: 'eoa' }

/** Networks of an invented site; the first is the active one. */
export const NETWORKS: readonly [NetworkInput, ...NetworkInput[]] = [
  makeNetwork(1, 'Ethereum', PICTURES.ethereum),
  makeNetwork(8453, 'Base', PICTURES.base),
  makeNetwork(42161, 'Arbitrum One', PICTURES.arbitrum),
  makeNetwork(10, 'OP Mainnet', PICTURES.optimism),
  makeNetwork(137, 'Polygon', PICTURES.polygon, 'POL'),
]

/** A network of another family, which wallets of most fixtures do not serve. */
/** Its id. */
export const SOLANA_ID = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

export const SOLANA: NetworkInput = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  chainNamespace: 'solana',
  caipNetworkId: SOLANA_ID,
  nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['https://solana.example'] } },
  assets: { imageUrl: PICTURES.solana },
}

/** A network by its chain id. */
export function makeNetwork(id: number, name: string, imageUrl: string | undefined, symbol = 'ETH'): NetworkInput {
  return {
    id,
    name,
    chainNamespace: 'eip155',
    caipNetworkId: `eip155:${id}`,
    nativeCurrency: { name: symbol === 'ETH' ? 'Ether' : symbol, symbol, decimals: 18 },
    rpcUrls: { default: { http: [`https://rpc-${id}.example`] } },
    blockExplorers: { default: { name: 'Explorer', url: `https://explorer-${id}.example` } },
    ...(imageUrl === undefined ? {} : { assets: { imageUrl } }),
  }
}

/** An installed wallet as an adapter tells it. */
export function makeConnector(name: string, imageUrl?: string | undefined, more: Partial<Connector> = {}): Connector {
  const rdns = `example.${name.toLowerCase().replace(/[^a-z]+/g, '')}`
  return { id: rdns, rdns, name, namespace: 'eip155', type: 'ANNOUNCED', imageUrl, provider: { name }, ...more }
}

/** A wallet as the directory tells it. */
export function makeListing(
  name: string,
  imageUrl?: string | undefined,
  more: Partial<WalletListing> = {},
): WalletListing {
  const key = `directory-${name.toLowerCase().replace(/[^a-z]+/g, '')}`
  return {
    key,
    name,
    imageUrl,
    connectors: [],
    explorerId: key,
    rdns: `example.${name.toLowerCase().replace(/[^a-z]+/g, '')}`,
    isInstalled: false,
    isRecent: false,
    isLookalike: false,
    links: {
      homepage: 'https://wallet.example',
      chromeStore: 'https://chromewebstore.example/wallet',
      firefoxStore: 'https://addons.example/wallet',
      appStore: 'https://apps.example/wallet',
      playStore: 'https://play.example/wallet',
    },
    ...more,
  }
}

/** An installed wallet as a row shows it. */
export function toListing(connector: Connector): WalletListing {
  return makeListing(connector.name, connector.imageUrl, {
    key: connector.id,
    rdns: connector.rdns,
    connectors: [{ namespace: connector.namespace, connectorId: connector.id }],
    isInstalled: true,
  })
}

/** Installed wallets of most fixtures. */
export const FERNPASS: Connector = makeConnector('Fernpass', PICTURES.fern)
export const TIDE: Connector = makeConnector('Tide', PICTURES.tide)

/** Wallets that the directory recommends. */
export const RECOMMENDED: readonly WalletListing[] = [
  makeListing('Northkey', PICTURES.north),
  makeListing('Pebble', PICTURES.pebble),
  makeListing('Cinder', PICTURES.cinder),
  makeListing('Harbor', PICTURES.harbor),
]

/** A connection to a wallet, with the account of the fixtures. */
export function makeConnection(connector: Connector, networkId: NetworkId = 'eip155:1'): Connection {
  return { connector, accounts: [ACCOUNT], networkId, provider: connector.provider }
}

function makeToken(name: string, symbol: string, numeric: string, value: number | undefined, iconUrl?: string): Token {
  const isNative = symbol === 'ETH'
  return {
    name,
    symbol,
    chainId: 'eip155:1',
    address: isNative ? undefined : `eip155:1:0x${symbol.toLowerCase().padEnd(40, '0')}`,
    value,
    price: value === undefined ? undefined : value / Number(numeric),
    quantity: { decimals: 18, numeric },
    iconUrl,
  }
}

/** What an account holds: coins, a name of 60 signs with next to nothing of it, and a token whose price nobody knows. */
export const TOKENS: readonly Token[] = [
  makeToken('Ether', 'ETH', '1.8426', 4864.46, PICTURES.eth),
  makeToken('USD Coin', 'USDC', '612.4', 612.4, PICTURES.usdc),
  makeToken('Pine', 'PINE', '240', 51.6, PICTURES.pine),
  makeToken(LONG_NAME, 'wsMVR2', '0.000000001', 0.0000021, PICTURES.dust),
  makeToken('Acorn', 'ACORN', '13.5', undefined),
]

/** An installed wallet whose name is as long as names get. */
export const LONG_WALLET = makeConnector(LONG_NAME)

/** Where the invented wallets take a pairing. */
export const LINKS: WalletListing['links'] = {
  ...makeListing('Northkey').links,
  mobileLink: 'northkey://',
  webappLink: 'https://app.northkey.example/',
  desktopLink: 'northkey-desktop://',
}
/** A wallet that is reached on a phone only. */
export const NORTHKEY = makeListing('Northkey', PICTURES.north, {
  links: { ...LINKS, webappLink: undefined, desktopLink: undefined },
})

/** A page on a phone whose site has a relay. */
export const ON_PHONE = {
  hasRelay: true,
  browser: { isMobile: () => true },
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36',
} as const
