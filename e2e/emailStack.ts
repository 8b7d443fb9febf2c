/** What the page of a journey is told of its servers. */
export type EmailPageSettings = {
  readonly chainId: number
  readonly rpcUrl: string
  readonly gatewayUrl: string
  readonly projectId: string
  readonly frameUrl: string
}

/** The servers of e-mail wallets of one worker: each on an origin of its own, all on this machine. */
export type EmailStack = {
  /** Two sites of two owners that embed the frame, and a third one that may not. */
  readonly shopA: string
  readonly shopB: string
  readonly stranger: string
  readonly frame: string
  readonly gateway: string
  readonly vault: string
  /** Other services to log in by, each with a form: whoever types a name is that person. */
  readonly providers: string
  /** Where tests ask for what `EmailCommand` says. */
  readonly control: string
  /** The chain of these wallets: the worker's, or one of its own where smart accounts were asked for. */
  readonly rpc: string
}

/** What the servers of e-mail wallets are started with. */
export type EmailServing = {
  /** Folder of the test pages. */
  readonly pages: string
  /** The worker's chain. */
  readonly rpc: string
  /** Whether they have a chain of their own, with smart accounts, a bundler and somebody who pays for calls of one contract. */
  readonly hasSmartAccounts?: boolean | undefined
}

/** What goes wrong with calls to a server from now on. */
export type EmailFault = {
  readonly at: 'frame' | 'gateway' | 'vault'
  /** Part of the path; every one where absent. */
  readonly path?: string | undefined
  /** `down`: the line ends at once; `hang`: nothing comes back; `lost`: it is carried out, and its answer is lost. */
  readonly how: 'down' | 'hang' | 'lost'
  /** How many of them. Default: all. */
  readonly times?: number | undefined
}

/** A mail, as it reached the mailbox. */
export type EmailMail = { readonly from: string; readonly subject: string; readonly text: string }

/** What tests ask of the servers, past everything that is tested. */
export type EmailCommand =
  /** Ends every fault, sets the clock right and forgets what was counted. */
  | { readonly act: 'begin' }
  | { readonly act: 'fail'; readonly faults: readonly EmailFault[] }
  /** All mails to an address so far, oldest first. */
  | { readonly act: 'mails'; readonly to: string }
  /** Lets what is only read, and pages of links, be asked for so much later. */
  | { readonly act: 'advance'; readonly ms: number }
  /** Lets whoever pays for calls refuse to from now on, or pay again. */
  | { readonly act: 'sponsor'; readonly pays: boolean }
  /** Forgets how often what was done: mails, logins, codes. */
  | { readonly act: 'forgetLimits' }
  /** A phone with a new Farcaster account opens this and approves. */
  | { readonly act: 'answerFarcaster'; readonly url: string }
  /** Lets all codes that were mailed so far run out. */
  | { readonly act: 'expireCodes' }
