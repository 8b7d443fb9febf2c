import { describe } from 'vitest'
import { testFlows } from './flows.ts'
import { PAIRS } from './seats.ts'

describe(PAIRS.foreign.name, () => testFlows(PAIRS.foreign))
