import { describe } from 'vitest'
import { testFlows } from './flows.ts'
import { testOurSeat } from './ourSeat.ts'
import { PAIRS } from './seats.ts'

describe(PAIRS.client.name, () => {
  testFlows(PAIRS.client)
  testOurSeat(PAIRS.client)
})
