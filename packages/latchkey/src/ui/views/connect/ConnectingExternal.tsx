import { LegalGate } from '../LegalGate.tsx'
import { useViewData } from '../useViewData.ts'
import { ExternalWait } from './ExternalWait.tsx'

/** Connects a browser wallet, once the legal checkbox is ticked where the site asks for it. Source: views, A5. */
export function ConnectingExternal() {
  return (
    <LegalGate>
      <ExternalWait {...useViewData('ConnectingExternal')} />
    </LegalGate>
  )
}
