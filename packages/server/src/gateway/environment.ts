import type { CommonQuery, RelayPublicKey } from '@latchkey/wire'
import type { Socials } from '@latchkey/wire/socials'
import type { Context, Hono } from 'hono'
import type { SignIn } from '../auth/signIn.ts'
import type { Config } from '../config.ts'
import type { Directory } from '../directory/directory.ts'
import type { AnswerResolver } from '../names/offchainResolver.ts'
import type { Zone } from '../names/zone.ts'
import type { Onramp } from '../onramp/onramp.ts'
import type { Clock, Log } from '../ports.ts'
import type { Approvals } from '../upstreams/approvals/approvals.ts'
import type { Balances } from '../upstreams/balances.ts'
import type { Bundlers } from '../upstreams/bundler/bundlers.ts'
import type { History } from '../upstreams/history/history.ts'
import type { FetchIdentity } from '../upstreams/identity.ts'
import type { FetchNftPicture } from '../upstreams/nfts/nftPictures.ts'
import type { Nfts } from '../upstreams/nfts/nfts.ts'
import type { ResolveName } from '../upstreams/resolveName.ts'
import type { RpcPool } from '../upstreams/rpcPool.ts'
import type { FetchAssetPrices } from '../upstreams/swap/assetPrices.ts'
import type { Swaps } from '../upstreams/swap/swaps.ts'
import type { GatewayMetrics } from './metrics.ts'
import type { RateLimiter } from './rateLimiter.ts'

/** A site that may use the gateway, with the exact origins of its pages. */
export type GatewayProject = { readonly id: string; readonly origins: readonly string[] }

/** Everything that a gateway reaches for. Tests hand in their own. */
export type GatewayServices = {
  readonly clock: Clock
  readonly log: Log
  /** Makes request ids. */
  readonly uuid: () => string
  readonly findProject: (id: string, clientKey: string) => Promise<GatewayProject | undefined>
  readonly directory: Directory
  readonly pools: ReadonlyMap<string, RpcPool>
  /** Bundlers of smart accounts; of a chain without one it says that there is none. */
  readonly bundlers: Bundlers
  readonly balances: Balances
  readonly nfts: Nfts
  readonly approvals: Approvals
  readonly swaps: Swaps
  readonly fetchAssetPrices: FetchAssetPrices
  readonly fetchNftPicture: FetchNftPicture
  /** Purchases at the operator's providers; without one it says that nothing is sold. */
  readonly onramp: Onramp
  /** Ends what runs beside the gateway. */
  readonly close?: (() => void) | undefined
  readonly fetchIdentity: FetchIdentity
  /** Absent where no configured chain has names: then its path is not there. */
  readonly resolveName?: ResolveName | undefined
  /** Absent where this gateway has no names of its own: then their paths are not there. */
  readonly zone?: Zone | undefined
  /** Absent where those names are read here alone. */
  readonly answerResolver?: AnswerResolver | undefined
  /** Absent where this gateway reads no history: then its path is not there. */
  readonly history?: History | undefined
  /** Absent where this gateway signs nobody in: then `/auth/v1` is not there. */
  readonly signIn?: SignIn | undefined
  /** Absent where nobody logs in by e-mail here: then its paths are not there. */
  readonly login?: { mount(app: GatewayApp): void; readonly socials?: Socials['providers'] | undefined } | undefined
  /** Resolves when the gateway can serve; rejects with why not. */
  readonly checkReady: () => Promise<void>
  /** The key that the relay attests with. Absent where this process has no relay. */
  readonly relayPublicKey?: (() => RelayPublicKey) | undefined
  /** Called with the number and kind of upstream failures, for the metrics. */
  readonly metrics: GatewayMetrics
}

/** Hono's view of one request. */
export type GatewayEnvironment = {
  /** `remoteAddress` is the address of whoever opened the connection; absent in tests that do not care. */
  Bindings: { remoteAddress?: string | undefined }
  Variables: {
    requestId: string
    /** Name of the endpoint for logs and metrics; never the path, which holds addresses of visitors. */
    routeName: string
    /** Query as the whole gateway reads it: of a repeated field the first. */
    query: Readonly<Record<string, string>>
    common: CommonQuery
    project: GatewayProject | undefined
    /** Whether the frame of the embedded wallet asks: for every project alike, because each page of a project may embed it. */
    isFrame: boolean
    clientKey: string
    /** Whole, for who has to be told it to serve the visitor; never for logs or storage. */
    clientAddress: string
    /** Why the page was refused, and which it is; for the log. Absent where it was not. */
    refusal: { readonly reason: string; readonly origin: string } | undefined
    /** The body of a POST as it came, once it was read: signatures of others are over its very bytes. */
    bodyText: string | undefined
    /** Aborts when the time is up or the client has gone. */
    signal: AbortSignal
  }
}

/** The application that routes are put on. */
export type GatewayApp = Hono<GatewayEnvironment>

/** One request. */
export type GatewayContext = Context<GatewayEnvironment>

/** What middleware and routes share. */
export type GatewayParts = {
  readonly config: Config
  readonly services: GatewayServices
  readonly limiters: Readonly<Record<RateClass, RateLimiter>>
}

/** Kinds of path that are limited apart. */
export type RateClass = 'rpc' | 'data' | 'directory' | 'images' | 'signIn'
