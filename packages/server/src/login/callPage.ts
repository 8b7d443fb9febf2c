import type { Language } from '@latchkey/wire/languages'
import type { MailFacts } from '../mail/texts.ts'

/** Where a call comes from, checked against the configuration. */
export type CallPage = {
  readonly projectId: string
  readonly projectName: string
  readonly host: string
  /** What whoever called reads. */
  readonly language: Language
}

/** What a mail says of where a call came from; `at` in ms since 1970. */
export function factsOf(
  { projectName, language }: Pick<CallPage, 'projectName' | 'language'>,
  { host, device }: Pick<MailFacts, 'host' | 'device'>,
  at: number,
): MailFacts {
  return { projectName, language, host, device, at }
}
