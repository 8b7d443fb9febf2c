import { useId } from 'react'

/** Six digits out of a mail. What is wrong with them is said below. */
export function CodeField({
  label,
  value,
  failure,
  onChange,
  onEnter,
}: {
  readonly label: string
  readonly value: string
  readonly failure: string
  readonly onChange: (digits: string) => void
  readonly onEnter: () => void
}) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="code"
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={value}
        aria-invalid={failure !== ''}
        aria-describedby={`${id}-failure`}
        // Mails write it in two groups: what is pasted has a space in it.
        onChange={(event) => onChange(event.target.value.replace(/\D/gu, '').slice(0, 6))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && value.length === 6) onEnter()
        }}
      />
      <p className="field-note bad" id={`${id}-failure`} role="alert">
        {failure}
      </p>
    </>
  )
}
