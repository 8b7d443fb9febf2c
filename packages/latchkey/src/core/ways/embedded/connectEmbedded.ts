import type { FrameAnswer, FramePayload } from '@latchkey/wire/frame'
import type { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { isCurrent, startAttempt } from '../../kernel/attempt/attempt.ts'
import { completeConnect } from '../../kernel/attempt/completeConnect.ts'
import { reportFailure } from '../../kernel/attempt/reportFailure.ts'
import { getNamespaceNetwork } from '../../kernel/networks/getActiveNetwork.ts'
import { loadSignInStep } from '../../kernel/signIn/settleSignIn.ts'
import type { Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace, NetworkId } from '../../types/network.ts'
import { EMBEDDED_ID, EMBEDDED_NAME, EMBEDDED_NAMESPACES } from './embeddedId.ts'
import { serveEmbedded } from './serveEmbedded.ts'
import type { EmbeddedNamespace } from './serving.ts'
import { toFrameFailure } from './toFrameFailure.ts'

/** Stands for the address in a sign-in text before it is known. Source: SEC-39. */
const ADDRESS_PLACE = '<<AccountAddress>>'

export declare namespace connectEmbedded {
  type Parameters = {
    /** The one to be in use afterwards. Default: the active one, where the wallet has an account there. */
    namespace?: Namespace | undefined
    /** Where to go on success instead of closing. */
    redirectView?: string | undefined
  }
  type ErrorType = LatchkeyError
}

/**
 * Connects the wallet of whoever has logged in, in every namespace of the site that it has an account in; where the site wants visitors
 * to sign in, that is done by the same press. Rejects with a failure, or with `ATTEMPT_CANCELLED`.
 */
export function connectEmbedded(
  instance: Instance,
  { namespace, redirectView }: connectEmbedded.Parameters = {},
): Promise<Connection> {
  const networks = instance.stores.networks.get()
  const places = EMBEDDED_NAMESPACES.flatMap((each) => {
    const network = getNamespaceNetwork(networks, each)
    return network ? [{ namespace: each, networkId: network.caipNetworkId }] : []
  })
  const wanted = namespace ?? networks.activeNamespace
  const [first = { namespace: 'eip155' as const, networkId: 'eip155:1' as const }, ...others] = places.sort(
    (a, b) => Number(b.namespace === wanted) - Number(a.namespace === wanted),
  )
  const context = {
    step: 'connect',
    namespace: first.namespace,
    connectorId: EMBEDDED_ID,
    walletName: EMBEDDED_NAME,
  } as const
  let beside: readonly Connection[] = []
  const attempt = startAttempt(instance, {
    kind: 'connect',
    namespace: first.namespace,
    connectorId: EMBEDDED_ID,
    networkId: undefined,
    pairing: undefined,
    key: EMBEDDED_ID,
    ask: (running) => {
      const read = async (): Promise<void> => {
        const connection = await readConnection(instance, first)
        // One that has no account there is still a wallet.
        const more = await Promise.all(others.map((place) => readConnection(instance, place).catch(() => undefined)))
        beside = more.filter((each) => each !== undefined)
        running.win(connection)
      }
      read().catch((error: unknown) => {
        if (isCurrent(instance, running)) reportFailure(instance, running, toFrameFailure(error, context), context)
      })
    },
    complete: (running, connection) =>
      completeConnect(instance, running, { connections: [connection, ...beside], method: 'email', redirectView }),
  })
  return attempt.outcome
}

async function readConnection(
  instance: Instance,
  { namespace, networkId }: { readonly namespace: EmbeddedNamespace; readonly networkId: NetworkId },
): Promise<Connection> {
  const serving = serveEmbedded(instance)
  const offer = namespace === 'eip155' ? await offerSignIn(instance, networkId) : undefined
  const user = await serving.readUser(namespace, { chainId: networkId, siwxMessage: offer?.siwxMessage })
  offer?.keep(user)
  return serving.toConnection(namespace, user)
}

/** The text that the frame signs along with the login, and what to do with its answer; undefined where nobody has to sign in. */
async function offerSignIn(
  instance: Instance,
  networkId: NetworkId,
): Promise<
  | {
      readonly siwxMessage: NonNullable<FramePayload<'GET_USER'>>['siwxMessage']
      readonly keep: (user: FrameAnswer<'GET_USER'>) => void
    }
  | undefined
> {
  if (!instance.loadSignIn) return undefined
  const step = await loadSignInStep(instance)
  const fields = await step?.prepareOneClick(instance, [networkId])
  // Rights that a text hands on are never given without being seen (SEC-39).
  if (!step || !fields || fields.resources?.length) return undefined
  const { domain, uri, nonce, statement, exp, nbf, requestId } = fields
  const issuedAt = new Date(instance.services.clock.now()).toISOString()
  return {
    siwxMessage: {
      accountAddress: ADDRESS_PLACE,
      chainId: networkId,
      domain,
      uri,
      version: '1',
      nonce,
      statement,
      issuedAt,
      expirationTime: exp,
      notBefore: nbf,
      requestId,
    },
    keep: ({ address, signature, message }) => {
      if (signature === undefined || message === undefined) return
      const p = {
        iss: `did:pkh:${networkId}:${address}`,
        domain,
        aud: uri,
        version: '1',
        nonce,
        iat: issuedAt,
        statement,
        exp,
        nbf,
        requestId,
      }
      step.keepOneClick(instance, [{ h: { t: 'caip122' }, p, s: { t: 'eip191', s: signature } }], () => message)
    },
  }
}
