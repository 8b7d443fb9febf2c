import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useLoadWords } from '../hooks.ts'

/**
 * A part whose code, and all the words with it, come when it is first drawn. Where they do not come, the placeholder stays:
 * what such a part says must stand elsewhere too.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): ComponentType<Props> {
  return (props) => {
    const loadWords = useLoadWords()
    const [Part, setPart] = useState<ComponentType<Props>>()
    useEffect(() => {
      Promise.all([load(), loadWords()]).then(
        ([part]) => setPart(() => part),
        () => {},
      )
    }, [loadWords])
    return Part === undefined ? placeholder : <Part {...props} />
  }
}
