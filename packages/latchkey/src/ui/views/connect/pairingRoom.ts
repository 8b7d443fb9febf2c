import { BrowseFirst } from './BrowseFirst.tsx'
import { LinkPanel } from './LinkPanel.tsx'
import { PairingDone } from './PairingDone.tsx'
import { PairingFailure } from './PairingFailure.tsx'
import { toPairingMessage } from './usePairingMessage.ts'

/** What stands in the place of a code, and what is said of one that is not well: most who scan one see none of it but the last moment. */
export const PAIRING_ROOM = { BrowseFirst, LinkPanel, PairingDone, PairingFailure, toPairingMessage }
