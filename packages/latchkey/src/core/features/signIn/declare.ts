import type { NetworkId } from '../../types/network.ts'
import type { CreateLatchkeyOptions, Options } from '../../types/options.ts'
import type { CreateSiwx, Siwx } from '../../types/siwx.ts'

/** Where a visitor was asked to sign in. */
type SignInProperties = { readonly network: NetworkId; readonly isSmartAccount: boolean }

declare module '../../types/options.ts' {
  interface CreateLatchkeyOptions {
    /** Sign-in after connecting; made by `latchkey/siwx`, or the site's own. Checked when it is first used. */
    readonly siwx?: Siwx | CreateSiwx | undefined
  }
  interface Options {
    readonly siwx: Siwx | CreateSiwx | undefined
  }
}

declare module '../../types/views.ts' {
  interface ViewData {
    SIWXSignMessage: Record<never, never>
    /** The older name of SIWXSignMessage. */
    ConnectingSiwe: Record<never, never>
  }
}

declare module '../../types/events.ts' {
  interface EventProperties {
    CLICK_SIGN_SIWX_MESSAGE: SignInProperties
    CLICK_CANCEL_SIWX: SignInProperties
    SIWX_AUTH_SUCCESS: SignInProperties
    SIWX_AUTH_ERROR: SignInProperties & { readonly message: string }
  }
}

/** The option of this feature; `readSiwx` checks it. */
export function resolveSignInOptions({ siwx }: CreateLatchkeyOptions): Pick<Options, 'siwx'> {
  return { siwx }
}
