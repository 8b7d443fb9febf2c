import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../parts/Button.tsx'
import type { IconName } from '../parts/icons.ts'
import { Ring } from '../parts/Ring.tsx'

/** A step that a person decides in a wallet: a ring, one sentence, one button and one quiet way out. */
export function AttemptScreen({
  picture,
  phase,
  code,
  badge,
  title,
  sentence,
  below,
  button,
  wayOut,
}: AttemptScreen.Props) {
  const screen = useRef<HTMLDivElement>(null)
  const hasFailed = phase === 'failed'

  // The button takes the focus only from the title or from inside the view, never from a control in use. Source: failures, rule 1.
  useEffect(() => {
    const root = screen.current?.getRootNode()
    if (!hasFailed || !(root instanceof ShadowRoot)) return
    const inUse = root.activeElement
    if (inUse === null || (inUse.matches('button, a, input') && !screen.current?.contains(inUse))) return
    screen.current?.querySelector<HTMLElement>('[data-focus-key="remedy"]')?.focus()
  }, [hasFailed])

  return (
    <div className="attempt" ref={screen} data-failure={code} data-phase={phase}>
      <div className="centre">
        <Ring state={RING[phase]} badge={badge}>
          {picture}
        </Ring>
        {/* A new element for every message: a role that changes on an old one is not read out. */}
        <div key={code ?? phase} role={hasFailed ? 'alert' : 'status'}>
          <p className="title">{toHeadline(title)}</p>
          {sentence === undefined ? null : <p className="sentence">{sentence}</p>}
        </div>
      </div>
      {below}
      {button === undefined ? null : (
        <Button kind="main" wide focusKey="remedy" busy={button.isBusy} onPress={button.onPress}>
          {button.label}
        </Button>
      )}
      {wayOut === undefined ? null : (
        <Button kind="quiet" wide focusKey="wayOut" onPress={wayOut.onPress}>
          {wayOut.label}
        </Button>
      )}
    </div>
  )
}
export declare namespace AttemptScreen {
  type Phase = 'waiting' | 'hint' | 'failed' | 'done'
  type Press = { readonly label: string; readonly onPress: () => void; readonly isBusy?: boolean | undefined }
  type Props = {
    readonly picture: ReactNode
    readonly phase: Phase
    /** Failure or hint on screen. */
    readonly code?: string | undefined
    readonly badge?: IconName | undefined
    readonly title: string
    readonly sentence?: string | undefined
    /** Between the sentence and the button. */
    readonly below?: ReactNode
    readonly button?: Press | undefined
    readonly wayOut?: Press | undefined
  }
}

/** A sentence as the large line: headlines have no full stop. */
function toHeadline(sentence: string): string {
  return sentence.replace(/\.$/, '')
}

const RING = { waiting: 'turning', hint: 'warn', failed: 'bad', done: 'good' } as const
