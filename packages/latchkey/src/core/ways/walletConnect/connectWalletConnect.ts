import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { isCurrent, startAttempt } from '../../kernel/attempt/attempt.ts'
import { cancelAttempt } from '../../kernel/attempt/cancelAttempt.ts'
import type { Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { WalletListing } from '../../types/listing.ts'
import { NAMESPACES, type Namespace } from '../../types/network.ts'
import type { WalletConnectOptions } from '../../types/options.ts'
import type { Way } from '../../values/listWays.ts'
import { toProposal } from './proposal.ts'
import { runPairing } from './runPairing.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

export declare namespace connectWalletConnect {
  type Parameters = {
    /** The wallet that was chosen; without one, any wallet may scan. */
    wallet?: WalletListing | undefined
    /** How the visitor means to reach it. Default: by scanning. */
    way?: Exclude<Way, 'browser'> | undefined
    /** The one to be in use afterwards. Default: the active one. */
    namespace?: Namespace | undefined
    /** Where to go on success instead of closing. */
    redirectView?: string | undefined
    signal?: AbortSignal | undefined
  }
  type ErrorType = LatchkeyError
}

/**
 * Connects a wallet on another device, or another app on this one, and drives the attempt that views show. One approval
 * connects every namespace that the wallet grants. Asking for the wallet that is being asked joins the open attempt; a late
 * approval counts until the modal closes or another wallet is chosen.
 * Rejects with a failure, with `CONNECTOR_NOT_FOUND` where the site has no relay, or with `ATTEMPT_CANCELLED`.
 */
export function connectWalletConnect(
  instance: Instance,
  parameters: connectWalletConnect.Parameters = {},
): Promise<Connection> {
  const { stores, live, services } = instance
  const { wallet, way = 'qrcode', redirectView, signal } = parameters
  const key = `${WALLET_CONNECT_ID}/${wallet?.key ?? ''}`
  const shown = stores.connection.get().attempt
  if (live.attempt?.key === key && shown?.phase === 'waiting') return live.attempt.outcome
  if (!services.walletConnect) {
    const text = 'WalletConnect needs a relay. Set options.relayUrl or gatewayUrl.'
    return Promise.reject(new LatchkeyError('CONNECTOR_NOT_FOUND', text))
  }
  const failed = shown?.pairing && shown.phase === 'failed' ? shown.error?.code : undefined
  const namespace = parameters.namespace ?? stores.networks.get().activeNamespace
  let approved: readonly Connection[] = []
  const attempt = startAttempt(instance, {
    kind: 'connect',
    namespace,
    connectorId: WALLET_CONNECT_ID,
    networkId: undefined,
    pairing: { walletKey: wallet?.key, uri: undefined, expiresAt: 0, renewals: 0, isExpired: false },
    key,
    ask: (running) =>
      runPairing(instance, {
        running,
        namespace,
        wallet,
        way,
        failed,
        onWin: (connections) => {
          approved = connections
        },
        // Whoever waits hears by the attempt that takes the place of this one.
        repeat: () => void connectWalletConnect(instance, parameters).catch(() => undefined),
      }),
    complete: async (running, connection) => {
      const others = approved.filter((other) => other.connector !== connection.connector)
      const wc = await live.walletConnect
      // What was approved was opened by it.
      if (!wc?.serving) throw new LatchkeyError('ATTEMPT_CANCELLED', 'WalletConnect was closed.')
      const method = wc.choice.way
      const connections = [connection, ...others] as const
      const done = wc.serving.complete(instance, running, { connections, method, redirectView })
      const { namespaces } = wc.asked
      wc.serving.sayPartial(instance, {
        step: 'pair',
        connectorId: WALLET_CONNECT_ID,
        walletName: connection.connector.name,
        wallet,
        missing: listMissing(instance, [connection, ...others], namespaces),
      })
      return done
    },
  })
  const giveUp = (): void => {
    if (isCurrent(instance, attempt)) cancelAttempt(instance)
  }
  if (signal?.aborted) giveUp()
  signal?.addEventListener('abort', giveUp, { once: true, signal: attempt.ended.signal })
  return attempt.outcome
}

/** Namespaces of the site's networks in which the wallet was asked for an account and shared none. */
function listMissing(
  { options }: Instance,
  connections: readonly Connection[],
  namespaces: WalletConnectOptions['namespaces'],
): readonly Namespace[] {
  const asked = toProposal(options.networks, namespaces)
  return NAMESPACES.filter((each) => asked[each] && !connections.some(({ connector }) => connector.namespace === each))
}
