import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { sayStorageDenied } from '../../kernel/connections/sayStorageDenied.ts'
import { hearAnswer } from '../../kernel/network.ts'
import { lazy, runLater } from '../../lazy.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { WalletConnectOptions } from '../../types/options.ts'
import type { LiveWalletConnect, Serving } from './liveWalletConnect.ts'

/** The instance's WalletConnect; loads and opens it on first use. A failed start is tried again by the next call. */
export async function startWalletConnect(instance: Instance): Promise<LiveWalletConnect> {
  const wc = await openWalletConnect(instance)
  if (!wc.client.isPersistent()) sayStorageDenied(instance)
  return wc
}

/**
 * Opens WalletConnect and the socket to its relay ahead of a press that is about to come: keys, storage and socket take most of the
 * time of a code.
 */
export function prepareWalletConnect(instance: Instance): void {
  openWalletConnect(instance)
    .then(({ client }) => client.prepareRelay())
    // What fails here is told by the press, which tries anew.
    .catch(() => undefined)
}

function openWalletConnect(instance: Instance): Promise<LiveWalletConnect> {
  const { live } = instance
  if (live.walletConnect) return live.walletConnect
  const started = start(instance)
  live.walletConnect = started
  // Whoever waits is rejected with the failure; the next call starts anew.
  started.then(
    () => trust(instance, 'engine'),
    () => {
      doubt(instance, 'engine')
      if (live.walletConnect === started) live.walletConnect = undefined
    },
  )
  return started
}

async function start(instance: Instance): Promise<LiveWalletConnect> {
  const open = instance.services.walletConnect
  if (!open) {
    throw new LatchkeyError('CONNECTOR_NOT_FOUND', 'WalletConnect needs a relay. Set options.relayUrl or gatewayUrl.')
  }
  const asked = await readAsked(instance)
  const service = await open(instance.services.storage)
  const { client } = service
  client.getClientId().then(
    (clientId) => {
      instance.live.clientId = clientId
    },
    // Calls to the gateway go without it.
    () => undefined,
  )
  const wc: LiveWalletConnect = {
    service,
    asked,
    client,
    serving: undefined,
    relayAt: 0,
    isConnected: false,
    pairing: undefined,
    choice: { wallet: undefined, way: 'qrcode' },
    session: undefined,
  }
  client.on('relayer', ({ name }) => {
    if (name === 'relayer_try_failed' || name === 'relayer_refused') doubt(instance, 'relay')
    if (name === 'relayer_disconnect') wc.isConnected = false
    if (name !== 'relayer_connect') return
    wc.isConnected = true
    trust(instance, 'relay')
    hearAnswer(instance)
  })
  const stopFollowing = client.internals.backend.watch((news) => {
    if (news.kind !== 'changes' || !news.changes.some(({ table }) => table === 'session')) return
    if (wc.serving) wc.serving.follow()
    else
      runLater(
        instance,
        () => loadSessions(instance, wc),
        ({ follow }) => follow(),
      )
  })
  instance.signal.addEventListener('abort', stopFollowing, { once: true })
  const close = (): void => {
    wc.session?.provider.close()
    // What it held is gone with the page.
    client.close().catch(() => undefined)
  }
  if (instance.signal.aborted) close()
  instance.signal.addEventListener('abort', close, { once: true })
  return wc
}

/** What the site wants to be asked. Few sites say anything, and what checks it comes for those alone. */
async function readAsked(instance: Instance): Promise<WalletConnectOptions> {
  if (instance.options.walletConnect === undefined) return {}
  const part = import('../../values/readWalletConnectOptions.ts')
  return (await lazy(instance, part, 'pair')).readWalletConnectOptions(instance.options)
}

/** What sessions need, loaded when there may be one: nobody needs it to see a code. Rejects when a file cannot be fetched. */
export async function loadSessions(instance: Instance, wc: LiveWalletConnect): Promise<Serving> {
  if (wc.serving) return wc.serving
  const parts = Promise.all([import('./serveSessions.ts'), wc.service.loadProvider()])
  const [{ serveSessions }, createProvider] = await lazy(instance, parts, 'pair')
  return wc.serving ?? serveSessions(instance, wc, createProvider)
}

/** Notes that a code may lead nowhere. */
export function doubt({ live }: Instance, what: PairingDoubt): void {
  live.pairingDoubts ??= new Set()
  live.pairingDoubts.add(what)
}

/** Notes that what was doubted works after all. */
export function trust({ live }: Instance, what: PairingDoubt): void {
  live.pairingDoubts?.delete(what)
}

/**
 * Why a code might lead nowhere: the engine could not be had, the relay not be reached, or the relay has not taken the last proposal,
 * or not yet.
 */
type PairingDoubt = 'engine' | 'relay' | 'proposal'

declare module '../../kernel/live.ts' {
  interface Live {
    /** Nothing unless something has gone wrong, or is under way. */
    pairingDoubts?: Set<PairingDoubt> | undefined
    /** Loaded and opened once something asks for it. */
    walletConnect?: Promise<LiveWalletConnect> | undefined
  }
}
