/** Wallets with `bitcoin:` features of the Wallet Standard. Source: the Wallet Standard's Bitcoin extension. */
import type { Wallet } from '@wallet-standard/base'
import type { NetworkId } from '../../core/types/network.ts'
import { getFeature, listChains } from '../standard/features.ts'
import { fromBase64, parseNetwork, parseShared, type Shared, toBase64 } from './addresses.ts'
import { type BitcoinWallet, listen, type PsbtRequest, readMember, readMethod, toNumberedError } from './wallet.ts'

/** Opens a wallet of this kind. */
export function openStandardWallet(wallet: Wallet, networkId: NetworkId): BitcoinWallet {
  const feature = (name: string, method: string): Feature | undefined => {
    const found = getFeature<Record<string, unknown>>(wallet, name, method)
    return found && readMethod(found, method)
  }
  const connectFeature = feature('bitcoin:connect', 'connect')
  const signFeature = feature('bitcoin:signMessage', 'signMessage')
  const psbtFeature = feature('bitcoin:signTransaction', 'signTransaction')
  const sendFeature = feature('bitcoin:signAndSendTransaction', 'signAndSendTransaction')
  const switchFeature = feature('bitcoin:switchNetwork', 'switchNetwork')
  const leave = feature('bitcoin:disconnect', 'disconnect') ?? feature('standard:disconnect', 'disconnect')
  const events = ['standard:events', 'bitcoin:events'].flatMap(
    (name) => getFeature<{ on: unknown }>(wallet, name, 'on') ?? [],
  )

  const listAccounts = (): readonly unknown[] => {
    const accounts = readMember(wallet, 'accounts')
    return Array.isArray(accounts) ? accounts : []
  }
  const toShared = (accounts: readonly unknown[]): Shared =>
    parseShared(
      accounts,
      accounts.slice(0, 1).flatMap((account) => listChains(account as Wallet)),
    )

  const open = async (): Promise<readonly unknown[]> => {
    const answer = await connectFeature?.({ purposes: ['payment', 'ordinals'] })
    const accounts = readMember(answer, 'accounts')
    return Array.isArray(accounts) && accounts.length > 0 ? accounts : listAccounts()
  }
  /** The wallet's own object for an address. After a reload it may have none until it is asked. */
  const demandAccount = async (address: string): Promise<unknown> => {
    const find = (accounts: readonly unknown[]) =>
      accounts.find((account) => readMember(account, 'address') === address)
    const account = find(listAccounts()) ?? find(await open())
    if (account) return account
    throw toNumberedError(4100, 'The wallet stands on another account.')
  }
  const toInputs = ({ signInputs = {} }: PsbtRequest) =>
    Promise.all(
      Object.entries(signInputs).map(async ([address, indexes]) => ({
        account: await demandAccount(address),
        signingIndexes: [...indexes],
      })),
    )

  return {
    family: 'walletStandard',
    provider: wallet,
    connect: async () => toShared(await open()),
    read: async () => {
      const accounts = listAccounts()
      return accounts.length > 0 ? toShared(accounts) : undefined
    },
    watch(listener) {
      const stops = events.map((each) =>
        listen(each, { on: 'on', off: 'off' }, 'change', (said) => {
          const accounts = readMember(said, 'accounts')
          listener({ ended: Array.isArray(accounts) && accounts.length === 0, said })
        }),
      )
      return () => {
        for (const stop of stops) stop()
      }
    },
    ...(switchFeature ? { switchNetwork: (to: NetworkId) => switchFeature(to) } : {}),
    ...(leave ? { disconnect: () => leave() } : {}),
    ...(signFeature
      ? {
          signMessage: async (address, message) => {
            const account = await demandAccount(address)
            const answer = await signFeature({ account, message: new TextEncoder().encode(message) })
            const signature = readMember(Array.isArray(answer) ? answer[0] : answer, 'signature')
            return { signature: signature instanceof Uint8Array ? toBase64(signature) : signature }
          },
        }
      : {}),
    ...(psbtFeature || sendFeature
      ? {
          signPsbt: async (request) => {
            const sign = request.broadcast ? sendFeature : psbtFeature
            const chain = listChains(wallet).find((name) => parseNetwork(name) === networkId)
            // It sends by its own node, and there must be no doubt on which network.
            if (!sign || (request.broadcast && chain === undefined)) {
              throw toNumberedError(-32601, 'The wallet has no such feature, or not on this network.')
            }
            const answer = await sign({
              psbt: fromBase64(request.psbt),
              inputsToSign: await toInputs(request),
              ...(request.broadcast && { chain }),
            })
            const first: unknown = Array.isArray(answer) ? answer[0] : answer
            const signed = readMember(first, 'signedPsbt')
            return {
              psbt: signed instanceof Uint8Array ? toBase64(signed) : undefined,
              txid: readMember(first, 'txId') ?? readMember(first, 'txid'),
            }
          },
        }
      : {}),
  }
}

type Feature = (...args: readonly unknown[]) => Promise<unknown>
