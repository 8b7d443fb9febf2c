import type { SignClientEvents } from '@latchkey/walletconnect'
import { networkOf } from '../../kernel/network.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { LiveWalletConnect } from './liveWalletConnect.ts'
import { nameRefusal } from './nameRefusal.ts'
import { RELAY_TRIES, type RelayState, relayOf } from './relay.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

/** How long the relay of a session may be away before the visitor hears of it, in ms. Source: F-10. */
export const RELAY_BACK_MS = 60_000

/**
 * Says while a session is in use that its relay is away for long (F-10), or refuses this page (F-11, F-12), and takes it back
 * as soon as the relay is there again. Nothing is given up: what was published waits on. Without a network nothing is blamed.
 */
export function watchSessionRelay(instance: Instance, wc: LiveWalletConnect): void {
  const { services, signal } = instance
  let stopTimer: (() => void) | undefined
  let isOverdue = false
  const relay = relayOf(instance)
  const show = (trouble: RelayState['trouble']): void =>
    relay.set((state) => (state.trouble === trouble ? state : { trouble }))
  const say = (code: NonNullable<RelayState['trouble']>): void => {
    const session = wc.client.session.values.find(({ topic }) => topic === wc.session?.topic)
    if (!session || relay.get().trouble === code || !networkOf(instance).get().isOnline) return
    show(code)
    const { name: walletName } = session.peer.metadata
    instance.fail({ code, step: 'connect', final: false, connectorId: WALLET_CONNECT_ID, walletName })
  }
  const stop = (): void => {
    stopTimer?.()
    stopTimer = undefined
  }
  const onRelayer = (event: SignClientEvents['relayer']): void => {
    if (event.name === 'relayer_connect') {
      stop()
      isOverdue = false
      show(undefined)
    } else if (event.name === 'relayer_refused') {
      stop()
      if (wc.session) say(nameRefusal(instance, event))
    } else if (event.name === 'relayer_disconnect' || event.name === 'relayer_try_failed') {
      // After another try by hand the visitor need not wait that long again.
      if (event.name === 'relayer_try_failed' && event.tries >= RELAY_TRIES && isOverdue) say('RELAY_UNREACHABLE')
      if (!wc.session || isOverdue) return
      stopTimer ??= services.clock.after(RELAY_BACK_MS, () => {
        stopTimer = undefined
        isOverdue = networkOf(instance).get().isOnline
        say('RELAY_UNREACHABLE')
      })
    }
  }
  wc.client.on('relayer', onRelayer)
  signal.addEventListener('abort', stop, { once: true })
}
