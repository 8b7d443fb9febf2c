import type { Language } from '@latchkey/wire/languages'

/** A mail to one person: plain text, so that nothing in it is fetched or run (SEC-62). */
export type Mail = {
  /** One address, as `parseMailAddress` gives it. */
  readonly to: string
  /** What it is written in. */
  readonly language: Language
  readonly subject: string
  readonly text: string
}

/** The way to a mail server. */
export type SendMail = {
  /** Resolves once a server has taken the mail for delivery. */
  readonly send: (mail: Mail) => Promise<void>
  /** Ends the connections. */
  readonly close: () => void
}
