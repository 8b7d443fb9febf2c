import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { AppLink } from '../parts/AppLink.tsx'
import { Button } from '../parts/Button.tsx'
import type { IconName } from '../parts/icons.ts'
import { Ring } from '../parts/Ring.tsx'
import { toHeadline } from './toHeadline.ts'

/** A step that a person decides in a wallet: a ring, one sentence, one button or link, and one quiet way out. */
export function AttemptScreen({
  picture,
  round,
  phase,
  code,
  badge,
  title,
  sentence,
  below,
  button,
  beside,
  wayOut,
}: AttemptScreen.Props) {
  const screen = useRef<HTMLDivElement>(null)
  const hasFailed = phase === 'failed'

  // The button takes the focus only from the title or from inside the view, never from a control in use
  // (docs/failures.md, rule 1).
  useEffect(() => {
    if (!hasFailed) return
    // A control that this screen has just replaced gives its focus to the title first.
    queueMicrotask(() => {
      const root = screen.current?.getRootNode()
      if (!(root instanceof ShadowRoot)) return
      const focused = root.activeElement
      if (focused === null || (focused.matches('button, a, input') && !screen.current?.contains(focused))) return
      screen.current?.querySelector<HTMLElement>('[data-focus-key="remedy"]')?.focus()
    })
  }, [hasFailed])

  // A success stands where the wait stood, at its height: nothing moves in the moment that one looks at it.
  const height = useRef(0)
  useLayoutEffect(() => {
    const element = screen.current
    if (!element) return
    if (phase !== 'done') height.current = element.offsetHeight
    element.style.minBlockSize = phase === 'done' ? `${height.current}px` : ''
  })

  return (
    <div className="attempt" ref={screen} data-failure={code} data-phase={phase}>
      <div className="centre">
        <Ring state={RING[phase]} badge={badge} round={round}>
          {picture}
        </Ring>
        {/* A new element for every message: a role that changes on an old one is not read out. */}
        <div key={code ?? phase} role={hasFailed ? 'alert' : 'status'}>
          <p className="title">{toHeadline(title)}</p>
          {sentence === undefined ? null : <p className="sentence">{sentence}</p>}
        </div>
      </div>
      {below}
      {button === undefined ? null : button.link === undefined ? (
        <Button kind="main" wide focusKey="remedy" busy={button.isBusy} onPress={button.onPress}>
          {button.label}
        </Button>
      ) : (
        <AppLink href={button.link.href} target={button.link.target} focusKey="remedy" onPress={button.onPress}>
          {button.label}
        </AppLink>
      )}
      {beside}
      {wayOut === undefined ? null : (
        <Button kind="quiet" wide focusKey="wayOut" onPress={wayOut.onPress}>
          {wayOut.label}
        </Button>
      )}
    </div>
  )
}
export declare namespace AttemptScreen {
  /** `ready` waits for the visitor, not for the wallet: the picture stands without a ring. */
  type Phase = 'ready' | 'waiting' | 'hint' | 'failed' | 'done'
  type Press = {
    readonly label: string
    readonly onPress: () => void
    readonly isBusy?: boolean | undefined
    /** Makes the button a link to an app; `onPress` then runs beside the navigation. */
    readonly link?: Pick<AppLink.Props, 'href' | 'target'> | undefined
  }
  type Props = {
    readonly picture: ReactNode
    /** Whether the picture is round, as those of networks are. */
    readonly round?: boolean | undefined
    readonly phase: Phase
    /** Failure or hint on screen. */
    readonly code?: string | undefined
    readonly badge?: IconName | undefined
    readonly title: string
    readonly sentence?: string | undefined
    /** Between the sentence and the button. */
    readonly below?: ReactNode
    /** Between the button and the way out. */
    readonly beside?: ReactNode
    readonly button?: Press | undefined
    readonly wayOut?: Press | undefined
  }
}

const RING = { ready: 'still', waiting: 'turning', hint: 'warn', failed: 'bad', done: 'good' } as const
