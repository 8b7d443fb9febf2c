import { type ReactNode, useId } from 'react'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { isComposing } from '../../parts/isComposing.ts'
import { DOWN } from '../../parts/laterIcons.ts'
import { Picture } from '../../parts/Picture.tsx'

/** Signs of a number from which on it is set smaller, and smaller still. */
const LONG = 9
const LONGEST = 15

/** One side of a swap: how much, of which token, what it is worth and what there is of it. */
export function AmountBox(props: AmountBox.Props) {
  const { label, unit, value, onChange, onSubmit, token, unset, onToken, worth, end, error, isWaiting, side } = props
  const id = useId()
  const size = value.length > LONGEST ? 'longest' : value.length > LONG ? 'long' : undefined
  return (
    <div className={`swap-amount${error === undefined ? '' : ' wrong'}`} data-waits={isWaiting ? '' : undefined}>
      <label htmlFor={id}>
        <span>{label}</span>
        {unit === undefined ? null : <HiddenText>{`, ${unit}`}</HiddenText>}
      </label>
      <input
        id={id}
        type="text"
        dir="ltr"
        value={value}
        placeholder="0"
        inputMode="decimal"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={onChange === undefined}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        data-focus-key={`${side}:amount`}
        data-length={size}
        onChange={(event) => onChange?.(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event.nativeEvent)) onSubmit?.()
        }}
      />
      <button
        type="button"
        className={token ? 'swap-token' : 'swap-token unset'}
        data-focus-key={`${side}:token`}
        onClick={onToken}
      >
        <HiddenText>{`${label}: `}</HiddenText>
        {token ? <Picture src={token.iconUrl} name={token.symbol} size="small" round /> : null}
        <bdi>{token?.symbol ?? unset}</bdi>
        <Icon name={DOWN} small />
      </button>
      <span className="swap-under">{worth === undefined ? null : <bdi dir="ltr">{worth}</bdi>}</span>
      <span className="swap-under end">{end}</span>
      {error === undefined ? null : <HiddenText id={`${id}-error`}>{error}</HiddenText>}
    </div>
  )
}
export declare namespace AmountBox {
  type Props = {
    readonly side: 'from' | 'to'
    readonly label: string
    /** Symbol of what the amount is counted in. */
    readonly unit: string | undefined
    readonly value: string
    /** Absent: it is computed, and cannot be typed. */
    readonly onChange?: ((value: string) => void) | undefined
    readonly onSubmit?: (() => void) | undefined
    readonly token: { readonly symbol: string; readonly iconUrl: string | undefined } | undefined
    /** Says that no token is chosen. */
    readonly unset: string
    readonly onToken: () => void
    readonly worth: string | undefined
    /** What there is of it, and the way to all of it. */
    readonly end: ReactNode
    readonly error?: string | undefined
    /** A new amount is on its way; the one that stands here is from before. */
    readonly isWaiting?: boolean | undefined
  }
}
