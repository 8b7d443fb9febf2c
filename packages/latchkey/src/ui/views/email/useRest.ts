import { useEffect, useState } from 'react'
import { loginOf } from '../../../core/ways/embedded/loginStore.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'

/** Whole seconds until a mail may be asked for again; 0 once it may. */
export function useRest(): number {
  const { clock } = useInstance().services
  const nextAt = useLatchkeyState(loginOf, (login) => login.nextAt) ?? 0
  const read = (): number => Math.max(0, Math.ceil((nextAt - clock.now()) / 1_000))
  const [, setTick] = useState(0)
  const left = read()
  useEffect(() => {
    if (left === 0) return
    return clock.after(nextAt - clock.now() - (left - 1) * 1_000, () => setTick((tick) => tick + 1))
  }, [clock, left, nextAt])
  return left
}
