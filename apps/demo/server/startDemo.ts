import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ConfigInput, parseConfig, startGateway } from '@latchkey/server'
import { type Anvil, startAnvil } from '@latchkey/testing/anvil.ts'
import { type NamePlaces, placeNames } from '@latchkey/testing/ens/placeNames.ts'
import { placeZoneResolver, registerZoneName, setResolverUrl } from '@latchkey/testing/ens/placeZone.ts'
import { placeMulticall } from '@latchkey/testing/placeMulticall.ts'
import { BUNDLER_INSTALL, hasBundlerBox } from '@latchkey/testing/smartAccounts/bundlerBox.ts'
import { type SmartAccountStack, startSmartAccounts } from '@latchkey/testing/smartAccounts/startSmartAccounts.ts'
import { installRuntime } from '@latchkey/testing/solana/loadRuntime.ts'
import type { UniswapPlaces } from '@latchkey/testing/uniswap/placeUniswap.ts'
import type { KnownChain } from '@latchkey/wallet/settings.ts'
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { DemoSettings } from '../settings.ts'
import { GIVER, getDevAccount, getDevKey, getSolanaSeed, SELLER } from './accounts.ts'
import { buildSite } from './buildSite.ts'
import { deployContracts } from './deployContracts.ts'
import { describeSolana } from './describeSolana.ts'
import { findPort, listen } from './listen.ts'
import { placeMarkets } from './placeMarkets.ts'
import { startProvider } from './provider/startProvider.ts'
import { serveSite } from './serveSite.ts'
import { serveWallet } from './serveWallet.ts'
import { type DemoEmail, startEmail } from './startEmail.ts'
import { type DemoSolana, SOLANA, startSolana } from './startSolana.ts'
import { PAST_DAYS, writePast } from './writePast.ts'

/** Ports of a demo started by hand. A busy one gives way to the next free one. */
export const DEMO_PORTS = {
  site: 4500,
  wallet: 4510,
  gateway: 4520,
  provider: 4530,
  slope: 4540,
  frame: 4550,
  valley: 4560,
  vault: 4570,
  solana: 4580,
  mailbox: 4590,
  bundler: 4600,
  identity: 4610,
} as const

/** The two chains of the demo, so that there is a network to switch to. */
export const DEMO_CHAINS = {
  slope: { chainId: 31_337, name: 'Slope' },
  valley: { chainId: 31_338, name: 'Valley' },
} as const

const PROJECT = { id: 'hollowpine', name: 'Hollowpine' } as const

/** How long Solana's runtime, where it is not there yet, may take to come: without it the demo is ready by then. */
const INSTALL_LIMIT_MS = 10_000

/** Names on the first chain, by the dev account that each leads to; the first two are the demo wallet's. */
export const DEMO_NAMES = { 'mira.eth': 1, 'garden.mira.eth': 2, 'bruno.eth': 3, 'harbor.eth': 4 } as const

/** The zone of the gateway's own, in which visitors register names; the shop has one. */
export const DEMO_ZONE = 'latchkey.test'
const SHOP_NAME = `shop.${DEMO_ZONE}`
const SHOP_KEEPER = 0

/** Registers the names, so that its transactions are in nobody's history. */
const REGISTRAR = 9

/** Places what smart accounts need, beside the registrar and in nobody's history. */
const ACCOUNT_MAKER = 6

/** What the sample provider and the gateway sign with. Public, as everything of the demo, and good for nothing else. */
const SELLER_SECRET = 'kQ7v2Zr9Xw4Nb8Lm5Tc3Hd6J'

/** The bundler has its address before it listens there, so that nothing waits for it. */
type DemoBundler = SmartAccountStack & { readonly bundlerUrl: string }

/** A running demo: everything on 127.0.0.1. */
export type Demo = {
  readonly site: string
  readonly gateway: string
  /** The demo wallet, a page of its own on an origin of its own. */
  readonly wallet: string
  /** The sample provider, where test coins are bought. */
  readonly provider: string
  /** The chain that carries the contracts. */
  readonly rpc: string
  /** The second chain. */
  readonly secondRpc: string
  /** The Solana chain; absent where this platform has no runtime for it. */
  readonly solana: DemoSolana | undefined
  /** Wallets from an e-mail; absent where the vault does not run. */
  readonly email: DemoEmail | undefined
  /** The bundler of smart accounts on the first chain; absent where it is not installed, or not asked for. */
  readonly bundler: string | undefined
  /** Where the first chain keeps its names. */
  readonly names: NamePlaces
  readonly settings: DemoSettings
  /** Ports that were busy, with what was taken instead. */
  readonly moved: readonly { readonly wanted: number; readonly taken: number }[]
  /** Ends everything that was started; resolves when nothing is left. */
  stop(): Promise<void>
}

/**
 * Starts two dev chains with contracts and money, the gateway and the demo site; resolves when all of them answer.
 * `ports: 0` takes any free ports, for tests; `origins` are further pages that the gateway serves; `relayUrls` are further
 * addresses under which its relay is reached; `dataDir` keeps the gateway's database, and it serves `chains` beside those of the demo;
 * `withSolana: false` leaves Solana out, `withBundler: true` adds a bundler where it is installed. When a part cannot start, those that did are ended and the reason is thrown.
 */
export async function startDemo(
  options: {
    ports?: 0 | undefined
    origins?: readonly string[] | undefined
    relayUrls?: readonly string[] | undefined
    dataDir?: string | undefined
    chains?: ConfigInput['chains'] | undefined
    withSolana?: boolean | undefined
    withBundler?: boolean | undefined
    tell?: ((line: string) => void) | undefined
  } = {},
): Promise<Demo> {
  const tell = options.tell ?? (() => undefined)
  const wanted = (name: keyof typeof DEMO_PORTS): number => (options.ports === 0 ? 0 : DEMO_PORTS[name])
  const moved: { wanted: number; taken: number }[] = []
  const note = (name: keyof typeof DEMO_PORTS, taken: number): number => {
    if (wanted(name) !== 0 && wanted(name) !== taken) moved.push({ wanted: wanted(name), taken })
    return taken
  }
  const stops: (() => Promise<unknown>)[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(stops.splice(0).map((end) => end()))
  }
  const startChain = async (name: 'slope' | 'valley'): Promise<Anvil> => {
    const { chainId } = DEMO_CHAINS[name]
    const chain = await startAnvil({
      chainId,
      // The chain itself takes any free port for 0: one that was found free may be somebody else's by then.
      port: wanted(name) && (await findPort(wanted(name))),
      startsAt: name === 'slope' ? Math.floor(Date.now() / 1000) - PAST_DAYS * 86_400 : undefined,
    })
    note(name, chain.port)
    stops.push(() => chain.stop())
    await placeMulticall(chain.url)
    return chain
  }
  const openSolana = async (): Promise<DemoSolana | undefined> => {
    if (options.withSolana === false) return undefined
    const runtime = await installRuntime(INSTALL_LIMIT_MS, tell)
    if (runtime === undefined) {
      tell('Solana is left out: its runtime is not here (npm ci --prefix tests/solana) or not made for this platform')
      return undefined
    }
    const solana = await startSolana(runtime, wanted('solana') && (await findPort(wanted('solana'))))
    note('solana', solana.chain.port)
    stops.push(() => solana.chain.stop())
    return solana
  }
  const openBundler = async (rpcUrl: string): Promise<DemoBundler | undefined> => {
    if (!options.withBundler) return undefined
    if (!hasBundlerBox()) {
      tell(`Smart accounts are left out: their bundler is not here (${BUNDLER_INSTALL})`)
      return undefined
    }
    const port = note('bundler', await findPort(wanted('bundler')))
    const stack = await startSmartAccounts({ rpcUrl, maker: getDevAccount(ACCOUNT_MAKER).address, port })
    stops.push(() => stack.stop())
    return { ...stack, bundlerUrl: `http://127.0.0.1:${port}/rpc` }
  }
  const openServer = async (name: 'site' | 'wallet'): Promise<[Server, number]> => {
    const server = createServer((_, response) => response.writeHead(503, { 'retry-after': '1' }).end('Starting.'))
    const port = note(name, await listen(server, wanted(name)))
    stops.push(() => {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    })
    return [server, port]
  }

  try {
    const [server, sitePort] = await openServer('site')
    const [walletServer, walletPort] = await openServer('wallet')
    const site = `http://127.0.0.1:${sitePort}`
    const wallet = `http://127.0.0.1:${walletPort}`

    const building = Promise.all([buildSite('demo'), buildSite('wallet'), buildSite('frame')])
    // Awaited below; until then a failure must not count as unhandled.
    building.catch(() => undefined)
    const [slope, valley, solana] = await Promise.all([startChain('slope'), startChain('valley'), openSolana()])
    // A key of this run: the chain that trusts it ends with the run.
    const signingKey = generatePrivateKey()
    const registrar = { rpcUrl: slope.url, maker: getDevAccount(REGISTRAR).address }
    const [contracts, { resolver, names }, smartAccounts] = await Promise.all([
      deployContracts(slope.url, slope.chainId),
      placeAllNames(registrar, privateKeyToAddress(signingKey)),
      openBundler(slope.url),
    ])
    const markets = await placeMarkets(slope.url, slope.chainId, contracts)
    await writePast(slope.url, slope.chainId, contracts)
    tell('Chains and contracts are ready')

    const gatewayPort = note('gateway', await findPort(wanted('gateway')))
    // A second demo beside the first one needs a database of its own.
    const dataName = gatewayPort === DEMO_PORTS.gateway ? 'demo' : `demo-${gatewayPort}`
    const dataDir = options.dataDir ?? resolve(import.meta.dirname, `../../../.latchkey/${dataName}`)
    const provider = await startProvider({
      port: wanted('provider'),
      label: 'Brindle Pay',
      secret: SELLER_SECRET,
      folder: resolve(dataDir, 'provider'),
      rpcUrl: slope.url,
      networkId: `eip155:${slope.chainId}`,
      networkName: DEMO_CHAINS.slope.name,
      key: getDevKey(SELLER),
      assets: [
        { symbol: 'ETH', name: 'Ether', decimals: 18, price: 2_640 },
        { symbol: 'dUSD', name: 'Demo Dollar', contract: contracts.dollar, decimals: 6, price: 1 },
      ],
      tell,
    })
    stops.push(() => provider.close())
    note('provider', Number(new URL(provider.url).port))
    const publicUrl = `http://127.0.0.1:${gatewayPort}`
    const wallets = await startEmail({
      ports: {
        frame: wanted('frame'),
        vault: wanted('vault'),
        mailbox: wanted('mailbox'),
        identity: wanted('identity'),
      },
      sitePort,
      gatewayUrl: publicUrl,
      project: PROJECT,
      origins: options.origins ?? [],
      dataDir,
      onStart: (end) => void stops.push(end),
    })
    if (wallets === undefined)
      tell('Wallets from an e-mail are left out: their vault needs LevelDB, which does not run here')
    for (const name of ['frame', 'vault', 'mailbox', 'identity'] as const)
      if (wallets) note(name, Number(new URL(wallets.email[name]).port))
    const gateway = await startGateway({
      imageLibrary: findImageBox(),
      config: parseConfig({
        host: '127.0.0.1',
        port: gatewayPort,
        publicUrl,
        login: wallets?.login,
        dataDir,
        logLevel: 'warn',
        relay: options.relayUrls && {
          publicUrls: [`ws://127.0.0.1:${gatewayPort}/relay`, ...options.relayUrls],
        },
        projects: [
          {
            ...PROJECT,
            origins: [
              site,
              `http://localhost:${sitePort}`,
              wallet,
              `http://localhost:${walletPort}`,
              ...(wallets?.email.shops ?? []),
              ...(options.origins ?? []),
            ],
          },
        ],
        onramp: {
          providers: [
            {
              kind: 'sample',
              name: 'brindle',
              label: 'Brindle Pay',
              url: provider.url,
              secret: SELLER_SECRET,
              networks: [`eip155:${slope.chainId}`],
            },
          ],
        },
        ...describeChains(slope, valley, {
          contracts,
          markets,
          names,
          solana,
          smartAccounts,
          more: options.chains ?? [],
        }),
        names: { zones: [DEMO_ZONE], resolver: { signingKey, contracts: [resolver] } },
      }),
    })
    stops.push(() => gateway.close())
    tell('The gateway is ready')

    const [[built, builtWallet, builtFrame]] = await Promise.all([
      building,
      smartAccounts?.ready,
      setResolverUrl({ ...registrar, resolver, gateway: gateway.url }),
      registerZoneName({
        gateway: gateway.url,
        projectId: PROJECT.id,
        origin: site,
        chainId: slope.chainId,
        account: getDevAccount(SHOP_KEEPER),
        name: SHOP_NAME,
      }),
    ])
    await wallets?.serveFrame(builtFrame.folder)
    tell(built.isNew ? 'The site was built' : 'The site was built before')
    const settings: DemoSettings = {
      gatewayUrl: gateway.url,
      projectId: PROJECT.id,
      chains: [
        { ...DEMO_CHAINS.slope, rpcUrl: slope.url },
        { ...DEMO_CHAINS.valley, rpcUrl: valley.url },
      ],
      solana: solana && {
        ...SOLANA,
        id: solana.id,
        rpcUrl: solana.chain.url,
        walletSeeds: [0, 1].map((index) => Buffer.from(getSolanaSeed(index)).toString('hex')),
      },
      contracts,
      swapRouter: markets.router,
      providerHost: new URL(provider.url).host,
      walletUrl: wallet,
      walletKeys: [getDevKey(1), getDevKey(2)],
      frameUrl: wallets?.email.frame,
      giverKey: getDevKey(GIVER),
    }
    const relayUrl = `${gateway.url.replace(/^http/, 'ws')}/relay`
    const nodes = [slope.url, valley.url, ...(solana ? [solana.chain.url] : [])]
    const sources = {
      connect: [gateway.url, new URL(relayUrl).origin, ...nodes],
      images: [gateway.url],
      frames: wallets ? [wallets.email.frame] : [],
    }
    server.removeAllListeners('request')
    server.on('request', serveSite(built.folder, settings, sources))
    walletServer.removeAllListeners('request')
    walletServer.on(
      'request',
      serveWallet(builtWallet.folder, {
        relayUrl,
        projectId: PROJECT.id,
        chains: [
          { ...describeForWallet('slope'), rpcUrl: slope.url },
          { ...describeForWallet('valley'), rpcUrl: valley.url },
          ...(solana
            ? [{ id: `solana:${solana.id}`, ...SOLANA, symbol: 'SOL', decimals: 9, rpcUrl: solana.chain.url }]
            : []),
        ],
        pictureOrigins: [site],
      }),
    )
    return {
      site,
      gateway: gateway.url,
      wallet,
      provider: provider.url,
      rpc: slope.url,
      secondRpc: valley.url,
      solana,
      email: wallets?.email,
      bundler: smartAccounts?.bundlerUrl,
      names,
      settings,
      moved,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Places the names of the chain, and the zone whose names the gateway answers for. */
async function placeAllNames(
  registrar: { readonly rpcUrl: string; readonly maker: `0x${string}` },
  signer: `0x${string}`,
): Promise<{ readonly resolver: `0x${string}`; readonly names: NamePlaces }> {
  const resolver = await placeZoneResolver({ ...registrar, signer, urls: [] })
  const names = await placeNames({
    ...registrar,
    names: [
      ...Object.entries(DEMO_NAMES).map(([name, index]) => ({ name, address: getDevAccount(index).address })),
      { name: DEMO_ZONE, resolver },
    ],
  })
  return { resolver, names }
}

/** The folder with the image library, which is a box of its own (20 MB, in part LGPL); undefined where nobody installed it. */
function findImageBox(): string | undefined {
  const box = pathToFileURL(`${resolve(import.meta.dirname, '../../../tests/images')}/`).href
  try {
    createRequire(box).resolve('sharp')
    return box
  } catch {
    return undefined
  }
}

/** A chain as the demo wallet knows it. */
function describeForWallet(name: keyof typeof DEMO_CHAINS): KnownChain {
  return { id: `eip155:${DEMO_CHAINS[name].chainId}`, name: DEMO_CHAINS[name].name, symbol: 'ETH', decimals: 18 }
}

/** The gateway's view of the chains: nodes, tokens, and prices that add up with each other. */
function describeChains(
  slope: Anvil,
  valley: Anvil,
  parts: {
    contracts: DemoSettings['contracts']
    markets: UniswapPlaces
    names: NamePlaces
    solana: DemoSolana | undefined
    smartAccounts: DemoBundler | undefined
    more: NonNullable<ConfigInput['chains']>
  },
): Pick<ConfigInput, 'chains' | 'identity' | 'prices'> {
  const { contracts, markets, names, more } = parts
  const solana = parts.solana && describeSolana(parts.solana)
  const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
  const slopeId = `eip155:${slope.chainId}` as const
  const valleyId = `eip155:${valley.chainId}` as const
  return {
    chains: [
      {
        id: slopeId,
        name: DEMO_CHAINS.slope.name,
        rpc: [slope.url],
        nativeCurrency: ether,
        tokens: [{ address: contracts.pine }, { address: contracts.dollar }, { address: contracts.wrappedEther }],
        wrappedNative: contracts.wrappedEther,
        swaps: [
          {
            kind: 'uniswap',
            router: markets.router,
            quoter: markets.quoter,
            v2Router: markets.v2Router,
            fees: [500, 3_000],
          },
        ],
        history: { kind: 'otterscan' },
        bundlers: parts.smartAccounts ? [describeBundler(parts.smartAccounts, contracts)] : [],
        delegation: parts.smartAccounts && { permissions: [PROJECT.id] },
      },
      {
        id: valleyId,
        name: DEMO_CHAINS.valley.name,
        rpc: [valley.url],
        nativeCurrency: ether,
        history: { kind: 'otterscan' },
      },
      ...(solana ? [solana.chain] : []),
      ...more,
    ],
    identity: { networkId: slopeId, universalResolver: names.universalResolver },
    prices: [
      {
        kind: 'table',
        prices: {
          [`${slopeId}:${native}`]: { usd: 2640 },
          [`${valleyId}:${native}`]: { usd: 2640 },
          [`${slopeId}:${contracts.wrappedEther}`]: { usd: 2640 },
          [`${slopeId}:${contracts.dollar}`]: { usd: 1 },
          [`${slopeId}:${contracts.pine}`]: { usd: 0.215 },
          ...solana?.prices,
        },
      },
    ],
  }
}

/** The shop pays for what is done with its own contracts. */
function describeBundler(
  { bundlerUrl, paymaster, paymasterUrl }: DemoBundler,
  contracts: DemoSettings['contracts'],
): NonNullable<NonNullable<ConfigInput['chains']>[number]['bundlers']>[number] {
  return {
    service: bundlerUrl,
    sponsor: {
      service: paymasterUrl,
      paymaster,
      targets: [{ address: contracts.shop }, { address: contracts.pine }],
      perOperation: String(parseEther('0.02')),
      perAccountAndDay: String(parseEther('0.1')),
      perProjectAndDay: String(parseEther('2')),
    },
  }
}
