import type { AuthenticationParams } from '../calls.ts'
import type { AuthenticationRequest } from '../records.ts'

/** What travels of the sign-ins that the caller of `connect` asks for. */
export function toAuthenticationRequests(
  asked: readonly AuthenticationParams[],
  nowMs: number,
): readonly AuthenticationRequest[] {
  const iat = new Date(nowMs).toISOString()
  return asked.map((params) => toAuthenticationRequest(params, iat))
}

function toAuthenticationRequest(params: AuthenticationParams, iat: string): AuthenticationRequest {
  const { domain, chains, nonce, uri, type, exp, nbf, statement, requestId, resources, signatureTypes } = params
  return {
    domain,
    chains,
    nonce,
    type: type ?? 'caip122',
    aud: uri,
    version: '1',
    iat,
    ...Object.fromEntries(
      Object.entries({ exp, nbf, statement, requestId, resources, signatureTypes }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
  }
}
