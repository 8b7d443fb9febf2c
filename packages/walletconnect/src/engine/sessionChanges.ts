import { sessionEvent } from './methods/sessionEvent.ts'
import { sessionExtend } from './methods/sessionExtend.ts'
import { sessionUpdate } from './methods/sessionUpdate.ts'

/** What a wallet tells of a session that stands. Loaded with the first of it. */
export const sessionChanges = { sessionEvent, sessionExtend, sessionUpdate }
