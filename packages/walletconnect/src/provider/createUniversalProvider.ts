import { createEmitter } from '../createEmitter.ts'
import { createErrorLogger } from '../createErrorLogger.ts'
import { EngineError, isEngineError } from '../errors.ts'
import type { Session } from '../records.ts'
import { isObject, isText } from '../rules/values.ts'
import { systemClock } from '../systemClock.ts'
import { isGranted, listChains, namespaceOf, toChain } from './chains.ts'
import { createNamespaceProviders, SESSION_END } from './createNamespaceProviders.ts'
import { createNodes } from './createNodes.ts'
import { followSession } from './followSession.ts'
import { route } from './route.ts'
import type { RouteContext } from './routeContext.ts'
import { accountsOf, chainOf, createSelection, dropLostChains, namespacesOf } from './selection.ts'
import type {
  ProviderNamespace,
  ProviderServices,
  RequestArguments,
  RequestOptions,
  UniversalConnectParams,
  UniversalProvider,
  UniversalProviderOptions,
} from './universalProvider.ts'

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
  const selection = createSelection(client, clock, options.session, options.defaultChains)
  const { getSession } = selection
  const events = createEmitter(logger)
  const nodes = createNodes(services, options.gatewayUrl)
  /** Called after each change. */
  const checks = new Set<() => void>()
  const namespaces = createNamespaceProviders({
    logger,
    events,
    read: (namespace) =>
      namespacesOf(selection).includes(namespace)
        ? { chain: chainOf(selection, namespace), accounts: accountsOf(selection, namespace) }
        : undefined,
    request: (call, namespace, requestOptions) => request(call, namespace, requestOptions),
  })
  const texts = new Map<string, string>()
  let remembered: UniversalConnectParams = {}

  for (const [chain, given] of Object.entries(options.rpcMap ?? {})) nodes.set(chain, given)

  /** Tells who listens what is different now. */
  function update(): void {
    namespaces.update(namespacesOf(selection))
    for (const check of [...checks]) check()
  }

  const context: RouteContext = {
    session: getSession,
    getAccounts: (namespace) => accountsOf(selection, namespace),
    setChain(chain) {
      selection.chains.set(namespaceOf(chain), chain)
      update()
    },
    async askWallet({ method, params }, chain, { expiry, signal }) {
      const { topic } = selection
      if (topic === undefined) throw notConnected()
      return client.request({ topic, chainId: chain, request: { method, params: params ?? [] }, expiry, signal })
    },
    askNode: nodes.askNode,
    askBundler: nodes.askBundler,
    getBundlerUrl: (name, chain) => options.getBundlerUrl?.(name, chain),
    checks,
    clock,
    capabilities: new Map(),
    memory: services.memory ?? { get: (key) => texts.get(key), set: (key, text) => void texts.set(key, text) },
  }

  function select(topic: string | undefined): void {
    selection.topic = topic
    selection.accounts.clear()
    context.capabilities.clear()
  }

  /** Goes over to a session that was just made. */
  function adopt(session: Session): Session {
    if (selection.topic !== session.topic) select(session.topic)
    dropLostChains(selection)
    events.emit('connect', { session })
    update()
    testNodes()
    return session
  }

  /** Leaves the session at once and tells everybody. */
  function end(): void {
    const ended = selection.topic
    select(undefined)
    update()
    events.emit('disconnect', { ...SESSION_END, data: ended })
  }

  /** Keeps how a proposal's chains are read, and gives the proposal's own part of it. */
  function readNamespaces(given: Readonly<Record<string, ProviderNamespace>> | undefined) {
    if (!given) return undefined
    return Object.fromEntries(
      Object.entries(given).map(([key, { rpcMap, defaultChain, ...proposed }]) => {
        const namespace = namespaceOf(key)
        for (const [reference, url] of Object.entries(rpcMap ?? {})) {
          nodes.set(toChain(namespace, reference) ?? reference, url)
        }
        const chain = toChain(namespace, defaultChain)
        if (chain) selection.chains.set(namespace, chain)
        return [key, proposed]
      }),
    )
  }

  /** See `disableProviderPing`. */
  function testNodes(): void {
    if (options.disableProviderPing !== false) return
    for (const chain of nodes.chains())
      if (listChains(getSession()?.namespaces, namespaceOf(chain)).includes(chain))
        // Only warms the connection: nodes know no such method, and one that fails is found out by the first real call.
        nodes.askNode({ method: 'test', params: [] }, chain, {}).catch(() => undefined)
  }

  /** Finds the chain that a request goes to, and lets it through where there is a session. */
  async function request(
    call: RequestArguments,
    wanted: string | undefined,
    requestOptions: RequestOptions,
  ): Promise<unknown> {
    if (!isText(call?.method)) throw new EngineError('MISSING_OR_INVALID', 'method')
    if (!getSession()) throw notConnected()
    if (requestOptions.signal?.aborted) throw new EngineError('ABORTED')
    const namespace = wanted === undefined ? namespacesOf(selection)[0] : namespaceOf(wanted)
    if (namespace === undefined || !namespacesOf(selection).includes(namespace)) throw notConfigured(namespace)
    const chain = wanted?.includes(':') ? wanted : chainOf(selection, namespace)
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

  const stopFollowing = followSession({
    client,
    selection,
    events,
    namespaces,
    onGrant: () => context.capabilities.clear(),
    onChange: update,
    onEnd: end,
  })

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
      if (!isObject(parameters)) throw new EngineError('MISSING_OR_INVALID', 'connect')
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
      const [first] = namespacesOf(selection)
      return first === undefined ? [] : accountsOf(selection, first)
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
      const namespace = namespaceOf(`${chain}`)
      const wanted = `${chain}`.includes(':') ? toChain(namespace, chain) : undefined
      if (!wanted) throw new EngineError('MISSING_OR_INVALID', 'chain must be CAIP-2')
      if (getSession() && !namespacesOf(selection).includes(namespace)) throw notConfigured(namespace)
      if (rpcUrl !== undefined) nodes.set(wanted, rpcUrl)
      context.setChain(wanted)
    },
    getDefaultChain: (namespace) => chainOf(selection, namespace),
    getAccounts: context.getAccounts,
    isGranted: (chain, method) => isGranted(getSession()?.namespaces, chain, method),
    async disconnect({ signal } = {}) {
      const ended = getSession()?.topic
      if (ended === undefined) {
        throw new EngineError('NOT_INITIALIZED', '', { message: 'Please call connect() before enable()' })
      }
      end()
      try {
        await client.disconnect({ topic: ended, reason: SESSION_END, signal })
      } catch (error) {
        // Gone already is what was wanted.
        if (!isEngineError(error, 'NO_MATCHING_KEY') && !isEngineError(error, 'MISSING_OR_INVALID')) throw error
      }
    },
    async cleanupPendingPairings() {
      const pending = client.pairing.values.filter(({ active }) => !active)
      await Promise.allSettled(pending.map((pairing) => client.disconnect({ topic: pairing.topic })))
    },
    forNamespace: namespaces.get,
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
      stopFollowing()
      nodes.close()
    },
  }
  dropLostChains(selection)
  update()
  testNodes()
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
