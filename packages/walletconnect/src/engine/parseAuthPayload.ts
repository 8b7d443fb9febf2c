import { EngineError } from '../errors.ts'
import type { AuthPayload } from '../records.ts'
import { isTextList, toObject } from '../rules/values.ts'

/** What is asked to be signed. Throws `MISSING_OR_INVALID`. */
export function parseAuthPayload(value: unknown): AuthPayload {
  const payload = toObject(value)
  const { chains, aud, domain, version, nonce, iat, type } = payload
  for (const [name, field] of Object.entries({ aud, domain, version, nonce, iat }))
    if (typeof field !== 'string') throw new EngineError('MISSING_OR_INVALID', `authenticate() ${name}`)
  if (!isTextList(chains) || chains.length === 0) throw new EngineError('MISSING_OR_INVALID', 'authenticate() chains')
  const { resources } = payload
  if (resources !== undefined && resources !== null && !isTextList(resources))
    throw new EngineError('MISSING_OR_INVALID', 'authenticate() resources')
  const optional = Object.fromEntries(
    Object.entries({
      statement: payload.statement,
      exp: payload.exp,
      nbf: payload.nbf,
      requestId: payload.requestId,
    }).filter(([, field]) => typeof field === 'string'),
  )
  return {
    type: typeof type === 'string' ? type : 'caip122',
    chains,
    aud: String(aud),
    domain: String(domain),
    version: String(version),
    nonce: String(nonce),
    iat: String(iat),
    ...optional,
    ...(isTextList(resources) && { resources }),
  }
}
