import type { BrowseLink } from '@latchkey/wire'
import type { Texts } from '../../ui/text/catalogue.ts'
import type { CreateAdapter, SavedConnection } from './adapter.ts'
import type { AfterConnectStep } from './afterConnect.ts'
import type { Namespace, Network, NetworkId, NetworkInput } from './network.ts'

export type ThemeMode = 'dark' | 'light' | 'system'

/** Groups of the wallet list, in the order of the product specification. */
export type WalletGroup = 'walletConnect' | 'recent' | 'injected' | 'featured' | 'custom' | 'external' | 'recommended'

/** Ways to connect. Social sign-in joins this type when it is built. */
export type ConnectMethod = 'email' | 'social' | 'wallet'

/** What the account offers to do with its wallet. Others join this type when they are built. */
export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send'

/** A wallet of the site's own, for wallets that the directory lacks. */
export type CustomWallet = {
  readonly id: string
  readonly name: string
  readonly homepage?: string | undefined
  /** https or same origin. */
  readonly imageUrl?: string | undefined
  readonly rdns?: string | undefined
  readonly chromeStore?: string | undefined
  readonly appStore?: string | undefined
  readonly playStore?: string | undefined
  /** Where the wallet's app takes a WalletConnect pairing: its own scheme (`name://`) or an https link. */
  readonly mobileLink?: string | undefined
  readonly desktopLink?: string | undefined
  /** https. */
  readonly webappLink?: string | undefined
  /** How the wallet's own browser opens this page on a phone, for namespaces in which it takes no pairing. What does not hold is left out. */
  readonly browseLinks?: readonly BrowseLink[] | undefined
}

/** What is asked of wallets in one namespace instead of what is usual. A part that is left out stays as it is. */
export type AskedNamespace = {
  /** Networks to ask for, of `networks`. Default: all of the namespace. */
  readonly chains?: readonly NetworkId[] | undefined
  readonly methods?: readonly string[] | undefined
  readonly events?: readonly string[] | undefined
  /** Where a new session begins if the wallet shares an account there. Default: the site's active network. */
  readonly defaultChain?: NetworkId | undefined
}

export type AllWallets = 'SHOW' | 'HIDE' | 'ONLY_MOBILE'

/** What a page shows of saved connections before anything is restored, by namespace. */
export type InitialState = {
  readonly activeNamespace?: Namespace | undefined
  readonly connections: Readonly<Partial<Record<Namespace, SavedConnection>>>
  /** Where those connections are. */
  readonly networkIds: Readonly<Partial<Record<Namespace, NetworkId>>>
}

/** How wallets on other devices are asked. */
export type WalletConnectOptions = {
  /** By namespace of `networks`. Everything is asked for as optional. */
  readonly namespaces?: Readonly<Partial<Record<Namespace, AskedNamespace>>> | undefined
  /** Where a wallet on the same phone comes back to: a scheme of the site's own app, or an https address. Default: this page. */
  readonly redirect?: { readonly native?: string | undefined; readonly universal?: string | undefined } | undefined
}

export type Features = {
  /** A checkbox that must be ticked before a wallet can be chosen. Needs a terms or privacy url. Default false. */
  readonly legalCheckbox?: boolean | undefined
  /** Default `['email', 'social', 'wallet']`; a method left out is not offered. */
  readonly connectMethodsOrder?: readonly ConnectMethod[] | undefined
  /** Default: walletConnect, recent, injected, featured, custom, external, recommended. A group left out is not shown. */
  readonly walletGroupOrder?: readonly WalletGroup[] | undefined
  /** The whole directory behind "Search wallets". Default true; false is `allWallets: 'HIDE'`. */
  readonly allWallets?: boolean | undefined
  /** A wallet that opens by an e-mail and a code, where `frameUrl` is set. Default true; false loads nothing of it. */
  readonly email?: boolean | undefined
  /**
   * Logins at other services, where `frameUrl` is set and the gateway has them: a list of their ids names which, in this order. Default
   * true, all of the gateway's; false loads nothing of it.
   */
  readonly socials?: boolean | readonly string[] | undefined
  /** On phones the page itself goes to such a service and comes back, in place of a window. Default false. */
  readonly socialRedirect?: boolean | undefined
  /**
   * Lets this site ask the wallet behind a login for permissions to act within limits without asking each time (`grantPermissions`), where
   * the gateway allows them for this project. Default false.
   */
  readonly smartSessions?: boolean | undefined
  /** One button instead of the wallet list, where there is another way to sign in. Default false. */
  readonly collapseWallets?: boolean | undefined
  /** Make events for the host's listener; they leave the page only with `analyticsUrl`. Default true. */
  readonly analytics?: boolean | undefined
  /** The account's address as a code and a text, to be paid to. Default true; false loads nothing of it. */
  readonly receive?: boolean | undefined
  /** Sends coins and tokens of eip155 from the account. Default true; false loads nothing of it. */
  readonly send?: boolean | undefined
  /**
   * Shows what a request of the site's would do (`sendTransaction`, `sendCalls`, `writeContract`, `send`, `signTypedData`, and
   * whatever goes through `guardProvider`) in the modal, before the wallet is asked. Default false; false loads nothing of it.
   */
  readonly guard?: boolean | undefined
  /** Says on the page what became of a transaction while the modal is closed. Default true; false leaves it to the site, which hears `transaction`. */
  readonly notices?: boolean | undefined
  /** What the account did, where the gateway tells it. Default true; false loads nothing of it. */
  readonly history?: boolean | undefined
  /** The account's NFTs, where the gateway reads them. Default true; false loads nothing of it. */
  readonly nfts?: boolean | undefined
  /** Swaps coins and tokens of eip155, where the gateway serves it. Default true; false loads nothing of it. */
  readonly swaps?: boolean | undefined
  /** Registers a name for an EVM account, where the gateway has a zone of its own. Default true; false loads nothing of it. */
  readonly names?: boolean | undefined
  /** Buys coins at the gateway's providers, where it has some. Default true; false loads nothing of it. */
  readonly onramp?: boolean | undefined
  /** Buttons of the account, in this order; one left out is not shown. Default `['onramp', 'swaps', 'receive', 'send']`. */
  readonly walletFeaturesOrder?: readonly WalletFeature[] | undefined
}

/** What a site passes to `createLatchkey`. Everything but `networks` may be left out. Features add theirs by declaring them (`declare module`). */
export interface CreateLatchkeyOptions {
  /** Names the instance: storage keys, tab messages and the DOM host carry it. Default `default`. */
  readonly id?: string | undefined
  /** Networks the site works on; the first is active unless `defaultNetwork` says otherwise. Chains of viem fit. */
  readonly networks: readonly [NetworkInput, ...NetworkInput[]]
  /** One a namespace. Default none: then nothing can be connected by extension. */
  readonly adapters?: readonly CreateAdapter[] | undefined
  readonly defaultNetwork?: NetworkInput | NetworkId | undefined
  /** What wallets and texts call the site. Default: the page's title and origin. */
  readonly metadata?:
    | {
        readonly name?: string | undefined
        /** A sentence that some wallets show. Default: none. */
        readonly description?: string | undefined
        readonly url?: string | undefined
        /** Pictures: https addresses, or paths of this site, which wallets are told as addresses. */
        readonly icons?: readonly string[] | undefined
      }
    | undefined
  /** Base address of a Latchkey gateway. Without it balances and the wallet directory are left out or come from the bundle. */
  readonly gatewayUrl?: string | undefined
  /**
   * Relay for wallets on other devices, or several that are tried in turn (`wss:`, or `ws:` on loopback). Default: `/relay` of
   * `gatewayUrl`. With neither, WalletConnect is not offered.
   */
  readonly relayUrl?: string | readonly string[] | undefined
  /** How wallets on other devices are asked. Checked when the first of them is: wrong values are `OPTION_INVALID` and the like then. */
  readonly walletConnect?: WalletConnectOptions | undefined
  /** Project key at the gateway. Public. */
  readonly projectId?: string | undefined
  /** Site of the embedded wallet's frame, one of its own. Without it nobody can connect by e-mail. */
  readonly frameUrl?: string | undefined
  /** RPC addresses to prefer over the gateway's and the network's own, by network id. https, or http on loopback. */
  readonly customRpcUrls?: Readonly<Partial<Record<NetworkId, readonly string[]>>> | undefined
  readonly features?: Features | undefined
  /** Directory ids to show first, in this order. */
  readonly featuredWalletIds?: readonly string[] | undefined
  /** Only these directory ids are recommended. */
  readonly includeWalletIds?: readonly string[] | undefined
  /** Directory ids never shown; installed wallets with their rdns are hidden as well. */
  readonly excludeWalletIds?: readonly string[] | undefined
  readonly customWallets?: readonly CustomWallet[] | undefined
  /**
   * Pictures (https, `data:` or a path of this site) by connector id, in place of the wallets' own; `walletConnect` is the row
   * for wallets on phones.
   */
  readonly connectorImages?: Readonly<Record<string, string>> | undefined
  /** Where the whole directory is offered. Default `SHOW`. Contradicting `features.allWallets` is `OPTION_CONFLICT`. */
  readonly allWallets?: AllWallets | undefined
  /** Ask the wallet directory at all. Default true; false leaves installed, recent and custom wallets. */
  readonly enableExplorer?: boolean | undefined
  /** Where connections are kept: in this browser's storage, or in cookies that a server can read for the first paint. Default `local`. */
  readonly storage?: 'local' | 'cookie' | undefined
  /** What a server read from the cookies of a request, for a first paint without a jump: `readInitialState`. */
  readonly initialState?: InitialState | undefined
  /** Default `dark`. */
  readonly themeMode?: ThemeMode | undefined
  /** Any CSS colour. Default `#4757f5`. */
  readonly accent?: string | undefined
  /** Meaning and part tokens, such as `--latchkey-radius`, `--latchkey-font` or `--latchkey-row-radius`. */
  readonly themeVariables?: Readonly<Record<`--latchkey-${string}`, string>> | undefined
  /** A BCP 47 language tag. Default: the page's `lang`, else English. */
  readonly locale?: string | undefined
  /** Words of the site's own instead of ours, by language tag and key. Checked when the modal first speaks; what does not hold is left out. */
  readonly texts?: Texts | undefined
  readonly termsConditionsUrl?: string | undefined
  readonly privacyPolicyUrl?: string | undefined
  /** Restore connections on load. Default true. */
  readonly enableReconnect?: boolean | undefined
  /** Let visitors change the network in the modal. Default true. */
  readonly enableNetworkSwitch?: boolean | undefined
  /** Do not insist on one of `networks`. Default false. */
  readonly allowUnsupportedChain?: boolean | undefined
  /** Named steps to run after an account is connected and before the modal closes, such as sign-in. Default none. */
  readonly afterConnect?: readonly AfterConnectStep[] | undefined
  /** Developer alerts in the modal and the console. Default false. */
  readonly debug?: boolean | undefined
}

/** Options with every default filled in and every network in its full form. */
export interface Options {
  readonly id: string
  readonly networks: readonly [Network, ...Network[]]
  readonly defaultNetwork: Network
  readonly adapters: readonly CreateAdapter[]
  readonly metadata: {
    readonly name: string
    readonly description?: string | undefined
    readonly url: string
    readonly icons: readonly string[]
  }
  readonly gatewayUrl: string | undefined
  readonly relayUrl: string | readonly string[] | undefined
  readonly walletConnect: WalletConnectOptions | undefined
  readonly projectId: string | undefined
  readonly frameUrl: string | undefined
  readonly customRpcUrls: Readonly<Partial<Record<NetworkId, readonly string[]>>>
  readonly features: {
    readonly legalCheckbox: boolean
    readonly connectMethodsOrder: readonly ConnectMethod[]
    readonly walletGroupOrder: readonly WalletGroup[]
    readonly collapseWallets: boolean
    readonly email: boolean
    readonly socials: boolean | readonly string[]
    readonly socialRedirect: boolean
    readonly smartSessions: boolean
    readonly analytics: boolean
    readonly receive: boolean
    readonly send: boolean
    readonly guard: boolean
    readonly notices: boolean
    readonly history: boolean
    readonly nfts: boolean
    readonly onramp: boolean
    readonly swaps: boolean
    readonly names: boolean
    readonly walletFeaturesOrder: readonly WalletFeature[]
  }
  readonly allWallets: AllWallets
  readonly enableExplorer: boolean
  readonly storage: 'local' | 'cookie'
  readonly initialState: InitialState | undefined
  readonly featuredWalletIds: readonly string[]
  readonly includeWalletIds: readonly string[]
  readonly excludeWalletIds: readonly string[]
  readonly customWallets: readonly CustomWallet[]
  readonly connectorImages: Readonly<Partial<Record<string, string>>>
  readonly themeMode: ThemeMode
  readonly accent: string | undefined
  readonly themeVariables: Readonly<Record<`--latchkey-${string}`, string>>
  readonly locale: string | undefined
  readonly texts: Texts | undefined
  readonly termsConditionsUrl: string | undefined
  readonly privacyPolicyUrl: string | undefined
  readonly enableReconnect: boolean
  readonly enableNetworkSwitch: boolean
  readonly allowUnsupportedChain: boolean
  readonly afterConnect: readonly AfterConnectStep[]
  readonly debug: boolean
}
