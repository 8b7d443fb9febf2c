import { FailureError } from '../../errors/failure.ts'
import { isCurrent, updateAttempt } from '../../kernel/attempt/attempt.ts'
import { pause } from '../../kernel/attempt/pause.ts'
import { reportFailure } from '../../kernel/attempt/reportFailure.ts'
import { setHint } from '../../kernel/attempt/setHint.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Way } from '../../values/listWays.ts'
import { readPlatform } from '../../values/platform.ts'
import { PAIRING_LIFE_MS, PROPOSAL_LIFE_MS, readTopic } from './offerPairing.ts'
import { keepPending } from './pendingPairing.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

/** When a page that is still looked at after the tap means that no app opened, in ms. Source: docs/failures.md, rule 8 and F-20. */
export const APP_OPENED_MS = 2_000
/** How long an approval may take to arrive once the visitor is back, in ms. Source: docs/failures.md, rule 8 and F-22. */
export const BACK_MS = 10_000
/** A shorter absence was no visit to the wallet, in ms. Source: F-22. */
export const AWAY_MS = 1_000

/**
 * Told by a view in the tap on a wallet's link, which the browser itself follows: `base` is that link without the pairing, which is
 * never kept (SEC-88).
 * Watches whether the app opened (F-20, F-21), and after the visitor's return whether the approval arrived (F-22).
 */
export function tellLinkOpened(
  instance: Instance,
  { way, base }: { way: Exclude<Way, 'browser' | 'qrcode'>; base: string },
): void {
  const { stores, services, live } = instance
  const shown = stores.connection.get().attempt
  const running = live.attempt
  if (!shown?.pairing || !running) return
  const { pairing } = shown
  const { browser, clock } = services
  const { signal } = running.ended
  const context = { step: 'pair', namespace: shown.namespace, connectorId: WALLET_CONNECT_ID } as const
  stores.connection.set((state) =>
    updateAttempt(state, shown.id, { hint: undefined, pairing: { ...pairing, linkOpenedAt: clock.now() } }),
  )
  void live.walletConnect?.then((wc) => {
    wc.choice = { ...wc.choice, way, base }
    const { wallet } = wc.choice
    // Elsewhere pages stay, and a second tab is more likely than one that was dropped.
    if (!wallet || pairing.uri === undefined || readPlatform(services.walletWindow).os === 'other') return
    keepPending(instance, {
      topic: readTopic(pairing.uri),
      until: pairing.expiresAt - PAIRING_LIFE_MS + PROPOSAL_LIFE_MS,
      way,
      wallet: { ...wallet, links: { mobileLink: base } },
    })
  })

  const tap = new AbortController()
  signal.addEventListener('abort', () => tap.abort(), { once: true, signal: tap.signal })
  let leftAt: number | undefined
  const go = (): void => {
    leftAt ??= clock.now()
  }
  const stops = [
    browser.watchFocus((focused) => !focused && go()),
    browser.watchVisible((visible) => {
      if (!visible) {
        go()
        return
      }
      if (leftAt === undefined || clock.now() - leftAt < AWAY_MS) return
      tap.abort()
      void pause(instance, BACK_MS, signal).then(() => {
        if (!signal.aborted) setHint(instance, running, 'APPROVAL_LOST', context)
      })
    }),
  ]
  tap.signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })
  if (way === 'web') return
  void pause(instance, APP_OPENED_MS, tap.signal).then(() => {
    if (tap.signal.aborted || leftAt !== undefined || !browser.isVisible() || !isCurrent(instance, running)) return
    const isBlocked = readPlatform(services.walletWindow).isInApp
    const message = isBlocked ? 'LINK_SCHEME_BLOCKED' : 'APP_NOT_OPENED'
    void live.walletConnect?.then(({ choice }) => {
      instance.track('CONNECT_PROXY_ERROR', { message, name: choice.wallet?.name ?? '' })
    })
    if (!isBlocked) setHint(instance, running, 'APP_NOT_OPENED', context)
    else {
      reportFailure(
        instance,
        running,
        new FailureError('LINK_SCHEME_BLOCKED', 'This app does not open wallets.', context),
        context,
      )
    }
  })
}
