import { createHash } from 'node:crypto'
import { CustodyRefusal } from './CustodyRefusal.ts'
import type { TakeOnce } from './checkProof.ts'
import type { CallRequest } from './serveCall.ts'
import { hashToken } from './tokens.ts'

/** How long a one-time key is remembered, in ms: longer than any session that could name it again. */
const REMEMBERED_MS = 31 * 24 * 60 * 60_000

/** Lets a one-time key be used once, and only where the device's proof names it (SEC-07). Throws `CustodyRefusal`. */
export async function checkReleaseKey(
  request: Pick<CallRequest<{ key: string }>, 'body' | 'releaseKeyHash'>,
  takeOnce: TakeOnce,
  now: number,
): Promise<void> {
  const hash = createHash('sha256').update(Buffer.from(request.body.key, 'base64url')).digest('base64url')
  if (request.releaseKeyHash !== hash) {
    throw new CustodyRefusal('PROOF_REFUSED', 'The proof by the device names another one-time key.')
  }
  if (!(await takeOnce(hashToken(`release\n${hash}`), now + REMEMBERED_MS))) {
    throw new CustodyRefusal('KEY_USED', 'The one-time key was used.')
  }
}
