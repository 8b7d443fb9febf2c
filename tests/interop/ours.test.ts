import { describe } from 'vitest'
import { testFlows } from './flows.ts'
import { testOurPeer } from './ourPeer.ts'
import { PAIRS } from './pairs.ts'

describe(PAIRS.ours.name, () => {
  testFlows(PAIRS.ours)
  testOurPeer(PAIRS.ours)
})
