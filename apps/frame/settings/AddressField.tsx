import { useId } from 'react'
import { tidyEmail } from '../../../packages/latchkey/src/core/values/tidyEmail.ts'
import { isComposing } from '../../../packages/latchkey/src/ui/parts/isComposing.ts'

/** A field for an e-mail address. `onEnter` hears the Enter key once there may be one in it. */
export function AddressField({
  label,
  value,
  onChange,
  onEnter,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onEnter: () => void
}) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        dir="ltr"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Enter' && !isComposing(nativeEvent) && isAddress(value)) onEnter()
        }}
      />
    </>
  )
}

/** Whether a text can be an address: the server has the last word. */
export const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/u.test(tidyEmail(text))
