import type { Shape } from '../../checks/findMistake.ts'

export const ONRAMP_SHAPES = { onrampHosts: ['text'] } as const satisfies Record<string, Shape>
