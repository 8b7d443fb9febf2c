import type {
  Account,
  Adapter,
  Connection,
  ConnectionChange,
  Connector,
  CreateAdapter,
  ProgramCalls,
  SendRequest,
  SignedMessage,
  SignInFields,
  TransactionRequest,
  WalletProbe,
} from '../../latchkey/src/core/types/adapter.ts'
import type { Namespace, NetworkId } from '../../latchkey/src/core/types/network.ts'

/** An answer that a test gives when it likes. */
export type Answer<Value> = Promise<Value> & {
  readonly ok: (value: Value) => void
  readonly no: (error: unknown) => void
}

/** Makes an answer that is open until the test gives it. */
export function createAnswer<Value>(): Answer<Value> {
  let ok: (value: Value) => void = () => undefined
  let no: (error: unknown) => void = () => undefined
  const promise = new Promise<Value>((resolve, reject) => {
    ok = resolve
    no = reject
  })
  return Object.assign(promise, { ok, no })
}

/** What a wallet behind the adapter does; the test changes it as it goes. */
export type WalletScript = {
  connect: () => Promise<Connection>
  reconnect: () => Promise<Connection | null>
  disconnect: () => Promise<void>
  switchNetwork: (networkId: NetworkId) => Promise<void>
  signMessage: (message: string | Uint8Array) => Promise<string>
  /** A sign-in of the wallet's own; without it the wallet has none. */
  signIn?: (fields: SignInFields) => Promise<SignedMessage>
  /** A transaction; without it the adapter cannot send any. */
  sendTransaction?: (request: TransactionRequest) => Promise<string>
  /** Calls of programs of Solana; without it the adapter cannot carry out any. */
  sendProgramCalls?: (request: ProgramCalls) => Promise<string>
  /** A transfer; without it the adapter cannot send. */
  send?: (request: SendRequest) => Promise<string>
  probe: WalletProbe
}

/** An adapter whose wallets do what a test says, with a count of every request. */
export type ScriptedAdapter = {
  readonly create: CreateAdapter
  /** Calls of members that reach a wallet: `connect`, `reconnect`, `switchNetwork eip155:1`… in their order. */
  readonly asked: readonly string[]
  /** Listeners on connectors and connections that are on now. */
  readonly countListeners: () => number
  readonly announce: (...connectors: readonly Connector[]) => void
  /** Tells a change of the connection with this connector, as a wallet would. */
  readonly tell: (connectorId: string, change: ConnectionChange) => void
  readonly script: WalletScript
}

/** An address of the given digit, such as `0x1111…`. */
export function fakeAddress(digit: number): string {
  return `0x${String(digit).repeat(40)}`
}

/** Accounts with addresses of the given digits. */
export function fakeAccounts(...digits: readonly number[]): readonly Account[] {
  return digits.map((digit) => ({ address: fakeAddress(digit), type: 'eoa' }))
}

/** An announced wallet. */
export function fakeConnector(id: string, parts: Partial<Connector> = {}): Connector {
  return {
    id,
    name: id.split('.').at(-1) ?? id,
    namespace: 'eip155',
    type: 'ANNOUNCED',
    rdns: id,
    provider: { wallet: id },
    ...parts,
  }
}

/** A connection of a wallet: one account on the first network, unless said otherwise. */
export function fakeConnection(connector: Connector, parts: Partial<Connection> = {}): Connection {
  return {
    connector,
    accounts: fakeAccounts(1),
    networkId: connector.namespace === 'eip155' ? 'eip155:1' : `${connector.namespace}:main`,
    provider: connector.provider,
    ...parts,
  }
}

/** Makes an adapter of one namespace. Its wallets say yes to everything until the script is changed. */
export function createScriptedAdapter(namespace: Namespace, connectors: readonly Connector[] = []): ScriptedAdapter {
  const asked: string[] = []
  let known = connectors
  const connectorListeners = new Set<(list: readonly Connector[]) => void>()
  const connectionListeners = new Map<symbol, { id: string; listener: (change: ConnectionChange) => void }>()
  const first = (): Connection => fakeConnection(known[0] ?? fakeConnector('io.none', { namespace }))
  const script: WalletScript = {
    connect: async () => first(),
    reconnect: async () => first(),
    disconnect: async () => undefined,
    switchNetwork: async () => undefined,
    signMessage: async (message) => `signed ${String(message)}`,
    probe: { isAlive: async () => true, isUnlocked: async () => undefined, getAccounts: async () => [] },
  }
  const adapter: Adapter = {
    namespace,
    type: 'universal',
    watchConnectors: (listener) => {
      connectorListeners.add(listener)
      listener(known)
      return () => connectorListeners.delete(listener)
    },
    connect: async (connector) => {
      asked.push(`connect ${connector.id}`)
      return script.connect()
    },
    watchConnection: (connection, listener) => {
      const key = Symbol(connection.connector.id)
      connectionListeners.set(key, { id: connection.connector.id, listener })
      return () => connectionListeners.delete(key)
    },
    reconnect: async (connector) => {
      asked.push(`reconnect ${connector.id}`)
      return script.reconnect()
    },
    disconnect: async (connection) => {
      asked.push(`disconnect ${connection.connector.id}`)
      await script.disconnect()
    },
    switchNetwork: async (_connection, network) => {
      asked.push(`switchNetwork ${network.caipNetworkId}`)
      await script.switchNetwork(network.caipNetworkId)
    },
    signMessage: (_connection, message) => script.signMessage(message),
    signIn: (_connection, fields) => script.signIn?.(fields),
    probe: () => script.probe,
    get sendTransaction() {
      const { sendTransaction } = script
      return sendTransaction && ((_connection: Connection, request: TransactionRequest) => sendTransaction(request))
    },
    get sendProgramCalls() {
      const { sendProgramCalls } = script
      return sendProgramCalls && ((_connection: Connection, request: ProgramCalls) => sendProgramCalls(request))
    },
    get send() {
      const { send } = script
      return send && ((_connection: Connection, request: SendRequest) => send(request))
    },
  }
  return {
    create: () => adapter,
    asked,
    countListeners: () => connectorListeners.size + connectionListeners.size,
    announce: (...more) => {
      known = [...known, ...more]
      for (const listener of connectorListeners) listener(known)
    },
    tell: (connectorId, change) => {
      for (const { id, listener } of [...connectionListeners.values()]) if (id === connectorId) listener(change)
    },
    script,
  }
}
