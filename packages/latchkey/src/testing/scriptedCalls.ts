import type { Answer } from './drill.ts'
import { WalletError } from './walletEngine.ts'

/** A call that a page made, in order. */
export type LoggedCall = { readonly method: string; readonly params: readonly unknown[] }

/** The calls that a page makes of a scripted wallet, and how they are answered: by its script, else really. */
export type ScriptedCalls = {
  /** Every call so far, in order. */
  readonly log: readonly LoggedCall[]
  /** Notes a call and answers it. */
  play(method: string, params: readonly unknown[], act: () => Promise<unknown>): Promise<unknown>
  /** Puts further answers at the end of a method's script. */
  answer(method: string, ...answers: readonly Answer[]): void
  /** Answers every call of a method, or of all (`*`), in one way; with undefined, really again. */
  answerAlways(method: string, answer: Answer | undefined): void
}

/** Makes the calls of one wallet with the script it starts with. */
export function createScriptedCalls(script: Readonly<Record<string, readonly Answer[]>> = {}): ScriptedCalls {
  const log: LoggedCall[] = []
  const queues = new Map(Object.entries(script).map(([method, answers]) => [method, [...answers]]))
  const always = new Map<string, Answer>()
  return {
    log,
    async play(method, params, act) {
      log.push({ method, params })
      const answer = queues.get(method)?.shift() ?? always.get(method) ?? always.get('*')
      switch (answer?.kind) {
        case undefined:
          return act()
        case 'ok':
          return answer.value
        case 'no':
          throw new WalletError(answer.code, answer.text, answer.data)
        case 'throw':
          throw answer.error
        case 'late':
          await new Promise((resolve) => setTimeout(resolve, answer.delayMs))
          return answer.value
        case 'hang':
          return new Promise(() => {})
      }
    },
    answer(method, ...answers) {
      queues.set(method, [...(queues.get(method) ?? []), ...answers])
    },
    answerAlways(method, answer) {
      if (answer) always.set(method, answer)
      else always.delete(method)
    },
  }
}
