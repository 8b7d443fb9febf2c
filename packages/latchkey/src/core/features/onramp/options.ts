import type { CreateLatchkeyOptions } from '../../types/options.ts'

declare module '../../types/options.ts' {
  interface CreateLatchkeyOptions {
    /**
     * Hosts, each with its port if it is not the usual one, of pages that visitors may be sent to for buying, beside those that Coinbase
     * and MoonPay publish. A page that your gateway makes on any other host is refused (`ONRAMP_MISMATCH`).
     */
    readonly onrampHosts?: readonly string[] | undefined
  }
  interface Options {
    readonly onrampHosts: readonly string[]
  }
}

/** The options of this feature, filled in. */
export function resolveOnrampOptions({ onrampHosts }: CreateLatchkeyOptions): {
  readonly onrampHosts: readonly string[]
} {
  return { onrampHosts: [...(onrampHosts ?? [])] }
}
