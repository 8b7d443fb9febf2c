import { isDevelopment } from '#checks'
import { conflict } from '../checks/optionErrors.ts'
import { FailureError } from '../errors/failure.ts'
import { LatchkeyError } from '../errors/LatchkeyError.ts'
import { namesOf } from '../features/names/state.ts'
import { tokensOf } from '../features/tokens/state.ts'
import type { actions } from '../flow/actions.ts'
import { INITIAL_BANNER } from '../flow/banner.ts'
import { INITIAL_MODAL } from '../flow/modal.ts'
import { INITIAL_ROUTER } from '../flow/router.ts'
import type { ThemeState } from '../flow/theme.ts'
import { INITIAL_TOAST } from '../flow/toast.ts'
import { getAccount, INITIAL_ACCOUNTS } from '../kernel/connections/accounts.ts'
import { getConnection, INITIAL_CONNECTION } from '../kernel/connections/connection.ts'
import { INITIAL_CONNECTORS } from '../kernel/connections/connectors.ts'
import { followTabs } from '../kernel/connections/followTabs.ts'
import { watchAdapters } from '../kernel/connections/watchAdapters.ts'
import type { Stores } from '../kernel/instance.ts'
import { createLive } from '../kernel/live.ts'
import { readSavedState, waitFor } from '../kernel/saved/readSavedState.ts'
import { lazy, loadOnce, runLater } from '../lazy.ts'
import type { Services } from '../services/ports.ts'
import { createStore, createTeller, type Teller } from '../store.ts'
import type { Adapter } from '../types/adapter.ts'
import type { HostEvents, LatchkeyEvent } from '../types/events.ts'
import type { ConnectOptions, Instance, Latchkey, LatchkeyState, OpenOptions } from '../types/latchkey.ts'
import type { Namespace } from '../types/network.ts'
import type { OpenResult } from '../types/openResult.ts'
import type { CreateLatchkeyOptions, Options } from '../types/options.ts'
import { listRpcUrls } from '../values/listRpcUrls.ts'
import { EMBEDDED_ID, EMBEDDED_NAMESPACES } from '../ways/embedded/embeddedId.ts'
import { embeddedOf } from '../ways/embedded/embeddedStore.ts'
import { createEmbeddedWay } from '../ways/embedded/embeddedWay.ts'
import { WALLET_CONNECT_ID } from '../ways/walletConnect/walletConnectId.ts'
import { createWalletConnectWay } from '../ways/walletConnect/walletConnectWay.ts'
import { loadSeldom } from './loadSeldom.ts'
import { readState } from './readState.ts'
import { resolveOptions } from './resolveOptions.ts'

/** The modal's code as `buildLatchkey` needs it. Without it an instance is headless. */
export type ModalChunk = {
  readonly mountModal: (latchkey: Latchkey, options?: { container?: HTMLElement }) => () => void
}

/** What opening and asking wallets take. It comes with the modal where there is one, so that a page fetches one file for both. */
export type ActionsChunk = { readonly actions: typeof actions }

/** An instance that has not begun to work; `start` begins, once, in a browser. */
export type BuiltLatchkey = { readonly latchkey: Latchkey; readonly start: () => void }

/** Puts an instance together: stores, adapters, methods. Starts nothing and touches nothing. */
export function buildLatchkey(parameters: {
  given: CreateLatchkeyOptions
  options: Options
  services: Services
  loadActions: () => Promise<ActionsChunk>
  loadModal?: (() => Promise<ModalChunk>) | undefined
  /** Runs after the instance has ended. */
  onDestroy?: (() => void) | undefined
}): BuiltLatchkey {
  const { given, options, onDestroy } = parameters
  const loadModal = parameters.loadModal && loadOnce(parameters.loadModal)
  const { gateway } = parameters.services
  const services: Services = {
    ...parameters.services,
    // One for all parts of the page: what it remembers of refusals holds for each of them.
    gateway:
      gateway &&
      loadOnce(async () => {
        const [code, client] = await Promise.all([import('../flow/watchGateway.ts'), gateway()])
        return code.watchGateway(instance, client)
      }),
  }
  const teller = createTeller()
  const stores = createStores(options, teller)
  const ended = new AbortController()
  const listeners: { [Name in keyof HostEvents]: Set<(value: HostEvents[Name]) => void> } = {
    event: new Set(),
    failure: new Set(),
    transaction: new Set(),
  }
  const emit = <Name extends keyof HostEvents>(name: Name, value: HostEvents[Name]): void => {
    teller.tell(() => tellAll(listeners[name], value, services))
  }
  const instance: Instance = {
    options,
    given,
    resolve: (wanted) => resolveOptions(wanted, services.browser),
    services,
    stores,
    batch: teller.batch,
    adapters: createAdapters(options, services),
    ways: {
      [WALLET_CONNECT_ID]: createWalletConnectWay(),
      // Visitors log in, and see approvals, in the modal. It has accounts of two namespaces.
      ...(options.frameUrl &&
        loadModal &&
        (options.features.email || options.features.socials) &&
        options.networks.some(({ chainNamespace }) => EMBEDDED_NAMESPACES.includes(chainNamespace as 'eip155')) && {
          [EMBEDDED_ID]: createEmbeddedWay(
            options.features,
            async () => (await loadSeldom((parts) => parts.embedded())).calls,
          ),
        }),
    },
    live: createLive(teller),
    tell: (outcome) => {
      if (instance.live.decide) instance.live.decide(outcome)
      else
        runLater(
          instance,
          () => import('../flow/decide.ts'),
          (code) => code.beginDeciding(instance)(outcome),
        )
    },
    loadSignIn:
      options.siwx &&
      loadModal &&
      (() =>
        lazy(
          instance,
          loadSeldom((parts) => parts.signIn()),
          'signIn',
        )),
    guard: async (asked) => {
      if (!instance.options.features.guard) return
      const code = await lazy(
        instance,
        loadSeldom((parts) => parts.guard()),
        asked.step,
      )
      await code.guardRequest(instance, asked, loadModal !== undefined)
    },
    signal: ended.signal,
    track: (name, properties) => {
      if (options.features.analytics) emit('event', { name, properties, at: services.clock.now() } as LatchkeyEvent)
    },
    fail: (failure) => {
      services.logger.debug(`${failure.code} in ${failure.step}`, { ...failure })
      emit('failure', failure)
    },
    settle: (settled) => {
      emit('transaction', settled)
      instance.live.showSettled?.(settled)
    },
  }

  /** What opening takes, once it is here. */
  let ready: typeof actions | undefined
  const loadActions = async (): Promise<typeof actions> => {
    ready ??= (await lazy(instance, parameters.loadActions())).actions
    return ready
  }

  const state = followState(instance)
  const stops: (() => void)[] = [state.stop]
  let container: HTMLElement | undefined
  let unmount: (() => void) | undefined
  let hasStarted = false
  /** Openings asked for, and how many of them a close has taken back. */
  let opening = 0
  let closedUpTo = 0

  /** Refuses calls that need a page or a living instance. */
  const demand = (method: string): void => {
    if (services.browser.isServer) {
      throw new FailureError('SERVER_CALL', `${method} runs in the browser only.`, { step: 'open' })
    }
    if (ended.signal.aborted) throw new LatchkeyError('DESTROYED', `${method} was called after destroy.`)
  }
  const act = (method: string): ReturnType<typeof loadActions> => {
    demand(method)
    return loadActions()
  }
  const preload = async (): Promise<void> => {
    if (!loadModal || services.browser.isServer) return
    const [code] = await lazy(instance, Promise.all([loadModal(), loadActions()]))
    // Mounted while it is closed it shows nothing and stands nowhere, and the click has only the dialog left to draw.
    if (!unmount && !ended.signal.aborted) unmount = code.mountModal(latchkey, container ? { container } : {})
  }
  instance.live.mountModal = preload
  /** Nobody waits for it: what is missing is told when the modal is opened. */
  const warm = (): void => void preload().catch(() => undefined)
  const showModal = async (): Promise<void> => {
    if (!loadModal || unmount) return
    try {
      await preload()
    } catch (cause) {
      giveUpOpening(cause)
    }
  }
  /** Ends an opening whose code did not come, so that the next press of a button tries anew. */
  const giveUpOpening = (cause: unknown): undefined => {
    const code = cause instanceof FailureError ? cause.code : 'UNKNOWN_FAILURE'
    services.logger.error('A part of Latchkey could not be loaded.', { cause })
    instance.fail({ code, step: 'open', final: true, cause })
    latchkey.close()
  }
  const dress = (part: Partial<ThemeState>): void => stores.theme.set((theme) => ({ ...theme, ...part }))
  const unmountModal = (): void => {
    unmount?.()
    unmount = undefined
  }

  const latchkey: Latchkey = {
    id: options.id,
    instance,
    getState: state.get,
    subscribe: state.subscribe,
    on: (name, listener) => {
      listeners[name].add(listener)
      return () => listeners[name].delete(listener)
    },
    open: async (openOptions?: OpenOptions): Promise<OpenResult> => {
      demand('open')
      opening += 1
      const asked = opening
      // Both halves load side by side: the rules, and the code that draws. The host's buttons show it meanwhile.
      warm()
      // Within the task of the press: even code that is here already comes by an import after another frame.
      if (ready) return ready.openModal(instance, openOptions)
      const namespace = openOptions?.namespace ?? stores.networks.get().activeNamespace
      if (!getAccount(instance, namespace)) stores.modal.set((modal) => ({ ...modal, loading: [namespace] }))
      const loaded = await loadActions().catch(giveUpOpening)
      if (ended.signal.aborted) return { status: 'closed', reason: 'destroyed' }
      return !loaded || asked <= closedUpTo
        ? { status: 'closed', reason: 'host' }
        : loaded.openModal(instance, openOptions)
    },
    close: () => {
      // Also what is still on its way to open stays closed.
      closedUpTo = opening
      if (!stores.modal.get().open) stores.modal.set((modal) => ({ ...modal, loading: [] }))
      else runLater(instance, loadActions, ({ closeModal }) => closeModal(instance, 'host'))
    },
    connect: async (connectOptions: ConnectOptions = {}): Promise<OpenResult> => {
      const { connect } = await act('connect')
      if (ended.signal.aborted) return { status: 'closed', reason: 'destroyed' }
      return connect(instance, connectOptions, loadModal ? latchkey.open : undefined)
    },
    disconnect: async (disconnectOptions) => (await act('disconnect')).disconnect(instance, disconnectOptions),
    switchNetwork: async (networkId) => (await act('switchNetwork')).switchNetwork(instance, { networkId }),
    // Whom and where is read before the code is loaded: what comes into use meanwhile was not meant.
    signMessage: async (message, { namespace } = {}) => {
      const meant = getConnection(stores.connection.get(), namespace ?? stores.networks.get().activeNamespace)
      return (await act('signMessage')).signMessage(instance, { message, namespace }, meant)
    },
    sendTransaction: async (request) => {
      const meant = getConnection(stores.connection.get(), 'eip155')
      return (await act('sendTransaction')).sendTransaction(instance, request, meant)
    },
    getConnectors: (namespace) => {
      const lists = stores.connectors.get().byNamespace
      return namespace ? (lists[namespace] ?? []) : Object.values(lists).flat()
    },
    getProvider: (namespace) =>
      getConnection(stores.connection.get(), namespace ?? stores.networks.get().activeNamespace)?.provider,
    setThemeMode: (mode) => dress({ mode }),
    setAccent: (accent) => dress({ accent }),
    setLocale: (locale) => dress({ locale }),
    setThemeVariables: (variables) => dress({ variables }),
    preload,
    embed: (element) => {
      demand('embed')
      unmountModal()
      container = element
      // Runs before what is drawn, which waits for the same code.
      runLater(instance, loadActions, ({ showHome }) => showHome(instance))
      stores.modal.set((modal) => ({ ...modal, open: true, embedded: true }))
      void showModal()
      return () => {
        if (container !== element) return
        container = undefined
        unmountModal()
        runLater(instance, loadActions, ({ closeModal }) => {
          // Embedded again meanwhile, as a component that is mounted twice does it.
          if (container) return
          stores.modal.set((modal) => ({ ...modal, embedded: false }))
          closeModal(instance, 'host')
        })
      }
    },
    diagnose: async () =>
      (
        await lazy(
          instance,
          loadSeldom((parts) => parts.diagnose()),
        )
      ).diagnose(instance),
    failures: async () =>
      (
        await lazy(
          instance,
          loadSeldom((parts) => parts.failureDocs()),
        )
      ).listFailureDocs(),
    destroy: () => {
      if (ended.signal.aborted) return
      ended.abort()
      for (const stop of stops.reverse()) stop()
      for (const stop of instance.live.watches.values()) stop()
      for (const resolve of instance.live.waiters) resolve({ status: 'closed', reason: 'destroyed' })
      instance.live.waiters.clear()
      instance.live.attempt?.lose(new LatchkeyError('DESTROYED', 'destroyed.'))
      instance.live.toast?.stop()
      instance.live.stopNextToast?.()
      unmountModal()
      services.storage.close()
      stores.modal.set((modal) => ({ ...modal, open: false, embedded: false, loading: [] }))
      listeners.event.clear()
      listeners.failure.clear()
      onDestroy?.()
    },
  }

  const start = (): void => {
    if (hasStarted || ended.signal.aborted || services.browser.isServer) return
    hasStarted = true
    const waiting = Object.entries(readSavedState(instance))
    stops.push(
      stores.modal.watch((modal) => {
        if (modal.open) void showModal()
      }),
    )
    if (options.debug) {
      runLater(
        instance,
        () => loadSeldom((parts) => parts.journal()),
        (code) => code.startJournal(instance, latchkey.on),
      )
    }
    if (options.analyticsUrl) {
      const sender = loadSeldom((parts) => parts.sender()).then((code) => code.createSender(instance))
      // Events are the site's numbers: without their code there are none.
      listeners.event.add((event) => void sender.then((send) => send(event)).catch(() => undefined))
    }
    watchAdapters(instance)
    stops.push(followTabs(instance))
    if (loadModal) stops.push(services.browser.whenIdle(warm))
    instance.track('MODAL_CREATED', {})
    // A first visit has nothing to restore and does without that code; a cookie that says otherwise is put right by it.
    const giveUp = (): void => stores.connection.set((state) => ({ ...state, byNamespace: {}, restored: true }))
    if (waiting.length > 0 || options.initialState) {
      // What asks a wallet comes beside what restores it.
      for (const [namespace, { connectorId }] of waiting)
        if (!(connectorId in instance.ways)) instance.adapters[namespace as Namespace]?.prepare?.('restore')
      lazy(instance, import('../kernel/connections/reconnect.ts')).then((code) => code.reconnect(instance), giveUp)
    } else giveUp()
  }
  return { latchkey, start }
}

function createStores(options: Options, teller: Teller): Stores {
  const make = <State extends object>(initial: State) => createStore(initial, teller)
  const { defaultNetwork, initialState } = options
  return {
    modal: make(INITIAL_MODAL),
    router: make(INITIAL_ROUTER),
    toast: make(INITIAL_TOAST),
    banner: make(INITIAL_BANNER),
    theme: make({
      mode: options.themeMode,
      accent: options.accent,
      variables: options.themeVariables,
      locale: options.locale,
    }),
    networks: make({
      all: options.networks,
      activeNamespace: initialState?.activeNamespace ?? defaultNetwork.chainNamespace,
      activeByNamespace: {
        [defaultNetwork.chainNamespace]: defaultNetwork.caipNetworkId,
        ...initialState?.networkIds,
      },
    }),
    connectors: make(INITIAL_CONNECTORS),
    connection: make(waitFor(INITIAL_CONNECTION, initialState?.connections)),
    accounts: make(INITIAL_ACCOUNTS),
  }
}

function createAdapters(options: Options, services: Services): Instance['adapters'] {
  const adapters: Partial<Record<Namespace, Adapter>> = {}
  for (const create of options.adapters) {
    const adapter = create({
      networks: options.networks,
      services,
      getRpcUrls: (network) => listRpcUrls(options, network),
    })
    // `universal` where `universal()` was meant gives one more function.
    if (!adapter.namespace) {
      throw conflict(
        ['adapters'],
        `one was not called${isDevelopment ? `. Write ${create.name}() instead of ${create.name}` : ''}`,
      )
    }
    if (adapters[adapter.namespace]) {
      throw conflict(['adapters'], `two are for ${adapter.namespace}`)
    }
    adapters[adapter.namespace] = adapter
  }
  return adapters
}

/** Tells a host's listeners; one that fails keeps nothing from the others. */
function tellAll<Value>(listeners: Iterable<(value: Value) => void>, value: Value, { logger }: Services): void {
  for (const listener of listeners) {
    try {
      listener(value)
    } catch (error) {
      logger.error('A listener failed.', { error })
    }
  }
}

/** One plain state for hosts: a new object only when a field changed. */
function followState(instance: Instance): {
  get: () => LatchkeyState
  subscribe: Latchkey['subscribe']
  stop: () => void
} {
  const { stores, services } = instance
  let current = readState(instance)
  let told = current
  const listeners = new Set<(state: LatchkeyState) => void>()
  const get = (): LatchkeyState => {
    const next = readState(instance)
    const isSame = (Object.keys(next) as (keyof LatchkeyState)[]).every((name) => Object.is(next[name], current[name]))
    if (!isSame) current = next
    return current
  }
  const read = (): void => {
    if (get() === told) return
    told = current
    tellAll(listeners, told, services)
  }
  const stops = [...Object.values(stores), namesOf(instance), tokensOf(instance), embeddedOf(instance)].map((store) =>
    store.watch(read),
  )
  return {
    get,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}
