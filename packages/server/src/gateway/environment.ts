import type { CommonQuery, RelayPublicKey } from '@latchkey/wire'
import type { Context, Hono } from 'hono'
import type { SignIn } from '../auth/signIn.ts'
import type { Config } from '../config.ts'
import type { Directory } from '../directory/directory.ts'
import type { Clock, Log } from '../ports.ts'
import type { Balances } from '../upstreams/balances.ts'
import type { FetchIdentity } from '../upstreams/identity.ts'
import type { RpcPool } from '../upstreams/rpcPool.ts'
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
  readonly findProject: (id: string) => Promise<GatewayProject | undefined>
  readonly directory: Directory
  readonly pools: ReadonlyMap<string, RpcPool>
  readonly balances: Balances
  readonly fetchIdentity: FetchIdentity
  /** Absent where this gateway signs nobody in: then `/auth/v1` is not there. */
  readonly signIn?: SignIn | undefined
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
    clientKey: string
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
