import type { Shape } from '../../checks/findMistake.ts'

export const SWAP_SHAPES = {
  swapRouters: {
    '<evmNetworkId>': [
      { 'address!': 'contract', wrappedNative: 'contract', kind: 'uniswap|kyberswap|1inch', takesPermit: 'yesNo' },
    ],
  },
} as const satisfies Record<string, Shape>
