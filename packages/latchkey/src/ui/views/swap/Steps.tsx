import type { ReactNode } from 'react'
import { Icon } from '../../parts/Icon.tsx'
import { Spinner } from '../../parts/Spinner.tsx'

/** What is asked one after the other, each in words and with how far it is. */
export function Steps({ steps }: { readonly steps: readonly Steps.Step[] }) {
  return (
    <ol className="swap-steps">
      {steps.map(({ key, state, title, note }, index) => (
        <li
          key={key}
          className="swap-step"
          data-step={state}
          aria-current={state === 'now' || state === 'busy' ? 'step' : undefined}
        >
          <span className="swap-mark" aria-hidden="true">
            {state === 'busy' ? <Spinner /> : null}
            {state === 'done' ? <Icon name="check" /> : null}
            {state === 'failed' ? <Icon name="close" /> : null}
            {state === 'now' || state === 'later' ? <span>{index + 1}</span> : null}
          </span>
          <span>
            <b>{title}</b>
            {note === undefined ? null : <small>{note}</small>}
          </span>
        </li>
      ))}
    </ol>
  )
}
export declare namespace Steps {
  type Step = {
    readonly key: string
    /** `now`: it is asked next; `busy`: the wallet or the network has it. */
    readonly state: 'later' | 'now' | 'busy' | 'done' | 'failed'
    readonly title: ReactNode
    readonly note?: ReactNode
  }
}
