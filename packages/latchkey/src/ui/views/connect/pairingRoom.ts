import { BrowsePanel } from './BrowsePanel.tsx'
import { LinkPanel } from './LinkPanel.tsx'
import { PairingDone } from './PairingDone.tsx'
import { PairingFailure } from './PairingFailure.tsx'

/** What stands in the place of a code: most who scan one from another screen see none of it but the last moment. */
export const PAIRING_ROOM = { BrowsePanel, LinkPanel, PairingDone, PairingFailure }
