import { createEmitter, type Emitter } from '../createEmitter.ts'
import { createErrorLogger } from '../createErrorLogger.ts'
import { EngineError, isEngineError } from '../errors.ts'
import type { SignClientEvents } from '../events.ts'
import type { Session } from '../records.ts'
import { systemClock } from '../systemClock.ts'
import { isGranted, listAddresses, listChains, namespaceOf, toChain, toShownChain } from './chains.ts'
import type { HttpRpc } from './http.ts'
import { route } from './route.ts'
import type { RouteContext } from './routeContext.ts'
import type {
  NamespaceProvider,
  ProviderNamespace,
  ProviderServices,
  RequestArguments,
  RequestOptions,
  RpcUrls,
  UniversalConnectParams,
  UniversalProvider,
  UniversalProviderOptions,
} from './universalProvider.ts'

/** Names that only the provider itself may tell; a wallet's session event of such a name comes as `session_event` alone. */
const OWN_EVENTS: readonly string[] = [
  'display_uri',
  'connect',
  'disconnect',
  'session_event',
  'session_update',
  'session_delete',
  'session_expire',
  'session_ping',
  'chainChanged',
  'accountsChanged',
]

/** Words and number of a session's end. Source: protocol reference, section 18.3. */
const ENDED = { code: 6000, message: 'User disconnected.' }

/** A face of one namespace: what it was told last, so that it hears of differences only. */
type Face = {
  readonly provider: NamespaceProvider
  readonly events: Emitter
}
type Shown = { readonly chain: string | undefined; readonly accounts: readonly string[] }

/**
 * Makes a provider over a client. It takes up the newest session, or the named one; `connect` makes another. Nothing is asked of
 * anybody until something is requested. Throws `NO_MATCHING_KEY` where the named session does not exist.
 */
export function createUniversalProvider(options: UniversalProviderOptions): UniversalProvider {
  const { client } = options
  const services: ProviderServices = {
    clock: systemClock,
    fetch: (...request) => fetch(...request),
    logger: createErrorLogger(globalThis.console),
    ...options.services,
  }
  const { clock, logger } = services
  const events = createEmitter(logger)
  const faces = new Map<string, Face>()
  const shown = new Map<string, Shown>()
  const chosenChains = new Map<string, string>(Object.entries(options.defaultChains ?? {}))
  /** The address that the wallet named last, by namespace. */
  const chosenAccounts = new Map<string, string>()
  const urls = new Map<string, readonly string[]>()
  const nodes = new Map<string, HttpRpc>()
  const chainWaits = new Set<() => void>()
  const forgetful = new Map<string, string>()
  const capabilities = new Map<string, unknown>()
  let remembered: UniversalConnectParams = {}
  let topic = chooseSession()
  let isClosed = false

  for (const [chain, given] of Object.entries(options.rpcMap ?? {})) setUrls(chain, given)

  function chooseSession(): string | undefined {
    const wanted = options.session
    if (wanted !== undefined) {
      if (client.session.keys.includes(wanted)) return wanted
      throw new EngineError('NO_MATCHING_KEY', '', {
        message: `The provided session: ${wanted} doesn't exist in the Sign client`,
      })
    }
    const alive = client.session.values.filter(({ expiry }) => expiry * 1000 > clock.now())
    return alive.reduce<Session | undefined>(
      (best, next) => (best && best.expiry > next.expiry ? best : next),
      undefined,
    )?.topic
  }

  function getSession(): Session | undefined {
    return topic !== undefined && client.session.keys.includes(topic) ? client.session.get(topic) : undefined
  }

  function getChain(namespace: string): string | undefined {
    return chosenChains.get(namespace) ?? listChains(getSession()?.namespaces, namespace)[0]
  }

  function getAccounts(namespace: string): readonly string[] {
    const namespaces = getSession()?.namespaces
    const here = listAddresses(namespaces, namespace, getChain(namespace))
    // A wallet that moved to a chain beyond its grant still has its accounts.
    const addresses = here.length > 0 ? here : listAddresses(namespaces, namespace)
    const first = chosenAccounts.get(namespace)?.toLowerCase()
    return [...addresses].sort((a, b) => Number(b.toLowerCase() === first) - Number(a.toLowerCase() === first))
  }

  function listNamespaces(): readonly string[] {
    return [...new Set(Object.keys(getSession()?.namespaces ?? {}).map(namespaceOf))]
  }

  /** Tells each namespace what is different for it since it was told last, and nothing else. */
  function tell(): void {
    for (const namespace of new Set([...shown.keys(), ...listNamespaces()])) {
      const before = shown.get(namespace)
      const isHere = listNamespaces().includes(namespace)
      const now: Shown = isHere
        ? { chain: getChain(namespace), accounts: getAccounts(namespace) }
        : { chain: undefined, accounts: [] }
      const face = faces.get(namespace)?.events
      const emit = (name: string, payload: unknown): void => {
        face?.emit(name, payload)
        events.emit(name, payload)
      }
      if (isHere) shown.set(namespace, now)
      else shown.delete(namespace)
      if (!before && now.chain) face?.emit('connect', { chainId: toShownChain(now.chain) })
      const hasMoved = before !== undefined && now.chain !== undefined && before.chain !== now.chain
      if (hasMoved && now.chain) emit('chainChanged', toShownChain(now.chain))
      if (hasMoved || before?.accounts.join() !== now.accounts.join()) emit('accountsChanged', now.accounts)
      if (before && !isHere) face?.emit('disconnect', Object.assign(new Error(ENDED.message), { code: 4900 }))
    }
    for (const check of [...chainWaits]) check()
  }

  /** A chain that the wallet does not serve is no default. */
  function leaveLostChains(): void {
    for (const [namespace, chain] of chosenChains) {
      const chains = listChains(getSession()?.namespaces, namespace)
      if (chains.length > 0 && !chains.includes(chain)) chosenChains.delete(namespace)
    }
  }

  /** Goes over to a session that was just made. */
  function adopt(session: Session): Session {
    if (topic !== session.topic) {
      topic = session.topic
      chosenAccounts.clear()
      capabilities.clear()
    }
    leaveLostChains()
    events.emit('connect', { session })
    tell()
    return session
  }

  /** Forgets the session at once and tells everybody. */
  function end(): void {
    const ended = topic
    topic = undefined
    chosenAccounts.clear()
    capabilities.clear()
    tell()
    events.emit('disconnect', { ...ENDED, data: ended })
  }

  function setUrls(chain: string, given: RpcUrls): void {
    const list = typeof given === 'string' ? [given] : [...given]
    for (const url of list) {
      // The address may hold a key, so it is not repeated.
      if (!/^https?:\/\/./i.test(url))
        throw new EngineError('MISSING_OR_INVALID', `RPC url of ${chain} must be http or https`)
    }
    if (urls.get(chain)?.join() === list.join()) return
    urls.set(chain, list)
    nodes.get(chain)?.close()
    nodes.delete(chain)
  }

  /** Keeps how a proposal's chains are read, and gives the proposal's own part of it. */
  function readNamespaces(given: Readonly<Record<string, ProviderNamespace>> | undefined) {
    if (!given) return undefined
    return Object.fromEntries(
      Object.entries(given).map(([key, { rpcMap, defaultChain, ...proposed }]) => {
        const namespace = namespaceOf(key)
        for (const [reference, url] of Object.entries(rpcMap ?? {})) {
          setUrls(toChain(namespace, reference) ?? reference, url)
        }
        const chain = toChain(namespace, defaultChain)
        if (chain) chosenChains.set(namespace, chain)
        return [key, proposed]
      }),
    )
  }

  /** The code that reads over HTTP loads with the first read. */
  async function askHttp(
    key: string,
    chain: string,
    addresses: readonly string[],
    { method, params }: RequestArguments,
    { signal }: RequestOptions,
  ): Promise<unknown> {
    const { createHttpRpc } = await import('./http.ts')
    if (isClosed || signal?.aborted) throw new EngineError('ABORTED')
    const { gatewayUrl } = options
    const node = nodes.get(key) ?? createHttpRpc({ chain, urls: addresses, gatewayUrl, clock, fetch: services.fetch })
    nodes.set(key, node)
    return node.request(method, params, { signal })
  }

  const context: RouteContext = {
    session: getSession,
    getAccounts,
    setChain(chain) {
      chosenChains.set(namespaceOf(chain), chain)
      tell()
    },
    async askWallet({ method, params }, chain, { expiry, signal }) {
      if (topic === undefined) throw notConnected()
      return client.request({ topic, chainId: chain, request: { method, params: params ?? [] }, expiry, signal })
    },
    async askNode(call, chain, requestOptions) {
      const addresses = urls.get(chain) ?? []
      if (addresses.length === 0) {
        throw new EngineError('MISSING_OR_INVALID', '', {
          message:
            namespaceOf(chain) === 'eip155'
              ? `No RPC url provided for chainId: ${chain}`
              : `JSON-RPC provider for ${chain} not found`,
        })
      }
      return askHttp(chain, chain, addresses, call, requestOptions)
    },
    askBundler: (url, call, chain, requestOptions) => askHttp(`${chain} ${url}`, chain, [url], call, requestOptions),
    getBundlerUrl: (name, chain) => options.getBundlerUrl?.(name, chain),
    awaitChain(chain, ms, signal) {
      const isHere = (): boolean => listChains(getSession()?.namespaces, namespaceOf(chain)).includes(chain)
      if (isHere()) return Promise.resolve(true)
      return new Promise((resolve) => {
        const check = (): void => {
          if (isHere()) finish()
        }
        const finish = (): void => {
          stop()
          chainWaits.delete(check)
          signal?.removeEventListener('abort', finish)
          resolve(isHere())
        }
        const stop = clock.after(ms, finish)
        chainWaits.add(check)
        signal?.addEventListener('abort', finish)
        if (signal?.aborted) finish()
      })
    },
    capabilities,
    memory: services.memory ?? { get: (key) => forgetful.get(key), set: (key, text) => void forgetful.set(key, text) },
    now: clock.now,
  }

  /** Finds the chain that a request goes to, and lets it through where there is a session. */
  async function request(
    call: RequestArguments,
    wanted: string | undefined,
    requestOptions: RequestOptions,
  ): Promise<unknown> {
    if (!getSession()) throw notConnected()
    if (requestOptions.signal?.aborted) throw new EngineError('ABORTED')
    const namespace = wanted === undefined ? listNamespaces()[0] : namespaceOf(wanted)
    if (namespace === undefined || !listNamespaces().includes(namespace)) throw notConfigured(namespace)
    const chain = wanted?.includes(':') ? wanted : getChain(namespace)
    if (chain === undefined) throw notConfigured(namespace)
    return route(context, call, chain, requestOptions)
  }

  async function propose(parameters: UniversalConnectParams): Promise<Session> {
    const { namespaces, optionalNamespaces, skipPairing: _, ...rest } = parameters
    const { uri, approval } = await client.connect({
      ...rest,
      requiredNamespaces: readNamespaces(namespaces),
      optionalNamespaces: readNamespaces(optionalNamespaces),
    })
    if (uri !== undefined) events.emit('display_uri', uri)
    return adopt(await approval({ signal: parameters.signal }))
  }

  /** Reads a wallet's word about its own chain or accounts. */
  function hear({ params: { event, chainId } }: SignClientEvents['session_event']): void {
    const namespace = namespaceOf(chainId)
    if (event.name === 'chainChanged') {
      // Where the two differ, the data is what the wallet means.
      const chain = toChain(namespace, event.data) ?? toChain(namespace, chainId)
      if (chain) chosenChains.set(namespace, chain)
      tell()
    } else if (event.name === 'accountsChanged') {
      const [first]: readonly unknown[] = Array.isArray(event.data) ? event.data : []
      // CAIP-10 or a bare address. Accounts beyond the session come with an update of it, before or after.
      if (typeof first === 'string') chosenAccounts.set(namespace, first.slice(first.lastIndexOf(':') + 1))
      tell()
    } else if (!OWN_EVENTS.includes(event.name)) {
      events.emit(event.name, event.data)
      if (event.name === 'message') faces.get(namespace)?.events.emit('message', event.data)
    }
  }

  /** Hears what happens to this session. */
  function watch<
    Name extends 'session_event' | 'session_update' | 'session_delete' | 'session_expire' | 'session_ping',
  >(name: Name, run: (payload: SignClientEvents[Name]) => void): () => void {
    const listener = (payload: SignClientEvents[Name]): void => {
      if (payload.topic === topic) run(payload)
    }
    client.on(name, listener)
    return () => client.off(name, listener)
  }
  const watchEnd = (name: 'session_delete' | 'session_expire') =>
    watch(name, ({ topic }) => {
      events.emit(name, { topic })
      end()
    })
  const stops = [
    watch('session_event', (payload) => {
      events.emit('session_event', payload)
      hear(payload)
    }),
    watch('session_update', ({ topic, params }) => {
      capabilities.clear()
      leaveLostChains()
      events.emit('session_update', { topic, params })
      tell()
    }),
    watchEnd('session_delete'),
    watchEnd('session_expire'),
    watch('session_ping', (payload) => events.emit('session_ping', payload)),
  ]

  function openFace(namespace: string): Face {
    const faceEvents = createEmitter(logger)
    const provider: NamespaceProvider = {
      namespace,
      request: <Result>(call: RequestArguments, requestOptions: RequestOptions = {}) =>
        request(call, namespace, requestOptions) as Promise<Result>,
      on(name, listener) {
        faceEvents.on(name, listener)
        return provider
      },
      removeListener(name, listener) {
        faceEvents.off(name, listener)
        return provider
      },
    }
    return { provider, events: faceEvents }
  }

  const off: UniversalProvider['off'] = (name, listener) => {
    events.off(name, listener)
    return provider
  }
  const provider: UniversalProvider = {
    client,
    get session() {
      return getSession()
    },
    async connect(parameters) {
      remembered = parameters
      readNamespaces(parameters.namespaces)
      readNamespaces(parameters.optionalNamespaces)
      return parameters.skipPairing ? undefined : propose(parameters)
    },
    pair: (pairingTopic, { signal } = {}) =>
      propose({
        ...remembered,
        signal,
        ...(pairingTopic === undefined ? {} : { pairingTopic }),
      }),
    async authenticate(parameters, walletUniversalLink) {
      const { uri, response } = await client.authenticate(parameters, walletUniversalLink)
      if (uri !== undefined) events.emit('display_uri', uri)
      const answer = await response({ signal: parameters.signal })
      if (answer.session) adopt(answer.session)
      return answer
    },
    async enable({ signal } = {}) {
      if (!getSession()) await propose({ ...remembered, signal })
      const [first] = listNamespaces()
      return first === undefined ? [] : getAccounts(first)
    },
    request: <Result>(call: RequestArguments, chain?: string, expiry?: number, { signal }: RequestOptions = {}) =>
      request(call, chain, { expiry, signal }) as Promise<Result>,
    sendAsync(call, callback, chain, expiry) {
      request(call, chain, { expiry }).then(
        (result) => callback(null, { id: call.id ?? clock.now(), jsonrpc: '2.0', result }),
        (error: unknown) => callback(error instanceof Error ? error : new EngineError('UNKNOWN_TYPE')),
      )
    },
    setDefaultChain(chain, rpcUrl) {
      const namespace = namespaceOf(chain)
      const wanted = chain.includes(':') ? toChain(namespace, chain) : undefined
      if (!wanted) throw new EngineError('MISSING_OR_INVALID', 'chain must be CAIP-2')
      if (getSession() && !listNamespaces().includes(namespace)) throw notConfigured(namespace)
      if (rpcUrl !== undefined) setUrls(wanted, rpcUrl)
      context.setChain(wanted)
    },
    getDefaultChain: getChain,
    getAccounts,
    isGranted: (chain, method) => isGranted(getSession()?.namespaces, chain, method),
    async disconnect({ signal } = {}) {
      const ended = getSession()?.topic
      if (ended === undefined) {
        throw new EngineError('NOT_INITIALIZED', '', { message: 'Please call connect() before enable()' })
      }
      end()
      try {
        await client.disconnect({ topic: ended, reason: ENDED, signal })
      } catch (error) {
        // Gone already is what was wanted.
        if (!isEngineError(error, 'NO_MATCHING_KEY') && !isEngineError(error, 'MISSING_OR_INVALID')) throw error
      }
    },
    async cleanupPendingPairings() {
      const pending = client.pairing.values.filter(({ active }) => !active)
      await Promise.allSettled(pending.map((pairing) => client.disconnect({ topic: pairing.topic })))
    },
    forNamespace(namespace) {
      const known = faces.get(namespace)
      if (known) return known.provider
      const face = openFace(namespace)
      faces.set(namespace, face)
      return face.provider
    },
    on(name, listener) {
      events.on(name, listener)
      return provider
    },
    once(name, listener) {
      events.on(name, listener, true)
      return provider
    },
    off,
    removeListener: off,
    removeAllListeners(name) {
      events.clear(name)
      return provider
    },
    close() {
      isClosed = true
      for (const stop of stops) stop()
      for (const node of nodes.values()) node.close()
      nodes.clear()
    },
  }
  leaveLostChains()
  tell()
  return provider
}

function notConnected(): EngineError {
  return new EngineError('NOT_INITIALIZED', '', { message: 'Please call connect() before request()' })
}

function notConfigured(namespace: string | undefined): EngineError {
  return new EngineError('MISSING_OR_INVALID', '', {
    message: `Namespace '${namespace ?? ''}' is not configured. Please call connect() first with namespace config.`,
  })
}
