import { describe } from 'vitest'
import { testFlows } from './flows.ts'
import { PAIRS } from './pairs.ts'

describe(PAIRS.foreign.name, () => testFlows(PAIRS.foreign))
