import type { Adapter } from './adapter.ts'
import { FailureError } from './errors/failure.ts'
import { LatchkeyError } from './errors/LatchkeyError.ts'
import type { HostEvents, LatchkeyEvent } from './events.ts'
import { INITIAL_DIAGNOSIS } from './features/diagnosis/state.ts'
import { INITIAL_DIRECTORY } from './features/directory/state.ts'
import { INITIAL_NAMES } from './features/names/state.ts'
import { INITIAL_TOKENS } from './features/tokens/state.ts'
import type { actions } from './kernel/actions.ts'
import { createLive } from './kernel/live.ts'
import { INITIAL_BANNER } from './kernel/shell/banner.ts'
import type { OpenResult } from './kernel/shell/modal.ts'
import { INITIAL_MODAL } from './kernel/shell/modal.ts'
import { INITIAL_ROUTER } from './kernel/shell/router.ts'
import type { ThemeState } from './kernel/shell/theme.ts'
import { INITIAL_TOAST } from './kernel/shell/toast.ts'
import { INITIAL_ACCOUNTS } from './kernel/wallet/accounts.ts'
import { getConnection, INITIAL_CONNECTION } from './kernel/wallet/connection.ts'
import { INITIAL_CONNECTORS } from './kernel/wallet/connectors.ts'
import { followTabs } from './kernel/wallet/followTabs.ts'
import { getAccount } from './kernel/wallet/getAccount.ts'
import { readSavedState, waitFor } from './kernel/wallet/readSavedState.ts'
import { watchAdapters } from './kernel/wallet/watchAdapters.ts'
import type { ConnectOptions, Instance, Latchkey, LatchkeyState, OpenOptions, Stores } from './latchkey.ts'
import { listRpcUrls } from './listRpcUrls.ts'
import type { Namespace } from './network.ts'
import type { CreateLatchkeyOptions, Options } from './options.ts'
import { readState } from './readState.ts'
import { conflict } from './resolveOptions.ts'
import type { Services } from './services/ports.ts'
import { createStore } from './store.ts'

/** The modal's code as `buildLatchkey` needs it. Without it an instance is headless. */
export type ModalCode = {
  readonly mountModal: (latchkey: Latchkey, options?: { container?: HTMLElement }) => () => void
  /** Begins to load what the first view needs beyond that. */
  readonly preloadFirstView?: (latchkey: Latchkey) => void
}

/** An instance that has not begun to work; `start` begins, once, in a browser. */
export type BuiltLatchkey = { readonly latchkey: Latchkey; readonly start: () => void }

/** Puts an instance together: stores, adapters, methods. Starts nothing and touches nothing. */
export function buildLatchkey(parameters: {
  given: CreateLatchkeyOptions
  options: Options
  services: Services
  loadModal?: (() => Promise<ModalCode>) | undefined
  /** Runs after the instance has ended. */
  onDestroy?: (() => void) | undefined
}): BuiltLatchkey {
  const { given, options, loadModal, onDestroy } = parameters
  const { gateway } = parameters.services
  const services: Services = {
    ...parameters.services,
    // Alerts are for developers, so only they pay for the watching.
    gateway:
      gateway && options.debug ? async () => (await loadActions()).watchGateway(instance, await gateway()) : gateway,
  }
  const stores = createStores(options)
  const ended = new AbortController()
  const listeners: { [Name in keyof HostEvents]: Set<(value: HostEvents[Name]) => void> } = {
    event: new Set(),
    failure: new Set(),
  }
  const emit = <Name extends keyof HostEvents>(name: Name, value: HostEvents[Name]): void => {
    tellAll(listeners[name], value, services)
  }
  const instance: Instance = {
    options,
    given,
    services,
    stores,
    adapters: createAdapters(options, services),
    live: createLive(),
    run: (work) => {
      loadActions().then(work, (cause) => services.logger.error('A part of Latchkey could not be loaded.', { cause }))
    },
    loadSignIn: options.siwx && loadModal && (() => import('./features/signIn/signInStep.ts')),
    signal: ended.signal,
    track: (name, properties) => {
      if (options.features.analytics) emit('event', { name, properties, at: services.clock.now() } as LatchkeyEvent)
    },
    fail: (failure) => {
      services.logger.debug(`${failure.code} in ${failure.step}`, { ...failure })
      emit('failure', failure)
    },
  }

  const state = followState(stores, services)
  const stops: (() => void)[] = [state.stop]
  let container: HTMLElement | undefined
  let unmount: (() => void) | undefined
  let modalCode: Promise<ModalCode> | undefined
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
    modalCode ??= loadModal()
    try {
      const [code] = await Promise.all([modalCode, loadActions()])
      code.preloadFirstView?.(latchkey)
      // Mounted while it is closed it shows nothing and stands nowhere, and the click has only the dialog left to draw.
      if (!unmount && !ended.signal.aborted) unmount = code.mountModal(latchkey, container ? { container } : {})
    } catch (error) {
      // The next open tries again; a network that was away may be back.
      modalCode = undefined
      throw error
    }
  }
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
    services.logger.error('The modal could not be loaded.', { cause })
    instance.fail({ code: 'UNKNOWN_FAILURE', step: 'open', final: true, cause })
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
      void preload().catch(() => undefined)
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
      else instance.run(({ closeModal }) => closeModal(instance, 'host'))
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
    preload,
    embed: (element) => {
      demand('embed')
      unmountModal()
      container = element
      // Runs before what is drawn, which waits for the same code.
      instance.run(({ showHome }) => showHome(instance))
      stores.modal.set((modal) => ({ ...modal, open: true, embedded: true }))
      void showModal()
      return () => {
        if (container !== element) return
        container = undefined
        unmountModal()
        instance.run(({ closeModal }) => {
          // Embedded again meanwhile, as a component that is mounted twice does it.
          if (container) return
          stores.modal.set((modal) => ({ ...modal, embedded: false }))
          closeModal(instance, 'host')
        })
      }
    },
    diagnose: async () => (await import('./features/diagnosis/diagnose.ts')).diagnose(instance),
    failures: async () => (await import('./features/diagnosis/failureDocs.ts')).listFailureDocs(),
    destroy: () => {
      if (ended.signal.aborted) return
      ended.abort()
      for (const stop of stops.reverse()) stop()
      for (const stop of instance.live.watches.values()) stop()
      for (const resolve of instance.live.waiters) resolve({ status: 'closed', reason: 'destroyed' })
      instance.live.waiters.clear()
      instance.live.attempt?.lose(new LatchkeyError('DESTROYED', 'The instance was destroyed.'))
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
    const isWaiting = readSavedState(instance)
    stops.push(
      stores.modal.watch((modal) => {
        if (modal.open) void showModal()
      }),
    )
    if (options.debug) {
      void import('./features/diagnosis/startJournal.ts').then((code) => code.startJournal(instance, latchkey.on))
    }
    if (options.analyticsUrl) {
      const sender = import('./features/analytics/createSender.ts').then((code) => code.createSender(instance))
      listeners.event.add((event) => void sender.then((send) => send(event)).catch(() => undefined))
    }
    watchAdapters(instance)
    stops.push(followTabs(instance))
    if (loadModal) stops.push(services.browser.whenIdle(() => void preload().catch(() => undefined)))
    instance.track('MODAL_CREATED', {})
    // A first visit has nothing to restore and does without that code; a cookie that says otherwise is put right by it.
    const giveUp = (): void => stores.connection.set((state) => ({ ...state, byNamespace: {}, restored: true }))
    if (isWaiting || options.initialState) loadActions().then(({ reconnect }) => reconnect(instance), giveUp)
    else giveUp()
  }
  return { latchkey, start }
}

/** The kernel's larger half: everything that a click, a switch or a goodbye needs. */
async function loadActions(): Promise<typeof actions> {
  return (await import('./kernel/actions.ts')).actions
}

function createStores(options: Options): Stores {
  const { defaultNetwork, initialState } = options
  return {
    modal: createStore(INITIAL_MODAL),
    router: createStore(INITIAL_ROUTER),
    toast: createStore(INITIAL_TOAST),
    banner: createStore(INITIAL_BANNER),
    theme: createStore({
      mode: options.themeMode,
      accent: options.accent,
      variables: options.themeVariables,
      locale: options.locale,
    }),
    networks: createStore({
      all: options.networks,
      activeNamespace: initialState?.activeNamespace ?? defaultNetwork.chainNamespace,
      activeByNamespace: {
        [defaultNetwork.chainNamespace]: defaultNetwork.caipNetworkId,
        ...initialState?.networkIds,
      },
    }),
    connectors: createStore(INITIAL_CONNECTORS),
    connection: createStore(waitFor(INITIAL_CONNECTION, initialState?.connections)),
    accounts: createStore(INITIAL_ACCOUNTS),
    tokens: createStore(INITIAL_TOKENS),
    names: createStore(INITIAL_NAMES),
    directory: createStore(INITIAL_DIRECTORY),
    diagnosis: createStore(INITIAL_DIAGNOSIS),
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
    if (!adapter.namespace) throw conflict(['adapters'], 'one was not called')
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
function followState(
  stores: Stores,
  services: Services,
): { get: () => LatchkeyState; subscribe: Latchkey['subscribe']; stop: () => void } {
  let current = readState(stores)
  const listeners = new Set<(state: LatchkeyState) => void>()
  const read = (): void => {
    const next = readState(stores)
    const isSame = (Object.keys(next) as (keyof LatchkeyState)[]).every((name) => Object.is(next[name], current[name]))
    if (isSame) return
    current = next
    tellAll(listeners, next, services)
  }
  const { modal, router, networks, connection, accounts, theme } = stores
  const stops = [modal, router, networks, connection, accounts, theme].map((store) => store.watch(read))
  return {
    get: () => current,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}
