import { useState } from 'react'
import { HIGH_SLIPPAGE, MOST_SLIPPAGE } from '../../../core/features/swap/rules.ts'
import { toPlainDigits } from '../../../core/values/toPlainDigits.ts'
import { Disclosure } from '../../parts/Disclosure.tsx'
import { Field } from '../../parts/Field.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { useRoomText } from '../../useRoomText.ts'
import { sayPercent } from './swapFormat.ts'
import { SWAP_WORDS } from './swapText.ts'

/** Percentages to choose from. */
const CHOICES = [0.5, 1, 2]

/** How much less than the quote may come out, in percent: chosen, or typed. */
export function Slippage({ percent, onChange }: Slippage.Props) {
  const t = useRoomText(SWAP_WORDS)
  const [typed, setTyped] = useState(CHOICES.includes(percent) ? '' : String(percent))
  const own = readPercent(typed)
  const isWrong = typed.trim() !== '' && (own === undefined || own <= 0 || own > MOST_SLIPPAGE)
  return (
    <Disclosure label={`${t('swap.slippage')}: ${sayPercent(t, percent)}`}>
      <div className="swap-slippage">
        {CHOICES.map((choice) => (
          <button
            key={choice}
            type="button"
            className="swap-chip"
            aria-pressed={percent === choice && typed.trim() === ''}
            data-focus-key={`slippage:${choice}`}
            onClick={() => {
              setTyped('')
              onChange(choice)
            }}
          >
            <bdi>{sayPercent(t, choice)}</bdi>
          </button>
        ))}
        <Field
          label={t('swap.slippage.own')}
          placeholder="%"
          value={typed}
          inputMode="decimal"
          focusKey="slippage:own"
          error={isWrong ? t('swap.slippage.wrong', { most: sayPercent(t, MOST_SLIPPAGE) }) : undefined}
          onChange={(text) => {
            setTyped(text)
            const wanted = readPercent(text)
            if (wanted !== undefined && wanted > 0 && wanted <= MOST_SLIPPAGE) onChange(wanted)
          }}
        />
      </div>
      {percent > HIGH_SLIPPAGE ? (
        <Notice kind="warn">
          <p>{t('swap.slippage.high')}</p>
        </Notice>
      ) : null}
    </Disclosure>
  )
}
export declare namespace Slippage {
  type Props = {
    readonly percent: number
    readonly onChange: (percent: number) => void
  }
}

/** A percentage with at most two digits after the point. */
function readPercent(text: string): number | undefined {
  const plain = toPlainDigits(text)
    .trim()
    .replace(/[%％٪]/, '')
    .replace(',', '.')
    .trim()
  return /^\d{1,3}(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined
}
