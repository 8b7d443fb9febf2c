import type { CallRequest } from '../custody/serveCall.ts'
import type { MailFacts } from '../mail/texts.ts'
import type { VaultProject } from './vaultParts.ts'

/** What a mail says of where a request came from; `at` in ms since 1970. */
export function requestFacts(
  { language, host, device }: CallRequest<unknown>,
  { name: projectName }: Pick<VaultProject, 'name'>,
  at: number,
): MailFacts {
  return { projectName, language, host, device, at }
}
