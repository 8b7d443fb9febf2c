import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './field.css?inline'
import { HiddenText } from './HiddenText.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import type { IconName } from './icons.ts'
import { isComposing } from './isComposing.ts'
import { Spinner } from './Spinner.tsx'
import { useSurroundings } from './surroundings.ts'
import { useStyles } from './useStyles.ts'

/** One line to type in, with a real label, a button that clears it, and its error beneath. */
export function Field(props: Field.Props) {
  useStyles(styles)
  const { label, icon, value, onChange, onSubmit, placeholder, error, focusKey, end, isBusy, inputMode } = props
  const { words } = useSurroundings()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // The first Escape empties a search; the next one is the dialog's, which hears keys before React does.
  useEffect(() => {
    const element = input.current
    const clear = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || isComposing(event) || element?.value === '') return
      event.preventDefault()
      event.stopPropagation()
      onChange('')
    }
    element?.addEventListener('keydown', clear)
    return () => element?.removeEventListener('keydown', clear)
  }, [onChange])
  return (
    <div className="field-group">
      <div className={`field${error === undefined ? '' : ' wrong'}`}>
        {isBusy ? <Spinner /> : icon ? <Icon name={icon} /> : null}
        <label htmlFor={id}>
          <HiddenText>{label}</HiddenText>
        </label>
        <input
          ref={input}
          id={id}
          type="text"
          value={value}
          placeholder={placeholder ?? label}
          inputMode={inputMode}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint={icon === 'search' ? 'search' : undefined}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          data-focus-key={focusKey}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event.nativeEvent)) onSubmit?.(value)
          }}
        />
        {value === '' ? (
          end
        ) : (
          <IconButton
            icon="close"
            label={words.clear}
            inline
            onPress={() => {
              onChange('')
              input.current?.focus()
            }}
          />
        )}
      </div>
      {error === undefined ? null : (
        <p className="field-note bad" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
export declare namespace Field {
  type Props = {
    readonly label: string
    readonly icon?: IconName | undefined
    readonly value: string
    readonly onChange: (value: string) => void
    /** Called on Enter, outside input-method composition. */
    readonly onSubmit?: ((value: string) => void) | undefined
    readonly placeholder?: string | undefined
    readonly error?: string | undefined
    /** Stands at the end while there is nothing to clear. */
    readonly end?: ReactNode
    readonly focusKey?: string | undefined
    /** Keys of a phone: digits and a point for amounts. */
    readonly inputMode?: 'decimal' | undefined
    /** What was typed is being looked for: an arc turns in the place of the icon. */
    readonly isBusy?: boolean | undefined
  }
}
