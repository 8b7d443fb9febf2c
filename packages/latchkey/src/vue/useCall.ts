import { onScopeDispose, type Ref, readonly, ref, type ShallowRef, shallowReadonly, shallowRef } from 'vue'

/** How the newest of several calls stands. */
export type Call<Answer> = {
  readonly isPending: Readonly<Ref<boolean>>
  /** The error of the newest call, with its code; undefined while it runs and after success. */
  readonly error: Readonly<ShallowRef<unknown>>
  readonly result: Readonly<ShallowRef<Answer | undefined>>
}

/** Follows calls of one function: the newest decides, and one that is answered after the scope has ended is not told. */
export function useCall<Parameters extends readonly unknown[], Answer>(
  run: (...parameters: Parameters) => Promise<Answer>,
): readonly [call: (...parameters: Parameters) => Promise<Answer>, state: Call<Answer>] {
  const isPending = ref(false)
  const error = shallowRef<unknown>()
  const result = shallowRef<Answer>()
  let newest = 0
  onScopeDispose(() => {
    newest += 1
  })
  const call = async (...parameters: Parameters): Promise<Answer> => {
    newest += 1
    const mine = newest
    const tell = (pending: boolean, failure: unknown, answer: Answer | undefined): void => {
      if (mine !== newest) return
      isPending.value = pending
      error.value = failure
      result.value = answer
    }
    tell(true, undefined, undefined)
    try {
      const answer = await run(...parameters)
      tell(false, undefined, answer)
      return answer
    } catch (failure) {
      tell(false, failure, undefined)
      throw failure
    }
  }
  const state = { isPending: readonly(isPending), error: shallowReadonly(error), result: shallowReadonly(result) }
  return [call, state]
}
