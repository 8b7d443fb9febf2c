import { describe } from 'vitest'
import { testFlows } from './flows.ts'
import { testOurPeer } from './ourPeer.ts'
import { PAIRS } from './pairs.ts'

describe(PAIRS.kit.name, () => {
  testFlows(PAIRS.kit)
  testOurPeer(PAIRS.kit)
})
