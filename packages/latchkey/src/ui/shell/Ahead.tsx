import * as React from 'react'
import {
  type RefObject,
  useDeferredValue,
  useInsertionEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { getRoute } from '../../core/flow/router.ts'
import { getHome } from '../../core/flow/showHome.ts'
import type { Store } from '../../core/store.ts'
import type { Instance } from '../../core/types/latchkey.ts'
import { useInstance, useLatchkeyState } from '../hooks.ts'
import { layOutAhead } from './layOutAhead.ts'
import { getView } from './viewOf.ts'

/** Draws children without showing them: in small steps, and without their effects and references. React has it since 19.2. */
const Activity = Reflect.get(React, 'Activity') as
  | React.ComponentType<{ readonly mode: 'hidden' | 'visible'; readonly children: React.ReactNode }>
  | undefined

/**
 * Draws its children while the modal is open. While it is closed they are drawn already, off the page and without effects, where
 * what an opening would show is at hand: nothing is fetched, told or focusable, and a click has only the dialog left to show. Each
 * opening has children of its own, so nothing of the last one stays.
 */
export function Ahead({ host, children }: { readonly host: HTMLElement; readonly children: React.ReactNode }) {
  const instance = useInstance()
  const isWanted = useLatchkeyState('modal', (state) => state.open)
  // What a store tells within a press React draws before the task of the press ends, with every effect. Deferred, an opening has a task
  // of its own, and the effects that no frame waits for run after the frame. It is closed at once.
  const isOpen = useDeferredValue(isWanted) && isWanted
  const view = useLatchkeyState('router', (state) => getRoute(state).view)
  const isHome = useLatchkeyState('accounts', () => getHome(instance).view === 'Connect')
  const surroundings = listSurroundings(instance)
  const [opening, setOpening] = useState({ isOpen, count: 0, surroundings })

  const isOver = opening.isOpen && !isOpen
  // What is no store tells nobody that it has changed.
  const isStale = !opening.isOpen && surroundings.some((value, index) => value !== opening.surroundings[index])
  if (isOver || isStale) setOpening({ isOpen, count: opening.count + 1, surroundings })
  else if (opening.isOpen !== isOpen) setOpening({ ...opening, isOpen })

  // What has changed since it was drawn is in the first frame: what follows stores looks at them again with the last effects of an
  // opening, and these come before the frame where something is to be drawn once more.
  const drawnFrom = useRef<readonly unknown[]>([])
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => {
    if (isOpen && listStates(instance).some((state, index) => state !== drawnFrom.current[index])) drawAgain()
  }, [instance, isOpen])

  const isAtHand = view === 'Connect' && isHome && getView(view).Component !== undefined
  if (!isOpen && !(Activity && isAtHand)) return null
  return Activity ? (
    <Activity key={opening.count} mode={isOpen ? 'visible' : 'hidden'}>
      {children}
      <Drawn host={host} from={drawnFrom} />
    </Activity>
  ) : (
    children
  )
}

/** Stands beside what is drawn ahead: notes what it was drawn from, and has it laid out in a moment of rest. */
function Drawn({ host, from }: { readonly host: HTMLElement; readonly from: RefObject<readonly unknown[]> }) {
  const instance = useInstance()
  // Unlike other effects this one runs also where nothing is shown.
  useInsertionEffect(() => {
    from.current = listStates(instance)
    const { services, stores } = instance
    const { whenIdle } = services.browser
    const layOut = (part: 'frame' | 'whole'): void => {
      if (!stores.modal.get().open) layOutAhead(host, part)
    }
    let stop = whenIdle(() => {
      layOut('frame')
      stop = whenIdle(() => layOut('whole'))
    })
    return () => stop()
  }, [host, from, instance])
  return null
}

/** What views read as they are drawn and that is in no store: options that a site may change, adapters that it may add. */
function listSurroundings({ options, adapters }: Instance): readonly unknown[] {
  return [Object.keys(adapters).join(), ...Object.values(options)]
}

/** What views follow, but for what every opening writes. */
function listStates({ stores, live }: Instance): readonly unknown[] {
  const { modal, router, ...others } = stores
  const { namespace, legalAccepted } = modal.get()
  const rooms = [...live.stores.values()] as readonly Store<unknown>[]
  return [namespace, legalAccepted, ...[...Object.values(others), ...rooms].map((store) => store.get())]
}
