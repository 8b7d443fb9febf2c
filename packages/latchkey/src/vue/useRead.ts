import { type ComputedRef, computed, type Ref, watch } from 'vue'
import { useCall } from './useCall.ts'

/** Something that is read by itself, and how that stands. */
export type Read<Answer> = {
  readonly isPending: ComputedRef<boolean>
  readonly error: ComputedRef<unknown>
  readonly result: ComputedRef<Answer | undefined>
  /** Reads it again. Rejects with a coded error. */
  readonly refetch: () => Promise<Answer>
}

/** Reads something in a browser now and whenever `key` changes; nothing while that is undefined. What was read for another key is not shown. */
export function useRead<Answer>(key: Readonly<Ref<string | undefined>>, run: () => Promise<Answer>): Read<Answer> {
  const [call, state] = useCall(async (of: string | undefined) => ({ of, answer: await run() }))
  if (typeof window !== 'undefined') {
    watch(
      key,
      (of) => {
        // The error is in the state that the composable gives.
        if (of !== undefined) call(of).catch(() => undefined)
      },
      { immediate: true },
    )
  }
  const isStale = computed(() => state.result.value !== undefined && state.result.value.of !== key.value)
  return {
    isPending: computed(() => key.value !== undefined && (state.isPending.value || isStale.value)),
    error: computed(() => (key.value === undefined ? undefined : state.error.value)),
    result: computed(() => (key.value === undefined || isStale.value ? undefined : state.result.value?.answer)),
    refetch: async () => (await call(key.value)).answer,
  }
}
