import { useId } from 'react'
import { isWholeCode, readCode } from '../../../packages/latchkey/src/core/values/readCode.ts'
import { isComposing } from '../../../packages/latchkey/src/ui/parts/isComposing.ts'
import { useTyped } from '../../../packages/latchkey/src/ui/parts/useTyped.ts'

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
  const field = useTyped({ value, read: readCode, onChange })
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="code"
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...field}
        aria-invalid={failure !== ''}
        aria-describedby={`${id}-failure`}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Enter' && !isComposing(nativeEvent) && isWholeCode(value)) onEnter()
        }}
      />
      <p className="field-note bad" id={`${id}-failure`} role="alert">
        {failure}
      </p>
    </>
  )
}
