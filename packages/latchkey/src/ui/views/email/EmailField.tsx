import { type FocusEventHandler, type FormEvent, useId, useRef } from 'react'
import field from '../../parts/field.css?inline'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { IconButton } from '../../parts/IconButton.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import { StrokeIcon } from '../../parts/StrokeIcon.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { emailWords } from '../../text/rooms/emailWords.ts'
import { useRoomText } from '../../useRoomText.ts'

/** From so many characters on an address may be one. */
const LEAST = 4

/** One field for an address, with what is said of it; Enter sends it, and so does the arrow where there is no other button. */
export function EmailField({
  value,
  onChange,
  onSubmit,
  onFocus,
  isBusy,
  hasArrow,
  said,
  isUrgent,
  failure,
}: EmailField.Props) {
  useStyles(field)
  const t = useRoomText(emailWords)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form
      ref={form}
      className="field-group email"
      aria-label={t('email.label')}
      data-failure={failure}
      noValidate
      onSubmit={submit}
    >
      <div className={`field${said === undefined ? '' : ' wrong'}`}>
        {isBusy ? <Spinner /> : <StrokeIcon name="mail" />}
        <label htmlFor={id}>
          <HiddenText>{t('email.label')}</HiddenText>
        </label>
        <input
          id={id}
          type="text"
          name="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          enterKeyHint="go"
          maxLength={254}
          placeholder={t('email.label')}
          value={value}
          readOnly={isBusy}
          aria-invalid={said === undefined ? undefined : true}
          aria-describedby={said === undefined ? undefined : `${id}-said`}
          data-focus-key="email"
          onFocus={onFocus}
          onChange={(event) => onChange(event.target.value)}
        />
        {!hasArrow || value.trim().length < LEAST || isBusy ? null : (
          <IconButton
            icon="chevron"
            label={t('email.submit')}
            inline
            focusKey="email:go"
            onPress={() => form.current?.requestSubmit()}
          />
        )}
      </div>
      {said === undefined ? null : (
        <p className="field-note bad" id={`${id}-said`} role={isUrgent ? 'alert' : undefined}>
          {said}
        </p>
      )}
    </form>
  )
}
export declare namespace EmailField {
  type Props = {
    readonly value: string
    readonly onChange: (text: string) => void
    readonly onSubmit: () => void
    readonly onFocus?: FocusEventHandler<HTMLInputElement> | undefined
    readonly isBusy: boolean
    readonly hasArrow?: boolean | undefined
    /** What is wrong with it. */
    readonly said: string | undefined
    /** It is announced at once; what counts down is not. */
    readonly isUrgent: boolean
    /** Code of the failure. */
    readonly failure: string | undefined
  }
}
