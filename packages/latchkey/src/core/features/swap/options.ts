import type { NetworkId } from '../../types/network.ts'
import type { CreateLatchkeyOptions, Options } from '../../types/options.ts'
import { toNullPrototype } from '../../values/toNullPrototype.ts'

/** A contract that swaps of a network may go to, and that may be allowed to spend what is paid. */
export type SiteRouter = {
  /** 20 bytes in hexadecimal with `0x`. */
  readonly address: string
  /** Contract that wraps the coin; for routers of Uniswap's kind. */
  readonly wrappedNative?: string | undefined
  /** Whose contract it is, which says what its data looks like. Default `uniswap`, for its v2 and for SwapRouter02. */
  readonly kind?: 'uniswap' | 'kyberswap' | '1inch' | undefined
  /** Whether it takes an allowance as a signature (SwapRouter02). Default false. */
  readonly takesPermit?: boolean | undefined
}

declare module '../../types/options.ts' {
  interface CreateLatchkeyOptions {
    /**
     * By network id (eip155), routers that swaps may go to beside the published ones of Uniswap, KyberSwap and 1inch. A swap that
     * your gateway builds for any other contract is refused (`SWAP_MISMATCH`).
     */
    readonly swapRouters?: Readonly<Partial<Record<NetworkId, readonly SiteRouter[]>>> | undefined
  }
  interface Options {
    readonly swapRouters: Readonly<Partial<Record<NetworkId, readonly SiteRouter[]>>>
  }
}

/** The options of this feature, filled in. */
export function resolveSwapOptions({ swapRouters }: CreateLatchkeyOptions): Pick<Options, 'swapRouters'> {
  return { swapRouters: toNullPrototype(swapRouters) }
}
