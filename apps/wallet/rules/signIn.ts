import type { AuthenticationRequest, AuthPayload, Cacao } from '@latchkey/walletconnect'
import type { KnownChain } from '../settings.ts'
import { familyOf } from './families.ts'
import type { Keys } from './keys.ts'

/** What a site asks to be signed, in a proposal or by itself. */
export type SignInRequest = AuthPayload | AuthenticationRequest

/** The networks of a sign-in that this wallet can sign for: those of eip155. */
export function listSignInChains(request: SignInRequest, known: readonly KnownChain[]): readonly KnownChain[] {
  return known.filter(({ id }) => familyOf(id) === 'eip155' && request.chains.includes(id))
}

/** The issuer of a sign-in: the account that signs. Source: did:pkh. */
export function toIssuer(chain: string, index: number, keys: Keys): string {
  return `did:pkh:${chain}:${keys.getAddress(chain, index) ?? ''}`
}

/** Signs in on each network with one account. `format` makes the text that the owner saw. Source: CAIP-74, CAIP-122. */
export async function signIn(
  request: SignInRequest,
  parameters: {
    readonly chains: readonly KnownChain[]
    readonly accountIndex: number
    readonly keys: Keys
    readonly format: (iss: string) => string
  },
): Promise<readonly Cacao[]> {
  const { chains, accountIndex, keys, format } = parameters
  const { domain, aud, version, nonce, iat, statement, requestId, resources, nbf, exp } = request
  return Promise.all(
    chains.map(async ({ id }) => {
      const iss = toIssuer(id, accountIndex, keys)
      const signature = await keys.getEvm(accountIndex).signMessage({ message: format(iss) })
      return {
        h: { t: 'caip122' },
        p: { iss, domain, aud, version, nonce, iat, ...leaveOut({ statement, requestId, resources, nbf, exp }) },
        s: { t: 'eip191', s: signature },
      }
    }),
  )
}

/** A record without its undefined fields: they do not travel. */
function leaveOut<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>
}
