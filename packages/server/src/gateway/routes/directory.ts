import { getWallets } from '@latchkey/wire'
import type { GatewayApp, GatewayParts } from '../environment.ts'
import { route } from '../route.ts'

/** A page of the wallet directory. Public, and the same for everyone who asks the same. */
export function directory(app: GatewayApp, parts: GatewayParts): void {
  route(
    app,
    parts,
    getWallets,
    { access: 'project', rateClass: 'directory', isTagged: true },
    async ({ input, common, context }) => {
      const { count, data } = parts.services.directory.search({ ...input, sv: common.sv })
      context.header('cache-control', 'public, max-age=7200')
      return { count, data: data.map((wallet) => ({ description: null, ...wallet })) }
    },
  )
}
