import { Picture } from '../../parts/Picture.tsx'
import { useRoomText } from '../../useRoomText.ts'
import { sayExactly, sayTokens, sayWorth } from './swapFormat.ts'
import { SWAP_WORDS } from './swapText.ts'
import type { SwapAsset } from './useSwapping.ts'

const TITLES = { paid: 'swap.pay', got: 'swap.get', received: 'swap.received' } as const

/** One side of a swap that is reviewed. What is paid is said to the last digit. */
export function Moved({ kind, token, units }: Moved.Props) {
  const t = useRoomText(SWAP_WORDS)
  const worth = sayWorth(t, units, token)
  return (
    <div className="swap-change">
      <Picture src={token.iconUrl} name={token.symbol} round />
      <span className="row-text">
        <span className="row-title">{t(TITLES[kind])}</span>
        <span className="row-note">
          <bdi>{token.name}</bdi>
        </span>
      </span>
      <span className="swap-moved">
        <bdi dir="ltr" className={kind === 'paid' ? undefined : 'good'}>
          {kind === 'paid' ? `−${sayExactly(units, token)}` : `+${sayTokens(t, units, token)}`}
        </bdi>
        {worth === undefined ? null : (
          <small>
            <bdi dir="ltr">{worth}</bdi>
          </small>
        )}
      </span>
    </div>
  )
}
export declare namespace Moved {
  type Props = {
    /** `got` is expected, `received` is what came. */
    readonly kind: 'paid' | 'got' | 'received'
    readonly token: Pick<SwapAsset, 'symbol' | 'name' | 'decimals' | 'iconUrl' | 'price'>
    readonly units: bigint
  }
}
