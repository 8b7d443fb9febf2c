import { type ReactNode, useContext, useId } from 'react'
import { HiddenText } from './HiddenText.tsx'
import { Icon } from './Icon.tsx'
import { ListRoleContext } from './listRole.ts'
import { useSurroundings } from './surroundings.ts'

/**
 * Picture, title, one quiet line beneath, one thing at the end. With `onPress` it is a button (an option inside a
 * listbox), with `href` a link to a new tab, otherwise text. A row with a reason why not stays reachable and says the reason.
 */
export function Row(props: Row.Props) {
  const { picture, title, note, end, onPress, href, plain, disabledReason, isCurrent, focusKey, label } = props
  const { words } = useSurroundings()
  const isOption = useContext(ListRoleContext) === 'listbox'
  const reasonId = useId()
  const isOff = disabledReason !== undefined
  const className = `row${plain ? ' plain' : ''}${isOff ? ' off' : ''}${picture === undefined ? ' bare' : ''}`
  const content = (
    <>
      {picture}
      <span className="row-text">
        <span className="row-title">{title}</span>
        {note === undefined ? null : (
          <span className="row-note" id={note === disabledReason ? reasonId : undefined}>
            {note}
          </span>
        )}
      </span>
      {end === undefined ? null : <span className="row-end">{end}</span>}
      {isCurrent && end === undefined ? (
        <span className="row-end row-check">
          <Icon name="check" />
        </span>
      ) : null}
      {isOff && note !== disabledReason ? <HiddenText id={reasonId}>{disabledReason}</HiddenText> : null}
    </>
  )
  if (href !== undefined) {
    return (
      <a
        className={className}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={label === undefined ? undefined : `${label}, ${words.newTab}`}
        data-focus-key={focusKey}
        data-row=""
        onClick={onPress}
      >
        {content}
        {label === undefined ? <HiddenText>{`, ${words.newTab}`}</HiddenText> : null}
      </a>
    )
  }
  if (onPress === undefined) return <div className={className}>{content}</div>
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: aria-selected is there only together with the role option
    <button
      type="button"
      className={className}
      role={isOption ? 'option' : undefined}
      aria-selected={isOption ? isCurrent === true : undefined}
      aria-current={isCurrent && !isOption ? true : undefined}
      aria-disabled={isOff || undefined}
      aria-describedby={isOff ? reasonId : undefined}
      aria-label={label}
      data-focus-key={focusKey}
      data-row=""
      onClick={isOff ? undefined : onPress}
    >
      {content}
    </button>
  )
}
export declare namespace Row {
  type Props = {
    readonly picture?: ReactNode
    readonly title: ReactNode
    readonly note?: ReactNode
    readonly end?: ReactNode
    readonly onPress?: (() => void) | undefined
    /** Makes the row a link; `onPress` then runs beside the navigation. */
    readonly href?: string | undefined
    /** Filled rows are choices; plain ones are things that one owns or did. */
    readonly plain?: boolean | undefined
    readonly disabledReason?: string | undefined
    /** The one in use: a check at the end unless something else stands there. */
    readonly isCurrent?: boolean | undefined
    readonly focusKey?: string | undefined
    /** The whole name, where the parts read in order would not make one. */
    readonly label?: string | undefined
  }
}
