import { parseUrl } from '@latchkey/wire/parseUrl'
import { EngineError } from '../errors.ts'

/** What a link from app to app carries. Throws `MISSING_OR_INVALID` without it. */
export function parseLinkModeUrl(text: string): { readonly topic: string; readonly envelope: string } {
  const params = parseUrl(text)?.searchParams ?? new URLSearchParams()
  const [topic, envelope] = [params.get('topic'), params.get('wc_ev')]
  if (!envelope || !topic || !/^[0-9a-f]{64}$/.test(topic)) throw new EngineError('MISSING_OR_INVALID', 'link')
  return { topic, envelope }
}
