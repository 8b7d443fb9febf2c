import type { ReactNode } from 'react'
import type { FailureKind } from '../../core/errors/failureCodes.ts'
import { useText } from '../hooks.ts'
import { IconButton } from '../parts/IconButton.tsx'
import { Notice } from '../parts/Notice.tsx'
import { useStyles } from '../parts/useStyles.ts'
import styles from './viewNotice.css?inline'

/** A failure, hint or notice at the top of a view that goes on without it: one sentence and at most one button. */
export function ViewNotice({ code, kind, title, sentence, onDismiss, children }: ViewNotice.Props) {
  useStyles(styles)
  const t = useText()
  return (
    <div className={onDismiss === undefined ? 'told' : 'told leaves'} data-failure={code}>
      <Notice kind={kind === 'failure' ? 'warn' : 'info'}>
        {/* A new element for every message: a role that changes on an old one is not read out. */}
        <div key={code} role={kind === 'failure' ? 'alert' : 'status'}>
          <strong>{title}</strong> {sentence ? <span>{sentence}</span> : null}
        </div>
      </Notice>
      {onDismiss === undefined ? null : (
        <IconButton icon="close" inline label={t('shell.dismiss')} focusKey="dismiss" onPress={onDismiss} />
      )}
      {children}
    </div>
  )
}
export declare namespace ViewNotice {
  type Props = {
    readonly code: string
    readonly kind: FailureKind
    readonly title: string
    readonly sentence?: string | undefined
    readonly onDismiss?: (() => void) | undefined
    /** The button. */
    readonly children?: ReactNode
  }
}
