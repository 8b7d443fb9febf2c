import { type ComponentType, useEffect, useState } from 'react'
import { useLoadWords } from '../hooks.ts'
import type { NoticeToast } from './NoticeToast.tsx'

/** A notice in the toast's place; its code and words come only where there is one. */
export function LateNotice(props: NoticeToast.Props) {
  const loadWords = useLoadWords()
  const [Told, setTold] = useState<ComponentType<NoticeToast.Props>>()
  useEffect(() => {
    Promise.all([import('./NoticeToast.tsx'), loadWords()]).then(
      ([code]) => setTold(() => code.NoticeToast),
      () => {},
    )
  }, [loadWords])
  return Told === undefined ? <span hidden data-loading="" /> : <Told {...props} />
}
