import { useInstance } from '../../hooks.ts'
import { LegalGate } from '../legal/LegalGate.tsx'
import { useViewData } from '../useViewData.ts'
import { BrowsePanel } from './BrowsePanel.tsx'
import { ExternalWait } from './ExternalWait.tsx'
import { leave } from './leave.ts'
import { useBrowseLink } from './useBrowseLink.ts'

/** Connects a browser wallet, once the legal checkbox is ticked where the site asks for it. */
export function ConnectingExternal() {
  const instance = useInstance()
  const data = useViewData('ConnectingExternal')
  const link = useBrowseLink(data.wallet)
  return (
    <LegalGate>
      {link === undefined ? (
        <ExternalWait {...data} />
      ) : (
        <BrowsePanel wallet={data.wallet} link={link} otherWays={() => leave(instance)} />
      )}
    </LegalGate>
  )
}
