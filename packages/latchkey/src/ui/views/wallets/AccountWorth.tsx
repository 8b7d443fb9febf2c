import { useEffect, useState } from 'react'
import { fetchWorth } from '../../../core/features/tokens/fetchWorth.ts'
import { formatFiat } from '../../../core/features/tokens/rules.ts'
import type { NetworkId } from '../../../core/types/network.ts'
import { useInstance, useText } from '../../hooks.ts'
import { useOnline } from '../../shell/useOnline.ts'
import { CURRENCY } from '../account/Worth.tsx'
import { useHidesBalances } from '../useHidesBalances.ts'

/** What an account is worth on its wallet's network; nothing where nobody can say, and where balances are hidden. */
export function AccountWorth({ address, networkId }: AccountWorth.Props) {
  const instance = useInstance()
  const t = useText()
  const isHidden = useHidesBalances()
  const isOnline = useOnline()
  const [worth, setWorth] = useState<number>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be read is asked for again when the page is online again
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    void fetchWorth(instance, { networkId, address, signal }).then((found) => {
      if (!signal.aborted && found !== undefined) setWorth(found)
    })
    return () => leaving.abort()
  }, [instance, networkId, address, isOnline])
  const text = formatFiat(worth, { locale: t.region, currency: CURRENCY })
  if (text === undefined || isHidden) return null
  return (
    <bdi dir="ltr" className="account-worth">
      {text}
    </bdi>
  )
}
export declare namespace AccountWorth {
  type Props = {
    readonly address: string
    readonly networkId: NetworkId
  }
}
