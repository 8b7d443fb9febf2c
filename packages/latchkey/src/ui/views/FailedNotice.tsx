import type { ReactNode } from 'react'
import { Notice } from '../parts/Notice.tsx'

/** Tells at once why the last try came to nothing: what happened in bold, and what that means behind it. */
export function FailedNotice({ failure, sentence, children }: FailedNotice.Props) {
  return (
    <div role="alert" data-failure={failure}>
      <Notice kind="warn">
        <p>
          <b>{sentence}</b> <span>{children}</span>
        </p>
      </Notice>
    </div>
  )
}
export declare namespace FailedNotice {
  type Props = {
    /** Code of the failure. */
    readonly failure: string
    readonly sentence: ReactNode
    readonly children?: ReactNode
  }
}
