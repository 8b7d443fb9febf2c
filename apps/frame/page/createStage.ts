/** Where screens of the frame are drawn: one at a time, in the order in which they are asked for (SEC-44). */
import type { ReactNode } from 'react'
import type { Stage } from '../approve/types.ts'
import type { ServedPort } from '../channel/serveCalls.ts'

export const createStage = ({
  tell,
  draw,
}: {
  readonly tell: ServedPort['tell']
  /** Draws a screen in place of the former one; undefined: nothing. */
  readonly draw: (screen: ReactNode | undefined) => void
}): Stage => {
  let last: Promise<unknown> = Promise.resolve()
  /** Ends the screen that stands and gives way. */
  let giveWay: (() => void) | undefined

  const run: Stage['show'] = (screen, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const { reason, minWidth, minHeight } = screen
      const close = (outcome: 'done' | 'refused' | 'failed') => {
        signal.removeEventListener('abort', onAbort)
        giveWay = undefined
        draw(undefined)
        tell('UI_DONE', { reason, outcome })
      }
      const onAbort = () => {
        isOver = true
        close('refused')
        reject(signal.reason)
      }
      let isOver = false
      if (screen.givesWay) {
        giveWay = () => {
          if (isOver || signal.aborted) return
          isOver = true
          close('refused')
          reject(new DOMException('Another screen was asked for', 'AbortError'))
        }
      }
      signal.addEventListener('abort', onAbort)
      tell('UI_REQUEST', { reason, minWidth, minHeight })
      draw(
        screen.draw((outcome) => {
          // What is pressed twice ends once.
          if (isOver || signal.aborted) return
          isOver = true
          close(screen.tell?.(outcome) ?? 'done')
          resolve(outcome)
        }),
      )
    })

  return {
    show: (screen, signal) => {
      giveWay?.()
      const turn = last.then(() => run(screen, signal))
      // The next one's turn comes whatever became of this one, which its own caller is told.
      last = turn.catch(() => {})
      return turn
    },
  }
}
