import { GONE_PATH, GONE_TOKEN_TYPE, type GoneClaims, goneBody, goneClaims } from '@latchkey/wire/custody/tokens'
import { parseWith } from '@latchkey/wire/endpoint'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import type { GatewayApp } from '../gateway/environment.ts'
import { BODY_LIMIT, readJsonBody } from '../gateway/middleware/limits.ts'
import type { RateLimiter } from '../gateway/rateLimiter.ts'
import { RequestError } from '../RequestError.ts'
import type { Change } from '../storage/keyValueStore.ts'
import { type KeptShare, type KnownDevice, keyOf } from './records.ts'
import type { VaultParts } from './vaultParts.ts'
import { remove } from './vaultStore.ts'

/**
 * Hears from the gateway itself what it has destroyed, and destroys its own part. A gateway that lies about it loses a person no more
 * than it could by itself: without its half the vault's is noise. Source: SEC-10, SEC-16.
 */
export function serveGone(app: GatewayApp, parts: VaultParts, limiter: RateLimiter): void {
  const { store, gateway } = parts

  app.post(GONE_PATH, async (context) => {
    context.set('routeName', 'gone')
    const wait = limiter.take(context.get('clientKey'), 1)
    if (wait !== undefined) {
      throw new RequestError('RATE_LIMITED', 'Too many requests.', { retryAfterSeconds: Math.ceil(wait) })
    }
    const body = parseWith(goneBody, await readJsonBody(context, BODY_LIMIT))
    if (!body.ok) throw new RequestError('BODY_INVALID', 'The body does not fit.', { reasons: body.reasons })
    let claims: GoneClaims
    try {
      claims = await gateway.check(body.value.token, { type: GONE_TOKEN_TYPE, schema: goneClaims })
    } catch (error) {
      if (error instanceof CustodyRefusal) throw new RequestError('BODY_INVALID', 'The token does not hold here.')
      throw error
    }
    await store.change(async () => {
      const changes: Change[] = []
      for (const contactHash of claims.contactHashes) changes.push(...(await listGone(contactHash, claims.gone)))
      return { changes, result: undefined }
    })
    return context.json({})
  })

  async function listGone(contactHash: string, gone: GoneClaims['gone']): Promise<readonly Change[]> {
    const changes: Change[] = []
    let isUsed = false
    await store.each<KeptShare>(keyOf.shares(contactHash), (key, share) => {
      const isOf = share.walletId === gone.walletId
      if (isOf && (gone.kind === 'user' || share.version <= gone.version)) changes.push(remove(key))
      else isUsed = true
    })
    // An address that was given up may be somebody else's by now.
    if (gone.kind === 'pair' || isUsed) return changes
    await store.each<KnownDevice>(keyOf.devices(contactHash), (key) => void changes.push(remove(key)))
    return [...changes, remove(keyOf.person(contactHash)), remove(keyOf.wait(contactHash))]
  }
}
