import { type RefObject, useEffect, useRef } from 'react'
import type { ViewName, WalletListing } from '../../../core/kernel/shell/views.ts'
import { useInstance } from '../../hooks.ts'

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
    import('./watchImpressions.ts').then(
      ({ watchImpressions }) => {
        const { current } = root
        if (current) watchImpressions(instance, current, { view, getWallets: () => shown.current, signal: end.signal })
      },
      () => {},
    )
    return () => end.abort()
  }, [instance, root, view])
}
