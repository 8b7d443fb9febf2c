import { describe } from 'vitest'
import { testFlows } from './flows.ts'
import { testOurSeat } from './ourSeat.ts'
import { PAIRS } from './seats.ts'

describe(PAIRS.ours.name, () => {
  testFlows(PAIRS.ours)
  testOurSeat(PAIRS.ours)
})
