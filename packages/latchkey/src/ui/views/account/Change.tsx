import { useText } from '../../hooks.ts'
import { HiddenText } from '../../parts/HiddenText.tsx'

/** What a price has gained or lost in a day, by its sign and its colour, and in words for those who see neither. */
export function Change({ part, isAlone = false }: Change.Props) {
  const t = useText()
  const format = new Intl.NumberFormat(t.region, {
    numberingSystem: 'latn',
    style: 'percent',
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  })
  const change = format.format(part)
  const trend = /[1-9]/.test(change) ? (part > 0 ? ' up' : ' down') : ''
  return (
    <>
      <bdi dir="ltr" className={`change${trend}`} aria-hidden={isAlone ? undefined : true}>
        {change}
      </bdi>
      {isAlone ? null : <HiddenText>{`, ${t('tokens.change', { change })}`}</HiddenText>}
    </>
  )
}
export declare namespace Change {
  type Props = {
    readonly part: number
    /** It stands beside a label that says what it is. */
    readonly isAlone?: boolean | undefined
  }
}
