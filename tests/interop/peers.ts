/**
 * Other implementations of the protocol, as black boxes behind the few members that the tests use. They are installed apart
 * (`npm ci --prefix tests/interop`), so their types are described here and not imported.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AuthPayload, Cacao, Session, SessionNamespaces } from '@latchkey/walletconnect'

type Listener = (payload: never) => void

/** What our client and the foreign ones have in common, under the names that the field knows. */
export type Peer = {
  connect(params: Record<string, unknown>): Promise<{ uri?: string | undefined; approval: () => Promise<Session> }>
  pair(params: { uri: string }): Promise<unknown>
  approve(params: {
    id: number
    namespaces: SessionNamespaces
    sessionProperties?: Readonly<Record<string, string>>
    scopedProperties?: Readonly<Record<string, unknown>>
    sessionConfig?: { disableDeepLink?: boolean }
    proposalRequestsResponses?: unknown
  }): Promise<{ topic: string; acknowledged: () => Promise<unknown> }>
  reject(params: { id: number; reason: { code: number; message: string } }): Promise<void>
  update(params: { topic: string; namespaces: SessionNamespaces }): Promise<{ acknowledged: () => Promise<void> }>
  extend(params: { topic: string }): Promise<{ acknowledged: () => Promise<void> }>
  request(params: {
    topic: string
    chainId: string
    request: { method: string; params: unknown }
    expiry?: number
  }): Promise<unknown>
  respond(params: { topic: string; response: unknown }): Promise<void>
  ping(params: { topic: string }): Promise<void>
  emit(params: { topic: string; event: { name: string; data: unknown }; chainId: string }): Promise<void>
  disconnect(params: { topic: string; reason: { code: number; message: string } }): Promise<void>
  authenticate(params: Record<string, unknown>): Promise<{
    uri?: string | undefined
    response: () => Promise<{ auths?: readonly Cacao[] | null | undefined; session?: Session | undefined }>
  }>
  approveSessionAuthenticate(params: {
    id: number
    auths: readonly Cacao[]
  }): Promise<{ session?: Session | undefined }>
  rejectSessionAuthenticate(params: { id: number; reason: { code: number; message: string } }): Promise<void>
  formatAuthMessage(params: { request: AuthPayload; iss: string }): string
  on(name: string, listener: Listener): unknown
  once(name: string, listener: Listener): unknown
  off(name: string, listener: Listener): unknown
  readonly session: { get(topic: string): Session; getAll(): readonly Session[] }
  close(): Promise<void>
  /**
   * The next time that it has found the relay again. Only the oldest client has it: asked for something while it reconnects, it
   * opens sockets without end.
   */
  reconnected?(): Promise<void>
}

/** What every peer says it is. */
export function metadataOf(name: string) {
  return { name, description: `${name} of the interop tests`, url: `https://${name}.example`, icons: [] }
}

/** Where the foreign packages are installed. */
const FOLDER = import.meta.dirname

/** Loads a foreign package from its own folder. */
async function load(name: string): Promise<Record<string, unknown>> {
  const path = createRequire(join(FOLDER, 'package.json')).resolve(name)
  return (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Record<string, unknown>
}

type Initialised = {
  readonly core: {
    readonly relayer: { transportClose(): Promise<void>; once(event: 'relayer_connect', listener: () => void): unknown }
  }
}
type SignClientClass = { init(options: Record<string, unknown>): Promise<Omit<Peer, 'close'> & Initialised> }

let peers = 0

/** A foreign sign client; it serves as an app or as a wallet. */
export async function openForeignClient(options: {
  readonly version: '2.21.8' | '2.17.1'
  readonly name: string
  readonly relayUrl: string
  readonly queue?: boolean | undefined
}): Promise<Peer> {
  const { version, name, relayUrl, queue = false } = options
  const module = await load(version === '2.21.8' ? '@walletconnect/sign-client' : 'sign-client-2-17')
  const SignClient = findExport<SignClientClass>(module, 'SignClient')
  peers += 1
  const client = await SignClient.init({
    relayUrl,
    projectId: 'interop',
    metadata: metadataOf(name),
    storageOptions: { database: ':memory:' },
    customStoragePrefix: `interop-${peers}`,
    logger: 'silent',
    telemetryEnabled: false,
    signConfig: { disableRequestQueue: !queue },
  })
  const { relayer } = client.core
  const reconnected = () => new Promise<void>((resolve) => relayer.once('relayer_connect', resolve))
  return Object.assign(client, {
    close: () => relayer.transportClose(),
    ...(version === '2.17.1' && { reconnected }),
  }) as Peer
}

type WalletKit = {
  readonly engine: { readonly signClient: Omit<Peer, 'close'> & Initialised }
  approveSession(params: Record<string, unknown>): Promise<Session>
}
type WalletKitClass = { init(options: Record<string, unknown>): Promise<WalletKit & Record<string, unknown>> }
type CoreClass = new (options: Record<string, unknown>) => unknown

/** The wallet kit that wallets ship, under the names of a sign client. */
export async function openWalletKit(options: {
  readonly name: string
  readonly relayUrl: string
  readonly queue?: boolean | undefined
}): Promise<Peer> {
  const { name, relayUrl, queue = false } = options
  const Core = findExport<CoreClass>(await load('@walletconnect/core'), 'Core')
  const WalletKit = findExport<WalletKitClass>(await load('@reown/walletkit'), 'WalletKit')
  peers += 1
  const kit = await WalletKit.init({
    core: new Core({
      relayUrl,
      projectId: 'interop',
      storageOptions: { database: ':memory:' },
      customStoragePrefix: `interop-${peers}`,
      logger: 'silent',
      telemetryEnabled: false,
    }),
    metadata: metadataOf(name),
    signConfig: { disableRequestQueue: !queue },
  })
  const call = (method: string) => (kit[method] as (params: unknown) => Promise<never>).bind(kit)
  const { signClient } = kit.engine
  const listen = (name: string): unknown => (FORWARDED.includes(name) ? kit : signClient)
  return {
    connect: (params) => signClient.connect(params),
    pair: call('pair'),
    approve: async (params) => {
      const session = await kit.approveSession(params)
      return { topic: session.topic, acknowledged: async () => session }
    },
    reject: call('rejectSession'),
    update: call('updateSession'),
    extend: call('extendSession'),
    request: (params) => signClient.request(params),
    respond: call('respondSessionRequest'),
    ping: (params) => signClient.ping(params),
    emit: call('emitSessionEvent'),
    disconnect: call('disconnectSession'),
    authenticate: (params) => signClient.authenticate(params),
    approveSessionAuthenticate: call('approveSessionAuthenticate'),
    rejectSessionAuthenticate: call('rejectSessionAuthenticate'),
    formatAuthMessage: (params) => (kit.formatAuthMessage as Peer['formatAuthMessage'])(params),
    on: (event, listener) => (listen(event) as Peer).on(event, listener),
    once: (event, listener) => (listen(event) as Peer).once(event, listener),
    off: (event, listener) => (listen(event) as Peer).off(event, listener),
    session: signClient.session,
    close: () => signClient.core.relayer.transportClose(),
  }
}

/** What the wallet kit tells itself; the rest is heard from the sign client inside. */
const FORWARDED: readonly string[] = [
  'session_proposal',
  'session_request',
  'session_delete',
  'proposal_expire',
  'session_request_expire',
  'session_authenticate',
]

function findExport<Shape>(module: Record<string, unknown>, name: string): Shape {
  const inner = module.default as Record<string, unknown> | undefined
  const found = module[name] ?? inner?.[name] ?? inner?.default ?? module.default
  if (!found) throw new Error(`There is no ${name} in this package.`)
  return found as Shape
}
