import type { BrowserPort } from '../../latchkey/src/core/services/ports.ts'
import type { Connector } from '../../latchkey/src/core/types/adapter.ts'
import type { Instance } from '../../latchkey/src/core/types/latchkey.ts'
import type { Namespace } from '../../latchkey/src/core/types/network.ts'
import type { CreateLatchkeyOptions } from '../../latchkey/src/core/types/options.ts'
import type { ViewName, ViewTarget } from '../../latchkey/src/core/types/views.ts'
import type { WalletScript } from './createScriptedAdapter.ts'

/** One view in one state: what the site asked for, what is known, and what happens once it is drawn. */
export type ViewState = {
  readonly view: ViewName
  readonly name: string
  readonly options?: Partial<CreateLatchkeyOptions> | undefined
  /** Installed wallets. Default Fernpass and Tide. */
  readonly connectors?: readonly Connector[] | undefined
  /** Whose adapter the site has. Default eip155. */
  readonly namespace?: Namespace | undefined
  /** The site has a relay, so that wallets on phones can be reached. */
  readonly hasRelay?: boolean | undefined
  /** Where the page is shown: replaces what the fake page says of itself. */
  readonly browser?: Partial<BrowserPort> | undefined
  readonly userAgent?: string | undefined
  /** What the wallets do; without a word they never answer. */
  readonly script?: Partial<WalletScript> | undefined
  /** Fills the stores before anything is drawn. */
  readonly fill?: ((instance: Instance) => void) | undefined
  /** Views below the one on screen. */
  readonly below?: readonly ViewTarget[] | undefined
  readonly target: ViewTarget
  /** What happens after the view has been drawn. */
  readonly after?: ((instance: Instance) => void) | undefined
}
