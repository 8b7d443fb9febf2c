import { describe } from 'vitest'
import { testFlows } from './flows.ts'
import { testOurSeat } from './ourSeat.ts'
import { PAIRS } from './seats.ts'

describe(PAIRS.oldWallet.name, () => {
  testFlows(PAIRS.oldWallet)
  testOurSeat(PAIRS.oldWallet)
})
