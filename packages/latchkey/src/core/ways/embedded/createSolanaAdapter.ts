import type { FailureContext, FailureStep } from '../../errors/failure.ts'
import { FailureError } from '../../errors/failure.ts'
import type { Adapter } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { NetworkId } from '../../types/network.ts'
import type { StandardWallet } from '../../types/standardWallet.ts'
import { fromBase58, toBase58 } from '../../values/base58.ts'
import { EMBEDDED_NAME } from './embeddedId.ts'
import type { Serving } from './serving.ts'
import { toFrameFailure } from './toFrameFailure.ts'

/** What the Wallet Standard calls Solana's networks; the frame is told the network of the connection. */
const CHAINS = ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet'] as const

const FEATURES = ['solana:signMessage', 'solana:signTransaction'] as const

/** A drawing of nothing: pictures of wallets come from their connectors. */
const ICON = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='

/** The embedded wallet as the Wallet Standard has it: what Solana's adapter and the site's own libraries sign with. */
export function createSolanaWallet(serving: Serving): StandardWallet {
  const sign = async (transactions: readonly string[]): Promise<readonly string[]> => {
    const [transaction, ...others] = transactions
    if (others.length > 0) {
      const answer = await serving.request('solana', 'solana_signAllTransactions', { transactions })
      return (answer as { readonly transactions?: readonly string[] } | null)?.transactions ?? []
    }
    const answer = await serving.request('solana', 'solana_signTransaction', { transaction })
    const { transaction: signed } = (answer ?? {}) as { readonly transaction?: string }
    return signed === undefined ? [] : [signed]
  }
  return {
    version: '1.0.0',
    name: EMBEDDED_NAME,
    icon: ICON,
    chains: CHAINS,
    get accounts() {
      return (serving.read('solana')?.accounts ?? []).map(({ address }) => ({
        address,
        publicKey: fromBase58(address) ?? new Uint8Array(),
        chains: CHAINS,
        features: FEATURES,
      }))
    },
    features: {
      'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [] }) },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: (...inputs: readonly { account: { address: string }; message: Uint8Array }[]) =>
          Promise.all(
            inputs.map(async ({ account, message }) => {
              const params = { message: toBase58(message), pubkey: account.address }
              return { signedMessage: message, signature: await signMessage(serving, params) }
            }),
          ),
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: async (...inputs: readonly { transaction: Uint8Array }[]) => {
          const signed = await sign(inputs.map(({ transaction }) => toBase58(transaction)))
          return signed.map((text) => ({ signedTransaction: fromBase58(text) }))
        },
      },
    },
  }
}

/** Serves the embedded wallet on Solana: it signs, and what is built and sent is the site's own Solana adapter's work. */
export function createSolanaAdapter(instance: Instance, serving: Serving): Adapter {
  const connector = serving.connectors.solana
  const describe = (step: FailureStep, networkId?: NetworkId): FailureContext => ({
    step,
    namespace: 'solana',
    connectorId: connector.id,
    walletName: connector.name,
    networkId,
  })
  const { fetchBalance, estimateGas, send, fetchSentStatus, askNode, prepareSend } = instance.adapters.solana ?? {}
  const { sendProgramCalls, prepareProgramCalls } = instance.adapters.solana ?? {}
  return {
    namespace: 'solana',
    type: 'solana',
    watchConnectors: (listener) => {
      listener([connector])
      return () => undefined
    },
    connect: async () => {
      const connection = serving.read('solana')
      if (connection) return connection
      throw new FailureError('SESSION_ENDED', 'Nobody is logged in by e-mail.', describe('connect'))
    },
    watchConnection: (_, listener) => serving.watch('solana', listener),
    reconnect: (_, { networkId }) => serving.restore('solana', networkId),
    disconnect: () => serving.signOut(),
    switchNetwork: async (_, network) => {
      try {
        await serving.switchNetwork('solana', network.caipNetworkId)
      } catch (error) {
        throw toFrameFailure(error, describe('switch', network.caipNetworkId))
      }
    },
    signMessage: async ({ accounts: [account], networkId }, message) => {
      const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
      try {
        const params = { message: toBase58(bytes), pubkey: account?.address }
        return toBase58(await signMessage(serving, params))
      } catch (error) {
        throw toFrameFailure(error, describe('sign', networkId))
      }
    },
    probe: () => ({
      isAlive: async () => true,
      isUnlocked: async () => undefined,
      getAccounts: async () => serving.read('solana')?.accounts.map(({ address }) => address) ?? [],
    }),
    fetchBalance,
    estimateGas,
    send,
    fetchSentStatus,
    askNode,
    prepareSend,
    sendProgramCalls,
    prepareProgramCalls,
  }
}

async function signMessage(serving: Serving, params: object): Promise<Uint8Array> {
  const answer = await serving.request('solana', 'solana_signMessage', params)
  const { signature } = (answer ?? {}) as { readonly signature?: unknown }
  const bytes = typeof signature === 'string' ? fromBase58(signature) : undefined
  if (bytes?.length === 64) return bytes
  throw new Error('The answer is no signature.')
}
