import { LegalSentence } from './LegalSentence.tsx'
import { LegalTick } from './LegalTick.tsx'
import type { LegalRoom } from './legal.ts'

/** What speaks of terms and a policy, for sites that have them. */
export const LEGAL_ROOM: LegalRoom = { LegalSentence, LegalTick }
