import { describe } from 'vitest'
import { testFlows } from './flows.ts'
import { testOurPeer } from './ourPeer.ts'
import { PAIRS } from './pairs.ts'

describe(PAIRS.client.name, () => {
  testFlows(PAIRS.client)
  testOurPeer(PAIRS.client)
})
