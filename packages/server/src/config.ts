import { accountId, currency, evmAddress, networkId, solanaAddress } from '@latchkey/wire'
import { AGGREGATORS, JUPITER, PUBLISHED_MARKETS } from '@latchkey/wire/swap'
import * as v from 'valibot'
import { loginConfig } from './login/loginConfig.ts'
import { CARD_NETWORKS, RESTRICTED_TIME_ZONES } from './onramp/fallback.ts'

/** Shortest secret that the gateway starts with, in characters. Source: SEC-118. */
export const SECRET_LENGTH = 24

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]']

const name = v.pipe(v.string(), v.minLength(1, 'must not be empty'), v.maxLength(64, 'must be at most 64 characters'))

const projectId = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{1,128}$/, 'must be 1 to 128 letters, digits, hyphens or underscores'),
)

/** An exact origin: scheme, host and, if not the default, port. Source: RFC 6454. */
export const origin = v.pipe(
  v.string(),
  v.check(
    isOrigin,
    'must be an exact origin such as https://shop.example or http://localhost:5173, no path, no wildcard',
  ),
)

const upstreamUrl = v.pipe(
  v.string(),
  v.check((text) => isWebUrl(text), 'must be an https address, or http for this machine'),
)

const upstream = v.union(
  [
    upstreamUrl,
    v.strictObject({
      /** https, or http for loopback; `allowHttp` admits http elsewhere, for a node in one's own network. */
      url: v.pipe(
        v.string(),
        v.check((text) => isWebUrl(text, true), 'must be an http or https address'),
      ),
      headers: v.optional(v.record(v.string(), v.string()), {}),
      allowHttp: v.optional(v.boolean(), false),
    }),
  ],
  'must be an https address (http only for this machine), or an object with url, headers, allowHttp',
)

const token = v.strictObject({
  /** An EVM contract, or a Solana mint. */
  address: v.union([evmAddress, solanaAddress], 'must be an EVM or a Solana address'),
  name: v.optional(name),
  symbol: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(32))),
  decimals: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36))),
  iconUrl: v.optional(v.pipe(v.string(), v.startsWith('https://', 'must be an https address'))),
})

/** How a node's logs are looked through. */
const logScan = {
  /** Blocks in one request for logs: what the chain's nodes grant. Smaller ones are tried where they refuse. */
  logBlocks: v.optional(v.pipe(v.number(), v.integer(), v.minValue(16), v.maxValue(1_000_000)), 2_000),
  /** Blocks before the newest that are looked through at all. */
  lookBackBlocks: v.optional(v.pipe(v.number(), v.integer(), v.minValue(16), v.maxValue(1_000_000_000)), 1_000_000),
}

const historySource = v.variant('kind', [
  v.strictObject({ kind: v.literal('none') }),
  v.strictObject({ kind: v.literal('logs'), ...logScan }),
  v.strictObject({ kind: v.literal('otterscan'), ...logScan }),
  v.strictObject({
    kind: v.literal('explorer'),
    /** Answers as Etherscan's API, module `account`: `https://api.etherscan.io/v2/api`, or a Blockscout's `/api`. */
    url: upstreamUrl,
    apiKey: v.optional(v.pipe(v.string(), v.minLength(1))),
    /** Whether the chain's number is sent as `chainid`, for an interface that serves many. */
    sendsChainId: v.optional(v.boolean(), false),
    callsPerSecond: v.optional(v.pipe(v.number(), v.minValue(0.1), v.maxValue(1000)), 3),
    /** Whether it is believed about payments inside transactions where no node of the chain traces them. */
    trustInternal: v.optional(v.boolean(), false),
  }),
])

const count = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))

const swapMarket = v.variant('kind', [
  v.strictObject({
    kind: v.literal('uniswap'),
    /** SwapRouter02; with none of the three addresses, the published ones of the chain. */
    router: v.optional(evmAddress),
    /** QuoterV2, which v3's pools are asked by. */
    quoter: v.optional(evmAddress),
    /** A router of v2's kind, which v2's pools are asked by, and which swaps where there is no `router`. */
    v2Router: v.optional(evmAddress),
    /** Fees of v3's pools that are asked, in hundredths of a basis point. */
    fees: v.optional(v.pipe(v.array(count(1, 999_999)), v.maxLength(6)), [100, 500, 3_000, 10_000]),
    /** Tokens that a swap may go over beside the wrapped coin: those that most pools hold. */
    via: v.optional(v.pipe(v.array(evmAddress), v.maxLength(3, 'must name at most 3 tokens')), []),
    /** What you take of each result: shown to visitors. The router admits at most 1 percent, and v2's alone none. */
    fee: v.optional(
      v.strictObject({
        percent: v.pipe(v.number(), v.minValue(0.01), v.maxValue(1, 'must be at most 1')),
        recipient: evmAddress,
      }),
    ),
  }),
  v.strictObject({
    kind: v.literal('kyberswap'),
    url: v.optional(upstreamUrl, 'https://aggregator-api.kyberswap.com'),
    /** Your name with the service, which counts requests by it. */
    clientId: v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots and dashes')),
  }),
  v.strictObject({
    kind: v.literal('1inch'),
    url: v.optional(upstreamUrl, 'https://api.1inch.dev/swap/v6.1'),
    apiKey: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/, 'must be a key without spaces')),
  }),
  v.strictObject({
    /** On Solana. */
    kind: v.literal('jupiter'),
    url: v.optional(upstreamUrl, 'https://api.jup.ag/swap/v2'),
    apiKey: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/, 'must be a key without spaces')),
  }),
])

const providerName = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be lower-case letters, digits and hyphens'),
)

/** CAIP-2 ids of the networks that a provider sends on. */
const sellsOn = v.pipe(v.array(networkId), v.minLength(1, 'must name at least one network'), v.maxLength(64))

const CARD_CHAINS = Object.keys(CARD_NETWORKS)

const onrampProvider = v.variant('kind', [
  v.strictObject({
    /** A service that speaks as the sample provider of this repository does. */
    kind: v.literal('sample'),
    name: v.optional(providerName, 'sample'),
    label: v.optional(name, 'Sample provider'),
    url: upstreamUrl,
    /** Shared with it: orders and news are signed with it. Write it as `env:LATCHKEY_…`. */
    secret: v.pipe(v.string(), v.minLength(SECRET_LENGTH, `must have at least ${SECRET_LENGTH} characters`)),
    networks: sellsOn,
  }),
  v.strictObject({
    kind: v.literal('coinbase'),
    name: v.optional(providerName, 'coinbase'),
    label: v.optional(name, 'Coinbase'),
    url: v.optional(upstreamUrl, 'https://api.developer.coinbase.com/onramp'),
    pageUrl: v.optional(upstreamUrl, 'https://pay.coinbase.com/buy/select-asset'),
    /** A secret API key of your project there: its id, and an EC key in PEM or an Ed25519 key in base64. */
    keyId: v.pipe(v.string(), v.minLength(1)),
    keySecret: v.pipe(v.string(), v.minLength(SECRET_LENGTH, `must have at least ${SECRET_LENGTH} characters`)),
    /** ISO 3166-1 of the visitors whose options and prices are asked for. */
    country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'must be a country code such as US')), 'US'),
    /** Their state, after ISO 3166-2: Coinbase asks for it where the country is US. */
    subdivision: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'must be a state code such as NY'))),
    networks: v.optional(
      v.pipe(
        sellsOn,
        v.check((ids) => ids.every((id) => CARD_CHAINS.includes(id)), `must be of ${CARD_CHAINS.join(', ')}`),
      ),
      CARD_CHAINS,
    ),
  }),
  v.strictObject({
    kind: v.literal('moonpay'),
    name: v.optional(providerName, 'moonpay'),
    label: v.optional(name, 'MoonPay'),
    url: v.optional(upstreamUrl, 'https://api.moonpay.com'),
    /** `https://buy-sandbox.moonpay.com` with keys of its sandbox. */
    pageUrl: v.optional(upstreamUrl, 'https://buy.moonpay.com'),
    publishableKey: v.pipe(v.string(), v.regex(/^pk_(test|live)_\w{1,200}$/, 'must be a publishable key')),
    secretKey: v.pipe(v.string(), v.regex(/^sk_(test|live)_\w{1,200}$/, 'must be a secret key')),
    /** By which its news are signed. Absent: it is asked instead. */
    webhookKey: v.optional(v.pipe(v.string(), v.minLength(8, 'must have at least 8 characters'))),
    networks: v.optional(sellsOn, [...CARD_CHAINS, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']),
  }),
])

/** An amount of the chain's coin in its base unit, as digits: more than a number of JSON holds. */
const wei = v.pipe(v.string(), v.regex(/^[1-9]\d{0,29}$/, 'must be an amount in wei, as digits in quotes'))

/** Who pays for user operations, of what, and how much of it (SEC-124). */
const sponsor = v.strictObject({
  /** Where the paymaster's service answers as ERC-7677 has it; at the bundler's address where absent. */
  service: v.optional(upstream),
  /** The contract that pays. An answer of the service that names another one is not passed on. */
  paymaster: evmAddress,
  /** Handed to the service in the place of what a page would send: the id of your policy there, say. */
  context: v.optional(v.record(v.string(), v.unknown()), {}),
  /** The only contracts that are called at your cost. */
  targets: v.pipe(
    v.array(
      v.strictObject({
        address: evmAddress,
        /** Selectors of the functions, four bytes in hex. Absent: each of them. */
        methods: v.optional(
          v.pipe(
            v.array(v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{8}$/, 'must be 0x and 8 hex digits'), v.toLowerCase())),
            v.minLength(1, 'must name at least one function'),
            v.maxLength(64),
          ),
        ),
      }),
    ),
    v.minLength(1, 'must name at least one contract'),
    v.maxLength(256, 'must name at most 256 contracts'),
  ),
  /** The most that one operation may cost, in wei. */
  perOperation: wei,
  /** The most for one account and day (UTC), in wei. */
  perAccountAndDay: wei,
  /** The most for a project and day (UTC), in wei. */
  perProjectAndDay: wei,
  /** Projects that it is for. Absent: each of them. */
  projects: v.optional(v.pipe(v.array(projectId), v.minLength(1, 'must name at least one project'))),
})

const bundler = v.strictObject({
  /** By which sessions and pages ask for it. */
  name: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/, 'must be lower-case letters, digits and hyphens')),
    'default',
  ),
  service: upstream,
  /** Absent: accounts pay for themselves. */
  sponsor: v.optional(sponsor),
})

const delegation = v.strictObject({
  /** Projects whose pages may ask visitors for permissions to act without them, within limits (ERC-7715). Empty: none. */
  permissions: v.optional(v.pipe(v.array(projectId), v.maxLength(1000, 'must name at most 1000 projects')), []),
})

const chain = v.strictObject({
  id: networkId,
  name,
  rpc: v.pipe(v.array(upstream), v.minLength(1, 'must name at least one node'), v.maxLength(10)),
  nativeCurrency: v.strictObject({
    name,
    symbol: v.pipe(v.string(), v.minLength(1), v.maxLength(16)),
    decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36)),
  }),
  /** Multicall3; its usual address where absent. */
  multicall: v.optional(evmAddress, '0xcA11bde05977b3631167028862bE2a173976CA11'),
  /** Tokens whose balances are read. Missing names, symbols and decimals are read from the chain. */
  tokens: v.optional(v.pipe(v.array(token), v.maxLength(2000, 'must hold at most 2000 tokens')), []),
  /** The contract that wraps the native coin: what goes into it is a deposit, what comes out a withdrawal. */
  wrappedNative: v.optional(evmAddress),
  /** Where the history of accounts comes from. */
  history: v.optional(historySource, { kind: 'logs' }),
  /** Where swaps come from, in the order that they are preferred in where they give the same. Empty: nothing is swapped. */
  swaps: v.optional(v.pipe(v.array(swapMarket), v.maxLength(4, 'must name at most 4 markets')), []),
  /** Where user operations of smart accounts go, for EntryPoint 0.7. The first one serves who names none. Empty: no smart accounts. */
  bundlers: v.optional(v.pipe(v.array(bundler), v.maxLength(4, 'must name at most 4 bundlers')), []),
  /**
   * Accounts of the embedded wallet may keep their address and carry out several calls as one (EIP-7702): the contracts of the Delegation
   * Framework 1.3.0 stand there. Absent: not there.
   */
  delegation: v.optional(delegation),
})

const price = v.record(
  currency,
  v.pipe(v.number(), v.finite('must be a number'), v.minValue(0, 'must not be negative')),
)

const priceSource = v.variant('kind', [
  v.strictObject({
    kind: v.literal('table'),
    /** Prices by CAIP-10 id, the native coin by its `0xeeee…` form. */
    prices: v.record(accountId, price),
  }),
  v.strictObject({
    kind: v.literal('feed'),
    feeds: v.record(
      accountId,
      v.strictObject({
        chainId: networkId,
        /** A contract with `latestRoundData` and `decimals`, as Chainlink's AggregatorV3Interface. */
        address: evmAddress,
        currency,
        /** Older rounds count as unknown. */
        maxAgeSeconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 86_400),
      }),
    ),
  }),
  v.strictObject({
    kind: v.literal('pool'),
    /** By the asset's CAIP-10 id, the native coin by its `0xeeee…` form. */
    pools: v.record(
      accountId,
      v.strictObject({
        chainId: networkId,
        /** A pair of Uniswap v2's kind, or a pool of v3's, that has the asset on one side. */
        address: evmAddress,
        version: v.picklist(['v2', 'v3']),
        /** The asset's contract on that chain; of a native coin, the one that wraps it. */
        token: evmAddress,
        /** What the other side is worth: `1` and `usd` for a token that is pegged to the dollar. Nothing is pegged by itself. */
        other: v.strictObject({
          currency,
          price: v.pipe(v.number(), v.finite('must be a number'), v.minValue(0, 'must not be negative')),
        }),
        /** Least amount of the other side in the pool, in whole units. A thinner pool is moved for little, so it is unknown. */
        minimum: v.optional(v.pipe(v.number(), v.minValue(0)), 10_000),
        /** Seconds that a v3 price is the mean of. */
        overSeconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(60), v.maxValue(86_400)), 1_800),
      }),
    ),
  }),
  v.strictObject({
    kind: v.literal('http'),
    /** Answers `{url}/{ids}` with `{ coins: { [id]: { price } } }`, ids `slug:address`, as DefiLlama's coins API. */
    url: v.pipe(v.string(), v.startsWith('https://', 'must be an https address')),
    /** Answers `{changeUrl}/{ids}` with `{ coins: { [id]: percent } }`, what each gained in 24 hours; without it that is unknown. */
    changeUrl: v.optional(v.pipe(v.string(), v.startsWith('https://', 'must be an https address'))),
    /** Name of each chain at that service. */
    slugs: v.record(networkId, v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))),
  }),
])

/** Public gateways to content by its hash; SEC-112: these and no others. */
const gatewayList = v.pipe(
  v.array(
    v.pipe(
      v.string(),
      v.check(
        (text) => URL.canParse(text) && /^https:\/\/[^?#]+\/$/.test(text),
        'must be an https address that ends in a slash',
      ),
    ),
  ),
  v.maxLength(5, 'must name at most 5 gateways'),
)

const bucket = (capacity: number, refillPerSecond: number) =>
  v.optional(
    v.strictObject({
      capacity: v.pipe(v.number(), v.integer(), v.minValue(1)),
      refillPerSecond: v.pipe(v.number(), v.minValue(0.01)),
    }),
    { capacity, refillPerSecond },
  )

const share = v.pipe(v.number(), v.minValue(0.001), v.maxValue(1))

const zone = v.pipe(
  v.string(),
  v.regex(
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?){1,3}$/,
    'must be a zone such as shop.example',
  ),
)

/** The gateway's configuration as it is written. */
export const configSchema = v.strictObject({
  host: v.optional(v.pipe(v.string(), v.minLength(1)), '127.0.0.1'),
  port: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535)), 8787),
  /** Where clients reach the gateway, if a proxy stands before it. Used in addresses of pictures. */
  publicUrl: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => isWebUrl(text, true), 'must be an http or https address'),
    ),
  ),
  /** Files of ERC-7730, by which the frame of the embedded wallet says in words what calls of your contracts do. */
  descriptors: v.optional(v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.maxLength(200)), []),
  /** Folder of the embedded database. Unused with `databaseUrl`. */
  dataDir: v.optional(v.pipe(v.string(), v.minLength(1)), './latchkey-data'),
  /** PostgreSQL connection string; better given as `DATABASE_URL`. */
  databaseUrl: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'))),
  projects: v.optional(
    v.array(
      v.strictObject({
        id: projectId,
        name,
        /** Exact origins of the project's pages. An empty list admits no page. */
        origins: v.pipe(v.array(origin), v.maxLength(200)),
      }),
    ),
    [],
  ),
  /** Project of callers that name none. Without it they are refused. */
  defaultProject: v.optional(projectId),
  chains: v.optional(v.array(chain), []),
  prices: v.optional(v.array(priceSource), []),
  nfts: v.optional(
    v.strictObject({
      /** Addresses that the CIDs of `ipfs://` are put behind, asked in this order: `https://ipfs.example/ipfs/`. */
      ipfsGateways: v.optional(gatewayList, []),
      /** Addresses that the ids of `ar://` are put behind: `https://arweave.example/`. */
      arweaveGateways: v.optional(gatewayList, []),
      /** Whether pictures are drawn anew and served. Needs the optional peer `sharp`. */
      pictures: v.optional(v.boolean(), true),
    }),
    {},
  ),
  history: v.optional(
    v.strictObject({
      /** What the index of transfers may hold. Beyond it the accounts go that nobody asked for the longest. */
      maxIndexBytes: v.optional(count(1_048_576, Number.MAX_SAFE_INTEGER), 2_147_483_648),
      /** Windows of blocks that one client may have looked through. */
      windows: bucket(300, 1),
    }),
    {},
  ),
  identity: v.optional(
    v.strictObject({
      networkId: v.optional(networkId, 'eip155:1'),
      /** ENS's universal resolver there; its address on Ethereum's main network where absent. */
      universalResolver: v.optional(evmAddress),
    }),
    { networkId: 'eip155:1' },
  ),
  /** Names of your own, which visitors register by a signature. Absent: there are none. */
  names: v.optional(
    v.strictObject({
      /** Zones, the first of which is offered: `shop.example`. Each of at least two labels in the form of ENSIP-15. */
      zones: v.pipe(v.array(zone), v.minLength(1, 'must name at least one zone'), v.maxLength(4)),
      /** Labels that nobody may register, nor any that looks like one of them, beside the built-in ones. */
      reserved: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/))), v.maxLength(10_000)), []),
      /** Whether visitors may register; false where names are only kept and read. */
      registration: v.optional(v.boolean(), true),
      /** Days for which a name that was given up waits for who had it. */
      quarantineDays: v.optional(count(0, 3_650), 90),
      /** Makes the zones' names readable by everyone, through a resolver contract on a chain. */
      resolver: v.optional(
        v.strictObject({
          /** Private key, 32 bytes in hex, whose address the resolver contract trusts; write it as `env:LATCHKEY_…`. */
          signingKey: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')),
          /** Resolver contracts that are answered. Default: any that asks, since an answer counts for its asker alone. */
          contracts: v.optional(v.pipe(v.array(evmAddress), v.maxLength(16))),
          /** Seconds for which an answer counts. */
          lifeSeconds: v.optional(count(10, 86_400), 300),
        }),
      ),
    }),
  ),
  /** Where visitors may buy coins. Absent: nowhere. */
  onramp: v.optional(
    v.strictObject({
      /** In the order that they are offered in. */
      providers: v.pipe(v.array(onrampProvider), v.maxLength(8, 'must name at most 8 providers')),
      /** Time zones, as browsers name them, in which buying is not offered. Default: those of mainland China, Hong Kong and Macau. */
      restrictedTimeZones: v.optional(
        v.pipe(v.array(v.pipe(v.string(), v.maxLength(64), v.toUpperCase())), v.maxLength(600)),
        [...RESTRICTED_TIME_ZONES],
      ),
    }),
    { providers: [] },
  ),
  directory: v.optional(
    v.strictObject({
      /** JSON file with wallets of your own, order and exclusions, laid over the built-in list. */
      overlay: v.optional(v.pipe(v.string(), v.minLength(1))),
    }),
    {},
  ),
  relay: v.optional(
    v.strictObject({
      enabled: v.optional(v.boolean(), true),
      /**
       * Addresses by which clients reach the relay, written as they configure them. Tokens made for any other are
       * refused. Default: `publicUrl` and where it listens, each with `/relay`.
       */
      publicUrls: v.optional(
        v.array(
          v.pipe(
            v.string(),
            v.check(
              (text) => URL.canParse(text) && /^(ws|http)s?:$/.test(new URL(text).protocol),
              'must be a wss address',
            ),
          ),
        ),
        [],
      ),
      /** False: anybody may use the relay, from any page, with or without a project. */
      requireProject: v.optional(v.boolean(), true),
      maxFrameBytes: v.optional(count(65_536, 67_108_864), 1_048_576),
      /** Longest time that a message is kept. */
      maxTtlSeconds: v.optional(count(300, 31_536_000), 2_592_000),
      maxSockets: v.optional(count(1, 1_000_000), 10_000),
      maxTopicsPerClient: v.optional(count(1, 1_000_000), 5_000),
      /** Messages on one topic that nobody has received. */
      maxMessagesPerTopic: v.optional(count(1, 1_000_000), 10_000),
      /** Bytes of all messages together. */
      maxMailboxBytes: v.optional(count(1_048_576, Number.MAX_SAFE_INTEGER), 1_073_741_824),
      /**
       * Part of the sockets, of the stored bytes and of the new messages that one network address (IPv6: one /64) and one
       * project may have. As long as only a few projects are there, each may have an equal part.
       */
      shares: v.optional(v.strictObject({ address: v.optional(share, 0.1), project: v.optional(share, 0.1) }), {
        address: 0.1,
        project: 0.1,
      }),
      /** Calls by client and by address, bytes of calls by address, and new sockets by address; beyond them one is refused. */
      calls: bucket(4000, 400),
      callsPerAddress: bucket(20_000, 2000),
      bytesPerAddress: bucket(67_108_864, 262_144),
      /**
       * Bytes of calls by address while other addresses are there, where a short call counts for 512. What is more is not
       * refused but read later, so that nobody's flood takes the others' time.
       */
      pacePerAddress: bucket(262_144, 262_144),
      connections: bucket(600, 20),
      /** Closes sockets that have subscribed to nothing for so long. Default: never. */
      staleAfterSeconds: v.optional(count(10, 86_400)),
      /** Several relay processes: NATS carries word between them, PostgreSQL holds the messages. */
      nats: v.optional(
        v.strictObject({
          servers: v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.minLength(1, 'must name at least one server')),
          user: v.optional(v.string()),
          password: v.optional(v.string()),
          token: v.optional(v.string()),
        }),
      ),
    }),
    {},
  ),
  analytics: v.optional(v.strictObject({ enabled: v.boolean() }), { enabled: false }),
  signIn: v.optional(
    v.strictObject({
      /** CAIP-2 ids of the networks that accounts may sign in on. Default: the chains, and the known ones of other namespaces. */
      networks: v.optional(v.array(networkId)),
    }),
    {},
  ),
  /** Logins by e-mail and wallets that come with them. Absent: this gateway has none. */
  login: v.optional(loginConfig),
  /** Addresses or CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: v.optional(
    v.array(v.pipe(v.string(), v.regex(/^[0-9a-fA-F:.]+(\/\d{1,3})?$/, 'must be an IP address or a CIDR range'))),
    [],
  ),
  metrics: v.optional(
    v.strictObject({
      /** Bearer token for `/metrics`. Without it only this machine may read them. */
      token: v.optional(v.string()),
    }),
    {},
  ),
  limits: v.optional(
    v.strictObject({
      rpc: bucket(2000, 100),
      data: bucket(240, 8),
      directory: bucket(240, 8),
      images: bucket(1000, 50),
      signIn: bucket(120, 2),
      requestTimeoutMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(100)), 30_000),
      upstreamTimeoutMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(100)), 10_000),
    }),
    {},
  ),
  logLevel: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
})

/** What an operator writes in the configuration file. */
export type ConfigInput = v.InferInput<typeof configSchema>

/** A checked configuration with every default filled in. */
export type Config = v.InferOutput<typeof configSchema>

/** A chain of the configuration. */
export type ChainConfig = Config['chains'][number]

/** One thing that is wrong in a configuration: which key, what was found, what is allowed. */
export type ConfigProblem = { readonly key: string; readonly problem: string }

/** What the environment may say. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Thrown when a configuration cannot be used; `problems` holds everything that is wrong, `message` one line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly code = 'CONFIG_INVALID'
  readonly problems: readonly ConfigProblem[]

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map((each) => (each.key === '' ? each.problem : `${each.key}: ${each.problem}`)).join('\n'))
    this.problems = problems
  }
}

/**
 * Checks a configuration and fills in defaults. Texts that read `env:NAME` are replaced by that environment variable,
 * so that a secret need not stand in the file; `NAME` must begin with `LATCHKEY_`.
 * `LATCHKEY_HOST`, `LATCHKEY_PORT`, `LATCHKEY_DATA`, `LATCHKEY_LOG_LEVEL` and `DATABASE_URL` win over the file.
 * Throws `ConfigError` with every problem at once.
 */
export function parseConfig(written: unknown, environment: Environment = {}): Config {
  const problems: ConfigProblem[] = []
  const filled = withEnvironment(replaceVariables(written, '', environment, problems), environment, problems)
  const unset = new Set(problems.map(({ key }) => key))
  const result = parseWhole(configSchema, filled, problems)
  if (result === undefined) {
    // A text whose variable is not set is missing for that reason, and told once.
    throw new ConfigError(problems.filter(({ key, problem }) => problem !== IS_MISSING || !unset.has(key)))
  }
  problems.push(...contradictions(result))
  if (problems.length > 0) throw new ConfigError(problems)
  return result
}

/**
 * Checks the configuration of another program by its schema, with `env:NAME` as in `parseConfig`. Throws `ConfigError` with every
 * problem at once.
 */
export function parseSettings<Output>(
  schema: v.GenericSchema<unknown, Output>,
  written: unknown,
  environment: Environment,
): Output {
  const problems: ConfigProblem[] = []
  const result = parseWhole(schema, replaceVariables(written, '', environment, problems), problems)
  if (result === undefined || problems.length > 0) throw new ConfigError(problems)
  return result
}

/**
 * Checks what another program reads of the gateway's configuration and leaves the rest alone: variables that only the rest names need
 * not be set where that program runs. Throws `ConfigError` with every problem at once.
 */
export function parsePart<Output>(
  schema: v.GenericSchema<unknown, Output>,
  written: unknown,
  environment: Environment,
): Output {
  const unset: ConfigProblem[] = []
  const problems: ConfigProblem[] = []
  const replaced = replaceVariables(written, '', environment, unset)
  const result = parseWhole(schema, withEnvironment(replaced, environment, problems), problems)
  if (result !== undefined && problems.length === 0) return result
  const toldBetter = (problem: ConfigProblem) =>
    problem.problem === IS_MISSING ? unset.find(({ key }) => key === problem.key) : undefined
  throw new ConfigError(problems.map((problem) => toldBetter(problem) ?? problem))
}

/**
 * Parses, and notes every problem. The schema reports one unknown key for each object, so what it reports is taken out
 * and the rest parsed again, until nothing unknown is left.
 */
function parseWhole<Output>(
  schema: v.GenericSchema<unknown, Output>,
  filled: unknown,
  problems: ConfigProblem[],
): Output | undefined {
  if (typeof filled !== 'object' || filled === null || Array.isArray(filled)) {
    problems.push({ key: '', problem: `found ${showUnlessSecret('', filled)}, must be an object` })
    return undefined
  }
  const rest: unknown = structuredClone(filled)
  const unknown: ConfigProblem[] = []
  for (;;) {
    const result = v.safeParse(schema, rest)
    if (result.success) {
      problems.push(...unknown)
      return unknown.length === 0 ? result.output : undefined
    }
    const extra = result.issues.filter((issue) => isUnknownKey(issue) && takeOut(issue))
    if (extra.length === 0) {
      problems.push(...result.issues.map(describeIssue), ...unknown)
      return undefined
    }
    unknown.push(...extra.map(describeIssue))
  }
}

function isUnknownKey(issue: v.BaseIssue<unknown>): boolean {
  return issue.type === 'strict_object' && issue.expected === 'never'
}

/** Removes the key that an issue is about. False when it could not be removed. */
function takeOut(issue: v.BaseIssue<unknown>): boolean {
  const last = issue.path?.at(-1)
  return last?.type === 'object' && Reflect.deleteProperty(last.input, last.key)
}

function withEnvironment(replaced: unknown, environment: Environment, problems: ConfigProblem[]): unknown {
  if (typeof replaced !== 'object' || replaced === null || Array.isArray(replaced)) return replaced
  const over: Record<string, unknown> = {}
  if (environment.LATCHKEY_HOST !== undefined) over.host = environment.LATCHKEY_HOST
  if (environment.LATCHKEY_DATA !== undefined) over.dataDir = environment.LATCHKEY_DATA
  if (environment.LATCHKEY_LOG_LEVEL !== undefined) over.logLevel = environment.LATCHKEY_LOG_LEVEL
  if (environment.DATABASE_URL !== undefined) over.databaseUrl = environment.DATABASE_URL
  const port = environment.LATCHKEY_PORT
  if (port !== undefined) {
    if (/^\d{1,5}$/.test(port)) over.port = Number(port)
    else problems.push({ key: 'LATCHKEY_PORT', problem: `found ${show(port)}, must be a port number` })
  }
  return { ...replaced, ...over }
}

function replaceVariables(value: unknown, key: string, environment: Environment, problems: ConfigProblem[]): unknown {
  if (typeof value === 'string' && value.startsWith('env:')) {
    const variable = value.slice('env:'.length)
    if (!/^LATCHKEY_\w+$/.test(variable)) {
      problems.push({ key, problem: `found ${show(value)}, but only variables that begin with LATCHKEY_ are read` })
      return undefined
    }
    const found = environment[variable]
    if (found === undefined || found === '') {
      problems.push({ key, problem: `the environment variable ${variable} is not set` })
      return undefined
    }
    return found
  }
  if (Array.isArray(value)) {
    return value.map((entry, index) => replaceVariables(entry, `${key}[${index}]`, environment, problems))
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([part, entry]) => [
        part,
        replaceVariables(entry, key === '' ? part : `${key}.${part}`, environment, problems),
      ]),
    )
  }
  return value
}

const IS_MISSING = 'is missing'

function describeIssue(issue: v.BaseIssue<unknown>): ConfigProblem {
  const key = keyOf(issue)
  if (isUnknownKey(issue)) return { key, problem: 'there is no such key' }
  if (issue.kind === 'schema' && issue.input === undefined) return { key, problem: IS_MISSING }
  return { key, problem: `found ${showUnlessSecret(key, issue.input)}, ${allowed(issue)}` }
}

function allowed(issue: v.BaseIssue<unknown>): string {
  const isOwnText = !/^Invalid /.test(issue.message)
  if (isOwnText) return issue.message.replace(/^expected/, 'must be')
  return issue.expected === null ? issue.message : `must be ${plainKind(issue.expected)}`
}

function plainKind(expected: string): string {
  if (expected === 'Object') return 'an object'
  if (expected === 'Array') return 'a list'
  if (expected === 'string') return 'a text'
  if (expected === 'number') return 'a number'
  if (expected === 'boolean') return 'true or false'
  return expected
    .replace(/^\(|\)$/g, '')
    .replaceAll(' | ', ' or ')
    .replace(/^>=/, 'at least ')
    .replace(/^<=/, 'at most ')
}

function keyOf(issue: v.BaseIssue<unknown>): string {
  let key = ''
  for (const item of issue.path ?? []) {
    if (item.type === 'array') key += `[${String(item.key)}]`
    else key += key === '' ? String(item.key) : `.${String(item.key)}`
  }
  return key
}

const HTTP_PROBLEM = 'must be an https address, or http for this machine; allowHttp: true admits http elsewhere'

function contradictions(config: Config): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  const chainIds = new Set(config.chains.map((each) => each.id))
  const projectIds = new Set(config.projects.map((each) => each.id))
  for (const [index, each] of config.chains.entries()) {
    if (config.chains.findIndex((other) => other.id === each.id) !== index) {
      problems.push({ key: `chains[${index}].id`, problem: `${each.id} is listed twice` })
    }
    const isEvm = /^eip155:[1-9]\d{0,15}$/.test(each.id)
    problems.push(...marketProblems(each, `chains[${index}]`), ...bundlerProblems(each, `chains[${index}]`))
    if (!isEvm && !/^solana:[1-9A-HJ-NP-Za-km-z]{32}$/.test(each.id)) {
      problems.push({
        key: `chains[${index}].id`,
        problem: `found "${each.id}", must be a chain of eip155, such as eip155:1, or of solana`,
      })
    }
    for (const [place, { address }] of each.tokens.entries()) {
      if (address.startsWith('0x') === isEvm) continue
      problems.push({
        key: `chains[${index}].tokens[${place}].address`,
        problem: `found "${address}", which is no address of ${each.id}`,
      })
    }
    for (const [rpcIndex, node] of each.rpc.entries()) {
      if (typeof node !== 'string' && !node.allowHttp && !isWebUrl(node.url)) {
        problems.push({
          key: `chains[${index}].rpc[${rpcIndex}].url`,
          problem: HTTP_PROBLEM,
        })
      }
    }
  }
  for (const [index, each] of config.projects.entries()) {
    if (config.projects.findIndex((other) => other.id === each.id) !== index) {
      problems.push({ key: `projects[${index}].id`, problem: `"${each.id}" is listed twice` })
    }
  }
  for (const [index, source] of config.prices.entries()) {
    const key = source.kind === 'feed' ? 'feeds' : 'pools'
    const contracts = source.kind === 'feed' ? source.feeds : source.kind === 'pool' ? source.pools : {}
    for (const [asset, { chainId }] of Object.entries(contracts)) {
      if (chainIds.has(chainId)) continue
      problems.push({
        key: `prices[${index}].${key}["${asset}"].chainId`,
        problem: `found "${chainId}", must be one of the chains: ${[...chainIds].join(', ') || 'none is listed'}`,
      })
    }
  }
  if (config.relay.nats !== undefined && config.databaseUrl === undefined) {
    problems.push({
      key: 'relay.nats',
      problem: 'needs PostgreSQL (DATABASE_URL): the embedded database admits one process',
    })
  }
  for (const [index, each] of config.onramp.providers.entries()) {
    const key = `onramp.providers[${index}]`
    if (config.onramp.providers.findIndex((other) => other.name === each.name) !== index) {
      problems.push({ key: `${key}.name`, problem: `"${each.name}" is listed twice` })
    }
    const weakness = each.kind === 'sample' ? secretWeakness(each.secret, projectIds) : undefined
    if (weakness !== undefined) problems.push({ key: `${key}.secret`, problem: weakness })
    if (each.kind === 'coinbase' && !isSigningKey(each.keySecret)) {
      problems.push({ key: `${key}.keySecret`, problem: 'must be an EC key in PEM or 64 bytes in base64' })
    }
  }
  if (config.metrics.token !== undefined) {
    const weakness = secretWeakness(config.metrics.token, projectIds)
    if (weakness !== undefined) problems.push({ key: 'metrics.token', problem: weakness })
  }
  return problems
}

/** What a bundler's entry says wrongly. */
function bundlerProblems({ id, bundlers }: ChainConfig, key: string): ConfigProblem[] {
  return bundlers.flatMap(({ name, service, sponsor }, index): ConfigProblem[] => {
    const place = `${key}.bundlers[${index}]`
    const problems: ConfigProblem[] = []
    if (!id.startsWith('eip155:')) problems.push({ key: place, problem: 'is on EVM chains alone' })
    if (bundlers.findIndex((other) => other.name === name) !== index) {
      problems.push({ key: `${place}.name`, problem: `"${name}" is listed twice` })
    }
    for (const [path, each] of [
      [`${place}.service`, service],
      [`${place}.sponsor.service`, sponsor?.service],
    ] as const) {
      if (typeof each !== 'object' || each.allowHttp || isWebUrl(each.url)) continue
      problems.push({ key: `${path}.url`, problem: HTTP_PROBLEM })
    }
    return problems
  })
}

/** What a market lacks to be asked. */
function marketProblems(chain: ChainConfig, key: string): ConfigProblem[] {
  return chain.swaps.flatMap((market, index): ConfigProblem[] => {
    const place = `${key}.swaps[${index}]`
    if (market.kind === 'jupiter') {
      return chain.id === JUPITER.networkId ? [] : [{ key: place, problem: `is on ${JUPITER.networkId} alone` }]
    }
    if (!chain.id.startsWith('eip155:')) return [{ key: place, problem: 'swaps on EVM chains alone' }]
    if (market.kind !== 'uniswap') {
      return AGGREGATORS[market.kind].chains[chain.id] === undefined
        ? [{ key: place, problem: `has no published router on ${chain.id}` }]
        : []
    }
    const isPublished = market.router === undefined && market.quoter === undefined && market.v2Router === undefined
    if (isPublished) {
      return PUBLISHED_MARKETS[chain.id] === undefined
        ? [{ key: place, problem: `must name router and quoter, or v2Router: none is published for ${chain.id}` }]
        : []
    }
    const problems: ConfigProblem[] = []
    if ((market.router === undefined) !== (market.quoter === undefined) && market.v2Router === undefined) {
      problems.push({ key: place, problem: 'must name router and quoter together' })
    }
    if (chain.wrappedNative === undefined && PUBLISHED_MARKETS[chain.id] === undefined) {
      problems.push({ key: `${key}.wrappedNative`, problem: 'must be named: swaps of the coin go through it' })
    }
    if (market.fee !== undefined && market.router === undefined) {
      problems.push({ key: `${place}.fee`, problem: 'needs a router: a v2Router takes no fee for you' })
    }
    return problems
  })
}

function isSigningKey(text: string): boolean {
  return text.includes('-----BEGIN') || Buffer.from(text, 'base64').length === 64
}

/** Why a secret must not be used, or undefined. Source: SEC-118. */
function secretWeakness(secret: string, publicIds: ReadonlySet<string>): string | undefined {
  if (secret.length < SECRET_LENGTH) return `is too short for a secret: at least ${SECRET_LENGTH} characters`
  if (new Set(secret).size < 8) return 'repeats itself: use a random secret, such as from `openssl rand -hex 24`'
  if (/change.?me|secret|password|example|default|your.?token/i.test(secret)) {
    return 'looks like a default: use a random secret, such as from `openssl rand -hex 24`'
  }
  if (publicIds.has(secret)) return 'is also a project id, and those are public'
  return undefined
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}

/** Node addresses and headers often hold keys, so only their kind is told. */
function showUnlessSecret(key: string, value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  return /token|password|headers|databaseUrl|rpc|service|nats|apiKey|signingKey|secret|secretKey|keySecret|webhookKey|history\.url/.test(
    key,
  ) && typeof value === 'string'
    ? 'a text that does not fit'
    : show(value)
}

/** Whether a text is an exact origin as a browser sends it. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.origin === text && !text.includes('*')
}

function isWebUrl(text: string, allowHttp = false): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && (allowHttp || LOOPBACK_HOSTS.includes(url.hostname))
}
