import { sendWords } from '../../text/rooms/sendWords.ts'
import { swapWords } from '../../text/rooms/swapWords.ts'

/** The words of swaps, and those that they share with sending. */
export const SWAP_WORDS = { ...sendWords, ...swapWords }
