/**
 * What the page may ask of the key worker. Nothing here hands out entropy, a half or a private key; words and backup files go to a screen
 * of the frame alone, after a fresh code (SEC-15).
 */
import type { CallAnswer } from '@latchkey/wire/custody/call'
import type { listIdentities } from '@latchkey/wire/custody/identities'
import type { stepUpReason } from '@latchkey/wire/custody/login'
import type { PasskeyChallenge, PasskeyProof } from '@latchkey/wire/custody/secondFactor'
import type { listSocials } from '@latchkey/wire/custody/social'
import type { listDevices, readAudit, WalletRecord } from '@latchkey/wire/custody/wallet'
import type { listWaysBack } from '@latchkey/wire/custody/wayBack'
import type { AppMessage } from '@latchkey/wire/frame'
import type { EvmTransaction } from '@latchkey/wire/guard'
import type { Language } from '@latchkey/wire/languages'
import type { InferOutput } from 'valibot'
import type { ApprovalSubject, DescribedCall, PermissionToSign } from '../approve/types.ts'
import type { WantedCode } from '../wallet/changeEmail.ts'

/** Who is logged in on this device. */
export type KeyAccount = {
  /** Null: they log in by a provider that tells no checked address. */
  readonly email: string | null
  /** What they are called by: the address, the provider's name for them, or the provider. */
  readonly name: string
  /** The provider that they log in by; null: by e-mail. */
  readonly provider: string | null
  /** What that provider calls them; null: nothing. */
  readonly userName: string | null
  /** By namespace. That of eip155 owns the smart account. */
  readonly addresses: { readonly eip155: string; readonly solana: string }
  /** Address of the smart account on eip155, the same on every chain, whether it is there yet or not. */
  readonly smartAccount: string
  readonly isFrozen: boolean
  /** Whether the visitor holds a way back of their own. */
  readonly isBackedUp: boolean
}

/** Which of an account's addresses on eip155: the key's own, or the smart account that it owns. */
export type AccountType = 'eoa' | 'smartAccount'

/** What smart accounts can do on a network. */
export type SmartNetwork = {
  /** CAIP-2. */
  readonly id: string
  /** Somebody may pay for them there. */
  readonly isSponsored: boolean
}

/** What a page may do without asking. */
export type GivenPermission = {
  readonly hash: string
  /** CAIP-2. */
  readonly network: string
  /** Its page. */
  readonly host: string
  readonly permission: PermissionToSign['permission']
}

/** A request that is filled and checked, and waits in the worker under its id. */
export type PreparedRequest = {
  readonly id: string
  readonly account: string
  readonly network: string
  readonly subject: ApprovalSubject
}

/** A request to the wallet, as the frame read it. */
export type FrameRequest = Extract<AppMessage, { readonly name: 'RPC_REQUEST' }>['payload']

/** What a sign-in in the gesture of the login says. */
export type SignInFields = NonNullable<
  NonNullable<Extract<AppMessage, { readonly name: 'GET_USER' }>['payload']>['siwxMessage']
>

/** A sign-in text with the account's own address in it. */
export type PreparedSignIn = PreparedRequest & {
  readonly text: string
  readonly fields: SignInFields
  /** It may be signed in the gesture of the login, without a question (SEC-39). */
  readonly isSilent: boolean
}

export type StepUpReason = InferOutput<typeof stepUpReason>

/** What a login by another service came to, or wants next. */
export type SocialStep =
  | { readonly state: 'in' }
  /** The vault mailed a link: `sentTo` is most of the address hidden. */
  | { readonly state: 'device'; readonly sentTo: string }
  /** An address is wanted for that link. */
  | { readonly state: 'email' }

/** How a person proves themselves for one thing: a code was mailed, or they log in at their provider again at `uri`. */
export type StepUpWay =
  | { readonly how: 'code' }
  | { readonly how: 'social'; readonly provider: string; readonly uri: string }

export type AuditEntry = CallAnswer<typeof readAudit>['entries'][number]

/** How the wallet comes back if this device is lost. */
export type WaysBack = CallAnswer<typeof listWaysBack> & {
  /** The visitor's address; null: none is known. */
  readonly email: string | null
  /** What they are called by. */
  readonly name: string
  readonly custody: WalletRecord['custody']
  /** The vault may not yet have followed to the new address. */
  readonly hasEmailChange: boolean
  /** The project's servers keep nothing that brings a wallet back. */
  readonly isOwnOnly: boolean
}

export type DeviceEntry = CallAnswer<typeof listDevices>['devices'][number]

/** One of the logins of a wallet. */
export type IdentityEntry = CallAnswer<typeof listIdentities>['identities'][number]

/** Each rejects with a `CallError`. */
export type KeyTasks = {
  /** `connected`: this address is logged in already. */
  readonly startLogin: (email: string) => Promise<'code' | 'device' | 'connected'>
  /** Resolves once a person let this device in, and the code is on its way; of a login by another service, once they are in. */
  readonly waitForDevice: () => Promise<void>
  readonly finishLogin: (code: string) => Promise<void>
  /** What a passkey shall sign for a login that was refused without one: `PASSKEY_NEEDED`. */
  readonly askedPasskey: () => Promise<PasskeyChallenge>
  /** Ends that login; the wallet is brought by the next task that needs it. */
  readonly finishWithPasskey: (proof: PasskeyProof) => Promise<void>
  /** The services that the gateway offers to log in by. */
  readonly listSocials: () => Promise<CallAnswer<typeof listSocials>['providers']>
  /**
   * Begins a login by one of them: where the page leads a window, or goes itself and comes back to `returnUrl`. Then `waitForSocial`.
   */
  readonly startSocial: (provider: string, returnUrl?: string) => Promise<{ readonly uri: string }>
  /** Begins a login by the Farcaster app: what a phone opens. Then `waitForSocial`. */
  readonly startFarcaster: () => Promise<{ readonly url: string }>
  /** Takes the result that a window told, or that a page came back with; then `waitForSocial`. */
  readonly takeSocialResult: (uri: string) => Promise<void>
  /**
   * Resolves once the person is in, or with what is wanted next: `device` goes on with `waitForDevice`, after which they are in, and
   * `email` with `giveSocialEmail`. Rejects with `PROVIDER_DENIED`, `PROVIDER_AWAY`, `PROVIDER_REFUSED` or `CHALLENGE_OVER`. Whoever
   * asks again waits for the same.
   */
  readonly waitForSocial: () => Promise<SocialStep>
  readonly giveSocialEmail: (email: string) => Promise<SocialStep>
  /** Nobody waits for that login any more. */
  readonly dropSocial: () => Promise<void>
  readonly logOut: () => Promise<void>
  /** Who is logged in, also after a reload; undefined: nobody. */
  readonly account: () => Promise<KeyAccount | undefined>
  /** `preferred`: which address of eip155 is asked where the request names neither; the key's own by default. */
  readonly prepare: (request: FrameRequest, network: string, preferred?: AccountType) => Promise<PreparedRequest>
  readonly prepareSignIn: (fields: SignInFields, network: string, preferred?: AccountType) => Promise<PreparedSignIn>
  /** Signs what was prepared, once, and sends it where that is part of the request. */
  readonly carryOut: (id: string) => Promise<unknown>
  /** Forgets what was prepared. */
  readonly drop: (id: string) => Promise<void>
  /** Asks a node of a network. */
  readonly ask: (network: string, method: string, params: unknown) => Promise<unknown>
  /** Asks the bundler of a network, for reading. */
  readonly askBundler: (network: string, method: string, params: unknown) => Promise<unknown>
  /** Networks with smart accounts: those for which the gateway has a bundler. None where it cannot be asked. */
  readonly listSmartNetworks: () => Promise<readonly SmartNetwork[]>
  /** As `wallet_getCapabilities` answers it. */
  readonly listCapabilities: (params: unknown, network: string, preferred: AccountType) => Promise<unknown>
  /** What the operator says of calls, in their order; undefined for one of which nothing is said. */
  readonly describeCalls: (
    network: string,
    calls: readonly EvmTransaction[],
  ) => Promise<readonly (DescribedCall | undefined)[]>
  /** As `wallet_getAssets` answers it: what an account of the visitor's holds. */
  readonly listAssets: (params: unknown) => Promise<unknown>
  /** What the page around the frame may do without asking, as `wallet_getGrantedExecutionPermissions` answers it. */
  readonly listGranted: () => Promise<readonly unknown[]>
  /** What pages may do without asking, newest first. */
  readonly listPermissions: () => Promise<readonly GivenPermission[]>
  /** Prepares the end of one; `carryOut` ends it on the chain. */
  readonly prepareEnd: (hash: string) => Promise<PreparedRequest>
  /** Whether the smart account of who is logged in is there. */
  readonly isDeployed: (network: string) => Promise<boolean>
  /** What became of a batch of calls, as `wallet_getCallsStatus` answers it. */
  readonly readCallsStatus: (id: string) => Promise<unknown>
  /** Begins the proof that one thing wants: a fresh code, or a login at the provider again for whoever has no address. */
  readonly startStepUp: (reason: StepUpReason) => Promise<StepUpWay>
  /** With the code; without one it waits for the login. */
  readonly finishStepUp: (code?: string) => Promise<void>
  readonly exportWords: () => Promise<string>
  readonly makeBackup: () => Promise<{ readonly file: string; readonly phrase: string }>
  /** A change of the address begins, or is mailed again: whose code is wanted. */
  readonly changeEmail: (email: string) => Promise<WantedCode>
  /** Goes on with one that the vault has not followed yet. */
  readonly resumeEmailChange: () => Promise<WantedCode>
  readonly typeEmailCode: (code: string) => Promise<WantedCode>
  readonly mailEmailCode: () => Promise<void>
  /** What happened, newest first. */
  readonly readAudit: () => Promise<readonly AuditEntry[]>
  /** From now on neither server hands anything out. */
  readonly freeze: () => Promise<void>
  /** After a fresh code for `thaw`: the vault mails a link. */
  readonly startThaw: () => Promise<void>
  /** Resolves once a person opened it and the wallet is thawed. */
  readonly finishThaw: () => Promise<void>
  /** After a fresh code for `delete`: when everything goes, where the answer came. Nobody is logged in after. */
  readonly deleteWallet: () => Promise<number | undefined>
  readonly listWaysBack: () => Promise<WaysBack>
  /** The visitor holds the file that was made. */
  readonly noteBackup: () => Promise<void>
  /** After a fresh code for `recovery`. `key` is what the passkey gave, and cannot be read out. */
  readonly addPasskey: (passkey: {
    readonly credentialId: string
    readonly salt: string
    readonly key: CryptoKey
    /** By which the gateway checks what it signs; absent where the browser does not tell. */
    readonly publicKey?: string | undefined
  }) => Promise<void>
  readonly removePasskey: (holder: string) => Promise<void>
  /** What a passkey shall sign before new devices need one. */
  readonly startSecondFactor: () => Promise<PasskeyChallenge>
  /** After a fresh code for `recovery`: new devices need a passkey from now on; undefined ends that. */
  readonly setSecondFactor: (proof: PasskeyProof | undefined) => Promise<void>
  /** After a fresh code for `recovery`. `otherWay`: what brings a strict wallet back. */
  readonly setCustody: (custody: WalletRecord['custody'], otherWay: 'backup' | 'passkey') => Promise<void>
  /** A wallet that no server knows yet, as a backup file: `createStrict` makes it. */
  readonly draftBackup: () => Promise<{ readonly file: string; readonly phrase: string }>
  /** Makes a wallet that no server can bring back, by a passkey, or by the backup file that was drafted and taken. */
  readonly createStrict: (passkey?: Parameters<KeyTasks['addPasskey']>[0]) => Promise<void>
  /** Brings the wallet of who is logged in to this device. */
  readonly recoverByPasskey: (holder: string, key: CryptoKey) => Promise<void>
  readonly recoverByFile: (file: string, phrase: string) => Promise<void>
  readonly listDevices: () => Promise<readonly DeviceEntry[]>
  readonly revokeDevice: (thumbprint: string) => Promise<void>
  /** The logins of the wallet, the first one first. */
  readonly listIdentities: () => Promise<readonly IdentityEntry[]>
  /**
   * After a fresh code for `identities`: begins a login at a service that shall be linked, and resolves to where the person is led. Then
   * `finishLink`, which may be asked again after another code.
   */
  readonly startLink: (provider: string) => Promise<{ readonly uri: string }>
  readonly finishLink: () => Promise<void>
  /** Nobody waits for it any more: it is not linked. */
  readonly dropLink: () => Promise<void>
  /** After a fresh code for `identities`: mails a code to an address that shall be linked. */
  readonly startEmailLink: (email: string) => Promise<void>
  readonly finishEmailLink: (code: string) => Promise<void>
  /** After a fresh code for `identities`. Whoever is in by that login is out then, here too. */
  readonly unlinkIdentity: (id: string) => Promise<void>
  /** Has the vault mail a link that lets this device in, to whom it knows the wallet by. */
  readonly startLetIn: () => Promise<void>
  /** Resolves once a person opened it and the wallet is here. */
  readonly finishLetIn: () => Promise<void>
  /** The page is hidden, or is seen again. */
  readonly setHidden: (isHidden: boolean) => Promise<void>
  /** The frame's screens, and mails that are asked for from now on, are in this language. */
  readonly setLanguage: (language: Language) => Promise<void>
}
