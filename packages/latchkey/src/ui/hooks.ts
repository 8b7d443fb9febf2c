import { type ComponentType, createContext, useContext, useRef, useSyncExternalStore } from 'react'
import type { StoreOf } from '../core/kernel/defineStore.ts'
import type { Stores } from '../core/kernel/instance.ts'
import type { Store } from '../core/store.ts'
import type { Instance } from '../core/types/latchkey.ts'
import type { ViewName } from '../core/types/views.ts'
import type { Translate } from './text.ts'
import type { LegalRoom } from './views/legal/legal.ts'

/** Says a text to screen readers: `polite` waits its turn, `assertive` interrupts. */
export type Announce = (text: string, tone: 'polite' | 'assertive') => void

/** What every view of one modal can reach. */
export type ModalSurroundings = {
  readonly instance: Instance
  readonly t: Translate
  readonly announce: Announce
  /** Views, and parts by what loads them, whose code was loaded since the modal was mounted. */
  readonly loadedViews: Map<ViewName | (() => Promise<ComponentType>), ComponentType>
  /** Loads the words that the first opening does without. Rejects when they cannot be fetched. */
  readonly loadWords: () => Promise<void>
  /** What speaks of the site's terms and policy, where it had them as the modal was mounted. */
  readonly legal: LegalRoom | undefined
  /** Loads the code of the view that probably comes next, so that whoever goes there sees it at once. */
  readonly preload: (view: ViewName) => void
}

/** Carries the surroundings to the views of one modal. */
export const ModalContext = createContext<ModalSurroundings | undefined>(undefined)

function useModal(): ModalSurroundings {
  const surroundings = useContext(ModalContext)
  if (!surroundings) throw new Error('A view was rendered outside the modal')
  return surroundings
}

/** The instance that the modal belongs to, to hand to actions. */
export function useInstance(): Instance {
  return useModal().instance
}

/** The words: `t('key', { placeholder })`. */
export function useText(): Translate {
  return useModal().t
}

/** Says texts through the two live regions of the shell; views have none of their own. */
export function useAnnounce(): Announce {
  return useModal().announce
}

type StateOf<Name extends keyof Stores> = Stores[Name] extends Store<infer State> ? State : never

/** Views, and parts by what loads them, whose code was loaded since the modal was mounted. */
export function useLoadedViews(): ModalSurroundings['loadedViews'] {
  return useModal().loadedViews
}

/** Loads the words that the first opening does without; views that are loaded later wait for them. */
export function useLoadWords(): () => Promise<void> {
  return useModal().loadWords
}

/** Loads the code of a view ahead. */
export function usePreload(): (view: ViewName) => void {
  return useModal().preload
}

/** A part of one store, by its name or by what the room of a feature declares, drawn again when it changes. A selector may make a new object: it runs once for each state. */
export function useLatchkeyState<Name extends keyof Stores, Selected>(
  name: Name,
  selector: (state: StateOf<Name>) => Selected,
): Selected
export function useLatchkeyState<State, Selected>(
  storeOf: StoreOf<State>,
  selector: (state: State) => Selected,
): Selected
export function useLatchkeyState<State, Selected>(
  wanted: keyof Stores | StoreOf<State>,
  selector: (state: State) => Selected,
): Selected {
  const instance = useInstance()
  const store = typeof wanted === 'string' ? (instance.stores[wanted] as unknown as Store<State>) : wanted(instance)
  const last = useRef<{ state: State; selector: unknown; selected: Selected }>(undefined)
  const read = (): Selected => {
    const state = store.get()
    if (last.current?.state === state && last.current.selector === selector) return last.current.selected
    const selected = selector(state)
    last.current = { state, selector, selected }
    return selected
  }
  return useSyncExternalStore(store.watch, read, read)
}
