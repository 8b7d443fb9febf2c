import type { CreateSiwx } from '../core/types/siwx.ts'
import { deferSiwx } from './deferSiwx.ts'
import type { ServerSiwxOptions } from './serverSiwxOptions.ts'

/**
 * Sign-in checked and kept by a site's own server; `@latchkey/server/verify` has what it needs for that. Rejections:
 * `SIGNATURE_UNVERIFIED` when the server refused, else `SIGN_IN_SERVICE_DOWN`. A server that accepts and whose `getSession` then
 * names nobody is found out by whoever drives the sign-in (F-35).
 */
export function serverSiwx(options: ServerSiwxOptions): CreateSiwx {
  return (surroundings) =>
    deferSiwx(options, async () => {
      const { createServerSiwx } = await import('./createServerSiwx.ts')
      return createServerSiwx(options, surroundings)
    })
}
