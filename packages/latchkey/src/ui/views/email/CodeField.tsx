import { useId } from 'react'
import { readCode } from '../../../core/values/readCode.ts'
import { useAnnounce } from '../../hooks.ts'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { useTyped } from '../../parts/useTyped.ts'
import { emailWords } from '../../text/rooms/emailWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import styles from './email.css?inline'

const PLACES = [0, 1, 2, 3, 4, 5] as const

/** Six digits: one real field, drawn as six boxes, so that pasting and the code that a phone offers fill it at once. */
export function CodeField({ value, onChange, isBusy, error }: CodeField.Props) {
  useStyles(styles)
  const t = useRoomText(emailWords)
  const announce = useAnnounce()
  const id = useId()
  const field = useTyped({
    value,
    read: readCode,
    onChange: (digits) => {
      if (digits.length > value.length) announce(t('email.code.place', { place: String(digits.length) }), 'polite')
      onChange(digits)
    },
  })
  return (
    <div className="code-group">
      <div className={`digits${error === undefined ? '' : ' wrong'}`} aria-busy={isBusy || undefined}>
        {PLACES.map((place) => (
          <span key={place} className={`digit${place === value.length ? ' here' : ''}`} aria-hidden="true">
            {value[place]}
          </span>
        ))}
        <label htmlFor={id}>
          <HiddenText>{t('email.code.label')}</HiddenText>
        </label>
        <input
          id={id}
          type="text"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          dir="ltr"
          {...field}
          readOnly={isBusy}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          data-focus-key="code"
        />
      </div>
      {error === undefined ? null : (
        <p className="field-note bad" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
export declare namespace CodeField {
  type Props = {
    readonly value: string
    readonly onChange: (digits: string) => void
    readonly isBusy: boolean
    readonly error?: string | undefined
  }
}
