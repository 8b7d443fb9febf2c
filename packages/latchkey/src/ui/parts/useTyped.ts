import { type ChangeEvent, useState } from 'react'

/**
 * What a field gets that keeps something else than what was typed in it, such as plain digits or lower case. While an input method
 * composes, the field has the text as it was typed: written over, the input method would put all of it in once more.
 */
export function useTyped({ value, read, onChange }: useTyped.Parameters): useTyped.Result {
  const [composed, setComposed] = useState<string>()
  return {
    // Emptied or filled in by others meanwhile, it is theirs.
    value: composed !== undefined && read(composed) === value ? composed : value,
    onChange: ({ target, nativeEvent }) => {
      setComposed((nativeEvent as InputEvent).isComposing ? target.value : undefined)
      onChange(read(target.value))
    },
    onCompositionEnd: () => setComposed(undefined),
  }
}
export declare namespace useTyped {
  type Parameters = {
    /** What was kept. */
    readonly value: string
    /** What is kept of a text in the field; the same for the same text. */
    readonly read: (typed: string) => string
    readonly onChange: (value: string) => void
  }
  type Result = {
    readonly value: string
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
    readonly onCompositionEnd: () => void
  }
}
