/** Signed sign-ins: CACAO objects (CAIP-74). */
import type { AuthenticationRequest, AuthPayload, Cacao, SessionNamespace, SessionNamespaces } from '../records.ts'
import { isObject, isTextList, union } from '../rules/values.ts'
import { formatSignedMessage, parseIssuer } from './formatAuthMessage.ts'
import { decodeRecap, isRecap, readRecap } from './recap.ts'

/** Asks a chain: `eth_call` with `to` and `data`, the answer in hex. */
export type EthCall = (chainId: string, call: { readonly to: string; readonly data: string }) => Promise<string>

const REQUIRED = ['iss', 'domain', 'aud', 'version', 'nonce', 'iat'] as const
const OPTIONAL = ['statement', 'requestId', 'nbf', 'exp'] as const

/** Whether a value has the shape of a signed sign-in. */
export function isCacao(value: unknown): value is Cacao {
  if (!isObject(value) || !isObject(value.h) || !isObject(value.p) || !isObject(value.s)) return false
  const { h, p, s } = value
  return (
    typeof h.t === 'string' &&
    typeof s.t === 'string' &&
    typeof s.s === 'string' &&
    REQUIRED.every((name) => typeof p[name] === 'string') &&
    OPTIONAL.every((name) => p[name] === undefined || typeof p[name] === 'string') &&
    (p.resources === undefined || isTextList(p.resources))
  )
}

/** The signed object of one account: what was asked, who signed (`eip155:1:0x…`, with or without `did:pkh:`), and how. */
export function buildAuthObject(request: AuthPayload, signature: Cacao['s'], iss: string): Cacao {
  const { domain, aud, version, nonce, iat, statement, requestId, resources, nbf, exp } = request
  const optional = Object.entries({ statement, requestId, resources, nbf, exp }).filter(
    ([, value]) => value !== undefined,
  )
  return {
    h: { t: 'caip122' },
    p: {
      iss: iss.startsWith('did:pkh:') ? iss : `did:pkh:${iss}`,
      domain,
      aud,
      version,
      nonce,
      iat,
      ...Object.fromEntries(optional),
    },
    s: signature,
  }
}

/**
 * Whether an object was signed by its account: by its key (`eip191`), or, where chains can be asked, by its contract
 * (`eip1271`). Anything that cannot be checked is not; never rejects.
 */
export async function verifyCacao(
  cacao: unknown,
  options: { readonly ethCall?: EthCall | undefined } = {},
): Promise<boolean> {
  if (!isCacao(cacao)) return false
  try {
    const { namespace, reference, address } = parseIssuer(cacao.p.iss)
    if (namespace !== 'eip155') return false
    const { encodeIsValidSignature, hashMessage, recoverAddress } = await import('./checkSignature.ts')
    const hash = hashMessage(formatSignedMessage(cacao.p))
    if (cacao.s.t === 'eip191') return recoverAddress(hash, cacao.s.s) === address.toLowerCase()
    if (cacao.s.t !== 'eip1271' || !options.ethCall) return false
    const data = encodeIsValidSignature(hash, cacao.s.s)
    const answer = await options.ethCall(`${namespace}:${reference}`, { to: address, data })
    return answer.slice(0, 10).toLowerCase() === '0x1626ba7e'
  } catch {
    return false
  }
}

/** Why an object does not answer a request; undefined when it does. `nowMs` counts since 1970. */
export function findCacaoMismatch(
  cacao: Cacao,
  request: Pick<AuthPayload | AuthenticationRequest, 'domain' | 'nonce' | 'aud' | 'chains'>,
  nowMs: number,
): string | undefined {
  const { p } = cacao
  for (const name of ['domain', 'nonce', 'aud'] as const) {
    if (p[name] !== request[name]) return `${name} mismatch: requested ${request[name]}, got ${p[name]}`
  }
  const chain = p.iss
    .replace(/^did:pkh:/, '')
    .split(':', 2)
    .join(':')
  if (!request.chains.includes(chain)) return `cacao issued for chain ${chain} which was not requested`
  // Dates that cannot be read compare as false either way, and count as out of range.
  if (p.exp !== undefined && !(Date.parse(p.exp) > nowMs)) return `cacao expired at ${p.exp}`
  if (p.nbf !== undefined && !(Date.parse(p.nbf) <= nowMs)) return `cacao not valid before ${p.nbf}`
  return undefined
}

/**
 * What a session made of sign-ins grants: the methods of their capabilities, on the chains they were signed for and the ones
 * the capabilities name. Undefined where no capability grants a method.
 */
export function toSignInNamespaces(cacaos: readonly Cacao[]): SessionNamespaces | undefined {
  const namespaces = new Map<string, SessionNamespace>()
  for (const { p } of cacaos) {
    const { namespace, reference, address } = parseIssuer(p.iss)
    const last = p.resources?.at(-1)
    if (!isRecap(last)) continue
    const granted = readRecap(decodeRecap(last), namespace)
    if (granted.methods.length === 0) continue
    const own = granted.chains.filter((chain) => chain.startsWith(`${namespace}:`))
    const chains = union([`${namespace}:${reference}`], own)
    const known = namespaces.get(namespace)
    namespaces.set(namespace, {
      accounts: union(
        known?.accounts ?? [],
        chains.map((chain) => `${chain}:${address}`),
      ),
      chains: union(known?.chains ?? [], chains),
      methods: union(known?.methods ?? [], granted.methods),
      events: ['chainChanged', 'accountsChanged'],
    })
  }
  return namespaces.size > 0 ? Object.fromEntries(namespaces) : undefined
}
