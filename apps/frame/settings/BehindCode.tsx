import { type ReactNode, useState } from 'react'
import type { KeyTasks, StepUpReason } from '../worker/keyTasks.ts'
import { CodeScreen } from './CodeScreen.tsx'

/** A screen that stands behind a fresh code. */
export function BehindCode({
  keys,
  email,
  reason,
  isProven = false,
  onProven,
  onLeave,
  children,
}: {
  readonly keys: Pick<KeyTasks, 'startStepUp' | 'finishStepUp'>
  readonly email: string
  readonly reason: StepUpReason
  /** One was typed for this just now. */
  readonly isProven?: boolean | undefined
  readonly onProven?: (() => void) | undefined
  readonly onLeave: () => void
  readonly children: ReactNode
}) {
  const [isIn, setIn] = useState(isProven)
  if (isIn) return children
  const enter = () => {
    setIn(true)
    onProven?.()
  }
  return <CodeScreen keys={keys} reason={reason} email={email} onDone={enter} onLeave={onLeave} />
}
