import type { BackendNews, ShownTable } from './backend.ts'
import { browserSurroundings } from './browser/browserSurroundings.ts'
import type { SignClientCalls } from './calls.ts'
import { createEmitter } from './createEmitter.ts'
import { randomHex } from './crypto/hashes.ts'
import { createEngine, type Engine } from './engine/createEngine.ts'
import { EngineError } from './errors.ts'
import type { SignClientEvents } from './events.ts'
import { load } from './load.ts'
import type { Surroundings } from './ports.ts'
import type { Proposal, Session } from './records.ts'
import { createIds } from './rules/ids.ts'
import { isGranted } from './rules/namespaces.ts'
import { isObject } from './rules/values.ts'
import type { Signal, SignClient, SignClientOptions, Store } from './signClient.ts'
import type { formatAuthMessage } from './signIn/formatAuthMessage.ts'
import { openTables } from './storage/openTables.ts'
import type { TableRecords } from './tables.ts'
import { shareBackend } from './tabs/shareBackend.ts'

/**
 * Makes a client of the Sign protocol, for apps and wallets alike. Resolves once storage is read, without waiting for the network.
 * Several tabs of one origin share one engine; two clients of one page do not meet if their names differ.
 * Rejects with `STORAGE_FAILED`, or with `MISSING_OR_INVALID` for an option that is missing, or where there is no WebSocket.
 */
export async function createSignClient(options: SignClientOptions): Promise<SignClient> {
  if (!options?.relayUrl?.length) throw new EngineError('MISSING_OR_INVALID', 'relayUrl')
  const surroundings = getSurroundings(options)
  const { clock, random, logger, storage } = surroundings
  let leading: Engine | undefined
  const backend = await shareBackend({
    surroundings,
    async startEngine({ lost, fenced }) {
      const tables = await openTables({ storage, logger, onFenced: fenced })
      const engine = await createEngine({ options, surroundings, tables })
      leading = engine
      lost.addEventListener('abort', () => {
        if (leading === engine) leading = undefined
      })
      return engine
    },
  })

  const ids = createIds({ clock, random }, 1)
  const events = createEmitter(logger)
  let isClosed = false

  /** A wallet that handles sign-ins is not also shown the proposal that goes with one. */
  function isFallback(news: BackendNews): boolean {
    if (news.kind !== 'event' || news.name !== 'session_proposal') return false
    const { methods = [] } = backend.snapshot().pairing.get(news.payload.params.pairingTopic) ?? {}
    return methods.includes('wc_sessionAuthenticate') && events.has('session_authenticate')
  }

  /** Writes the text of a sign-in. Loaded before anybody here is told of one, so that it is at hand by then. */
  let format: typeof formatAuthMessage | undefined
  const loadSignIn = async (): Promise<void> => {
    format ??= (await load(import('./signIn/formatAuthMessage.ts'))).formatAuthMessage
  }

  backend.watch((news) => {
    if (news.kind !== 'event' || isFallback(news)) return
    const { name, payload } = news
    const run = () => events.emit(name, payload)
    if (!format && hasSignIn(news)) void loadSignIn().then(run, run)
    else run()
  })
  const { auth, proposal, session: sessions } = backend.snapshot()
  if (auth.size > 0 || [...proposal.values(), ...sessions.values()].some(isSignedIn))
    await loadSignIn().catch(() => logger.warn('The code of sign-ins could not be loaded.'))

  function call<Name extends keyof SignClientCalls>(
    name: Name,
    parameters: SignClientCalls[Name]['parameters'],
    signal?: AbortSignal | undefined,
  ): Promise<SignClientCalls[Name]['result']> {
    if (isClosed) return Promise.reject(new EngineError('ABORTED'))
    return backend.call(name, parameters, { callId: randomHex(random, 16), signal })
  }

  /** A call as its caller makes it, who may have no types; `more` is what this client adds. */
  const ask =
    <Name extends keyof SignClientCalls, Added extends keyof SignClientCalls[Name]['parameters'] = never>(name: Name) =>
    async (
      given: Omit<SignClientCalls[Name]['parameters'], Added> & Signal,
      more?: Pick<SignClientCalls[Name]['parameters'], Added>,
    ): Promise<SignClientCalls[Name]['result']> => {
      if (!isObject(given)) throw new EngineError('MISSING_OR_INVALID', name)
      const { signal, ...params }: Signal = given
      return call(name, { ...params, ...more } as SignClientCalls[Name]['parameters'], signal)
    }

  /** A wait that starts when it is asked for, and ends at once where the answer came first. */
  const wait =
    <Name extends keyof SignClientCalls>(name: Name, parameters: SignClientCalls[Name]['parameters']) =>
    (given?: Signal) =>
      call(name, parameters, given?.signal)

  const toAcknowledged = ({ id }: { readonly id: number }) => ({
    acknowledged: (given?: Signal) => call('awaitAnswer', { id }, given?.signal).then(() => undefined),
  })

  const toStore = <Table extends ShownTable, Key>(
    table: Table,
    toKey: (text: string) => Key,
  ): Store<Key, TableRecords[Table]> => {
    const records = () => backend.snapshot()[table] as ReadonlyMap<string, TableRecords[Table]>
    return {
      get length() {
        return records().size
      },
      get keys() {
        return [...records().keys()].map(toKey)
      },
      get values() {
        return [...records().values()]
      },
      get(key) {
        const record = records().get(String(key))
        if (record === undefined) throw new EngineError('NO_MATCHING_KEY', `${table}: ${key}`)
        return record
      },
      getAll: (filter) => [...records().values()].filter((record) => matches(record, filter)),
    }
  }

  const session = toStore('session', String)
  const off: SignClient['off'] = (name, listener) => {
    events.off(name, listener)
    return client
  }

  const client: SignClient = {
    metadata: options.metadata,
    session,
    proposal: toStore('proposal', Number),
    pairing: toStore('pairing', String),
    pendingRequest: toStore('request', Number),
    auth: { requests: toStore('auth', Number) },

    async connect(given) {
      if (given?.authentication) await loadSignIn()
      const { uri, proposalId } = await ask('connect')(given)
      return { uri, approval: wait('awaitSession', { proposalId }) }
    },
    pair: ask('pair'),
    async approve(given) {
      const { topic } = await ask('approve')(given)
      return { topic, acknowledged: wait('awaitAcknowledged', { topic }) }
    },
    reject: ask('reject'),
    update: async (given) => toAcknowledged(await ask('update')(given)),
    extend: async (given) => toAcknowledged(await ask('extend')(given)),
    async request<Result = unknown>(given: Parameters<SignClient['request']>[0]) {
      const { id } = await ask<'request', 'id'>('request')(given, { id: ids.message() })
      const { topic, chainId, request, signal } = given
      const sent: SignClientEvents['session_request_sent'] = {
        id,
        topic,
        chainId,
        request: { ...request, params: request.params },
      }
      events.emit('session_request_sent', sent)
      // What a wallet answers is the caller's to judge.
      return (await call('awaitAnswer', { id }, signal)) as Result
    },
    respond: ask('respond'),
    ping: ask('ping'),
    emit: ask('emit'),
    disconnect: ask('disconnect'),
    find(given) {
      const asked = given?.requiredNamespaces
      if (!isObject(asked)) throw new EngineError('MISSING_OR_INVALID', 'find')
      return session.values.filter(({ namespaces }) => isGranted(namespaces, asked))
    },
    getPendingSessionRequests: () => client.pendingRequest.values,
    async authenticate(given, walletUniversalLink) {
      await loadSignIn()
      const { uri, id } = await ask<'authenticate', 'walletUniversalLink'>('authenticate')(given, {
        walletUniversalLink,
      })
      return { uri, response: wait('awaitAuthentication', { id }) }
    },
    approveSessionAuthenticate: ask('approveSessionAuthenticate'),
    rejectSessionAuthenticate: ask('rejectSessionAuthenticate'),
    formatAuthMessage(given) {
      if (!format)
        throw new EngineError('NOT_INITIALIZED', 'Import formatAuthMessage from @latchkey/walletconnect/wallet.')
      return format(given?.request, given?.iss)
    },
    receiveLink: (url) => call('receiveLink', { url }),
    setDeepLink: (topic, link) => call('setDeepLink', { topic, link }),
    getDeepLink: (topic) => backend.snapshot().deepLink.get(topic),
    prepareRelay: () => call('prepareRelay', {}),
    restartRelay: (url) => call('restartRelay', { url }),

    on(name, listener) {
      events.on(name, listener)
      return client
    },
    once(name, listener) {
      events.on(name, listener, true)
      return client
    },
    off,
    removeListener: off,
    removeAllListeners(name) {
      events.clear(name)
      return client
    },
    getClientId: async () => (await call('relayStatus', {})).clientId,
    isPersistent: () => storage.isPersistent?.() ?? true,
    async close() {
      isClosed = true
      await backend.close()
      await storage.close()
    },
    internals: { backend, leading: () => leading?.parts },
  }
  return client
}

/** What is missing where there is no WebSocket. */
const NO_SOCKET = 'surroundings: no WebSocket, in Node pass nodeSurroundings()'

function getSurroundings(options: SignClientOptions): Surroundings {
  const { surroundings = {}, name = 'default' } = options
  // Node before 22 has none, and would try for ever.
  if (!surroundings.openSocket && typeof WebSocket === 'undefined')
    throw new EngineError('MISSING_OR_INVALID', NO_SOCKET)
  return { ...browserSurroundings({ name }), ...surroundings }
}

function matches(record: unknown, filter: object | undefined): boolean {
  return Object.entries(filter ?? {}).every(
    ([key, value]) => (record as Readonly<Record<string, unknown>>)[key] === value,
  )
}

/** Whether a session was signed, or a proposal asks for it. */
const isSignedIn = (record: Pick<Session, 'authentication'> & Pick<Proposal, 'requests'>): boolean =>
  Boolean(record.authentication ?? record.requests?.authentication)

/** Whether somebody who is told of this may want to write a sign-in's text. */
const hasSignIn = ({ name, payload }: Extract<BackendNews, { kind: 'event' }>): boolean =>
  name === 'session_authenticate' ||
  (name === 'session_proposal' && isSignedIn(payload.params)) ||
  (name === 'session_connect' && isSignedIn(payload.session))
