import { pushView } from '../../core/flow/pushView.ts'
import { getRoute } from '../../core/flow/router.ts'
import { useInstance, useLatchkeyState } from '../hooks.ts'
import { Button } from '../parts/Button.tsx'

/** The way to a developer's panel, in debug mode only. Like the console it speaks English. */
export function DiagnosisSlot() {
  const instance = useInstance()
  const isThere = useLatchkeyState('router', (state) => getRoute(state).view === 'Diagnostics')
  if (isThere) return null
  return (
    <Button
      kind="quiet"
      small
      focusKey="diagnosis"
      onPress={() => pushView(instance, { view: 'Diagnostics' }, 'diagnosis')}
    >
      Diagnosis
    </Button>
  )
}
