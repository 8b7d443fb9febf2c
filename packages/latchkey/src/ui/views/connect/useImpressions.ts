import { type RefObject, useEffect, useRef } from 'react'
import { runLater } from '../../../core/lazy.ts'
import type { WalletListing } from '../../../core/types/listing.ts'
import type { ViewName } from '../../../core/types/views.ts'
import { useInstance } from '../../hooks.ts'
import { afterFrame } from '../../parts/afterFrame.ts'

/** Tells the host which wallets come into sight in a view; loaded beside it, and not at all where the site wants no events. */
export function useImpressions(
  root: RefObject<HTMLElement | null>,
  view: ViewName,
  wallets: readonly WalletListing[],
): void {
  const instance = useInstance()
  const shown = useRef(wallets)
  useEffect(() => {
    shown.current = wallets
  })
  useEffect(() => {
    if (!instance.options.features.analytics) return
    const end = new AbortController()
    const cancel = afterFrame(() =>
      runLater(
        instance,
        () => import('./watchImpressions.ts'),
        ({ watchImpressions }) => {
          const { current } = root
          const getWallets = () => shown.current
          if (current) watchImpressions(instance, current, { view, getWallets, signal: end.signal })
        },
      ),
    )
    return () => {
      cancel()
      end.abort()
    }
  }, [instance, root, view])
}
