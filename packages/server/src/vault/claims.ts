import { LOGIN_TOKEN_TYPE, type LoginClaims, loginClaims } from '@latchkey/wire/custody/tokens'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import type { CallRequest } from '../custody/serveCall.ts'
import type { VaultParts, VaultProject } from './vaultParts.ts'

/** Who the gateway says it is, for the device that calls. Throws `CustodyRefusal`. */
export async function readClaims(
  parts: VaultParts,
  request: CallRequest<{ assertion: string }>,
): Promise<LoginClaims & { project: VaultProject }> {
  const claims = await parts.gateway.check(request.body.assertion, { type: LOGIN_TOKEN_TYPE, schema: loginClaims })
  if (claims.thumbprint !== request.thumbprint) {
    throw new CustodyRefusal('TOKEN_REFUSED', 'The assertion is for another device.')
  }
  return { ...claims, project: parts.findProject(claims.projectId, request.host) }
}
