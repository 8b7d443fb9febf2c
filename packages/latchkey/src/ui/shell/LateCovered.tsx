import { type ComponentType, useEffect, useState } from 'react'
import { useLoadWords } from '../hooks.ts'
import type { CoveredTold } from './CoveredTold.tsx'

/** What is said of something that covers the modal; its code and words come only then. */
export function LateCovered(props: CoveredTold.Props) {
  const loadWords = useLoadWords()
  const [Told, setTold] = useState<ComponentType<CoveredTold.Props>>()
  useEffect(() => {
    Promise.all([import('./CoveredTold.tsx'), loadWords()]).then(
      ([code]) => setTold(() => code.CoveredTold),
      () => {},
    )
  }, [loadWords])
  return Told === undefined ? null : <Told {...props} />
}
