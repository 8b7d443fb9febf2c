import { describe } from 'vitest'
import { testFlows } from './flows.ts'
import { testOurSeat } from './ourSeat.ts'
import { PAIRS } from './seats.ts'

describe(PAIRS.kit.name, () => {
  testFlows(PAIRS.kit)
  testOurSeat(PAIRS.kit)
})
