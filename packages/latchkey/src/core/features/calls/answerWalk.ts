import type { Instance } from '../../types/latchkey.ts'
import { callsOf } from './state.ts'

/** The visitor's word on asking for calls one by one. */
export function answerWalk(instance: Instance, answer: 'start' | 'reject'): void {
  callsOf(instance).set((state) => ({ ...state, answer }))
}
