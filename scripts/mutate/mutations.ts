import { APPROVAL_MUTATIONS } from './approvalMutations.ts'
import { CUSTODY_MUTATIONS } from './custodyMutations.ts'
import { FRAME_MUTATIONS } from './frameMutations.ts'

/** All of them, in the order of the requirements' chapters. */
export const MUTATIONS = [...CUSTODY_MUTATIONS, ...FRAME_MUTATIONS, ...APPROVAL_MUTATIONS]
