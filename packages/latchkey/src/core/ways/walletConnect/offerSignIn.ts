import type { ProposalNamespaces, Session } from '@latchkey/walletconnect'
import { FailureError } from '../../errors/failure.ts'
import { loadSignInStep } from '../../kernel/signIn/settleSignIn.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { NetworkId } from '../../types/network.ts'
import type { LiveWalletConnect } from './liveWalletConnect.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

/**
 * Makes a pairing whose approval is a sign-in too, where the site wants visitors to sign in and asks for networks of eip155 alone. A wallet
 * that cannot do that sees an ordinary proposal. Undefined where it does not apply or cannot be prepared.
 */
export async function offerSignIn(
  instance: Instance,
  wc: LiveWalletConnect,
  namespaces: ProposalNamespaces,
): Promise<{ readonly uri?: string | undefined; readonly approval: () => Promise<Session> } | undefined> {
  const { eip155: asked, ...others } = namespaces
  if (!instance.loadSignIn || !asked?.chains || Object.keys(others).length > 0) return undefined
  const active = instance.stores.networks.get().activeByNamespace.eip155
  const chains = [...asked.chains].sort((a, b) => Number(b === active) - Number(a === active))
  const step = await loadSignInStep(instance)
  const parameters = await step?.prepareOneClick(instance, chains as readonly NetworkId[])
  if (!step || !parameters) return undefined
  const { uri, response } = await wc.client.authenticate({ ...parameters, chains, methods: asked.methods })
  return {
    uri,
    approval: async () => {
      const { auths = [], session } = await response()
      if (!session) {
        const context = { step: 'pair', connectorId: WALLET_CONNECT_ID } as const
        throw new FailureError('ACCOUNT_NOT_SHARED', 'The wallet signed in and shared no account.', context)
      }
      if (auths.length > 0) {
        step.keepOneClick(instance, auths, ({ p }) =>
          wc.client.formatAuthMessage({ request: { ...p, type: 'caip122', chains }, iss: p.iss }),
        )
      }
      return session
    },
  }
}
