import type { NetworkId } from '../../types/network.ts'
import type { CreateLatchkeyOptions, Options } from '../../types/options.ts'
import { toNullPrototype } from '../../values/toNullPrototype.ts'

/** A token whose balance stands for the account on one network. */
export type SiteToken = {
  /** Its contract (ERC-20), 20 bytes in hexadecimal with `0x`. */
  readonly address: string
  /** Its picture: https, `data:` or a path of this site. Default: the gateway's or the wallet's, else a letter. */
  readonly image?: string | undefined
}

declare module '../../types/options.ts' {
  interface CreateLatchkeyOptions {
    /**
     * By network id of `networks` (eip155), a token whose balance the account shows in place of the coin's, on buttons, in the
     * account and in `getState()`; it always has a row among the tokens.
     */
    readonly tokens?: Readonly<Partial<Record<NetworkId, SiteToken>>> | undefined
  }
  interface Options {
    readonly tokens: Readonly<Partial<Record<NetworkId, SiteToken>>>
  }
}

/** The options of this feature, filled in. */
export function resolveTokensOptions({ tokens }: CreateLatchkeyOptions): Pick<Options, 'tokens'> {
  return { tokens: toNullPrototype(tokens) }
}
