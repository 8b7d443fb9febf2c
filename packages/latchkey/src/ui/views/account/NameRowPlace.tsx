import { useState } from 'react'
import { registrationOf } from '../../../core/features/names/registration.ts'
import { isOfZone } from '../../../core/features/names/registrationRules.ts'
import { namesOf } from '../../../core/features/names/state.ts'
import { useLatchkeyState } from '../../hooks.ts'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { late } from '../../shell/late.tsx'
import { useMayRegister } from '../names/useMayRegister.ts'

const LateNameRow = late(
  async () => (await import('../names/accountNames.ts')).accountNames.NameRow,
  <Skeleton kind="row" />,
)

/** The way to a name, unless it is known that there is none. What the view began with stays, so that nothing beneath it moves. */
export function NameRowPlace() {
  const mayRegister = useMayRegister()
  const zones = useLatchkeyState(registrationOf, (state) => state.zones)
  const name = useLatchkeyState(namesOf, (names) => names.name)
  const isNone = zones?.status === 'done' && (zones.list.length === 0 || isOfZone(name, zones.list))
  const [isKept] = useState(mayRegister && !isNone)
  return isKept ? <LateNameRow /> : null
}
