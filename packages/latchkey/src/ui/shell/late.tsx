import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { runLater } from '../../core/lazy.ts'
import { useInstance, useLoadWords } from '../hooks.ts'

/**
 * A part whose code, and all the words with it, come when it is first drawn. Where they do not come, the placeholder stays, without a
 * network until there is one: what such a part says must stand elsewhere too.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): ComponentType<Props> {
  /** Once it is there, with the words of a modal, it is drawn with the view around it: whoever comes back finds the focus in it. */
  let held: { readonly loadWords: unknown; readonly Part: ComponentType<Props> } | undefined
  return (props) => {
    const instance = useInstance()
    const loadWords = useLoadWords()
    const [Part, setPart] = useState(() => (held?.loadWords === loadWords ? held.Part : undefined))
    useEffect(() => {
      runLater(
        instance,
        () => Promise.all([load(), loadWords()]),
        ([part]) => {
          held = { loadWords, Part: part }
          setPart(() => part)
        },
      )
    }, [instance, loadWords])
    return Part === undefined ? placeholder : <Part {...props} />
  }
}
