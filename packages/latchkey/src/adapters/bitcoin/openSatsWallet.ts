/** Wallets with one `request` method, as sats-connect describes them. */
import type { NetworkId } from '../../core/types/network.ts'
import {
  fromBase64,
  fromHex,
  isTaproot,
  parseShared,
  type Shared,
  toBase64,
  toHex,
  toNetworkName,
} from './addresses.ts'
import { type BitcoinWallet, listen, readMember, readMethod } from './wallet.ts'

/** Leather's id in `window.btc_providers`; it has words of its own. */
export const LEATHER_ID = 'LeatherProvider'

/** Xverse's events. Their payloads differ between versions, so each only says that something has changed. */
const CHANGES = ['accountChange', 'networkChange'] as const
const ENDS = ['disconnect', 'accountDisconnected'] as const

const PURPOSES = ['payment', 'ordinals'] as const
const NOT_FOUND = -32601
const ACCESS_DENIED = -32002

/** Opens a wallet of this kind. */
export function openSatsWallet(provider: unknown, id: string, networkId: NetworkId): BitcoinWallet {
  const isLeather = id === LEATHER_ID
  const request = readMethod(provider, 'request')

  /** The result of a call. Wallets answer an error, or reject with it. */
  const ask = async (method: string, params?: unknown): Promise<unknown> => {
    const answer = await request?.(method, params)
    const error = readMember(answer, 'error')
    if (error !== undefined && error !== null) throw error
    return readMember(answer, 'result') ?? answer
  }
  const toShared = (answer: unknown): Shared =>
    parseShared(readMember(answer, 'addresses') ?? answer, [readMember(answer, 'network') ?? undefined])
  const own = isLeather ? { network: toNetworkName(networkId)?.toLowerCase() } : {}

  return {
    family: 'satsConnect',
    provider,

    async connect(wanted) {
      if (!isLeather) {
        try {
          return toShared(await ask('wallet_connect', { addresses: PURPOSES, network: toNetworkName(wanted) }))
        } catch (error) {
          if (readCode(error) !== NOT_FOUND) throw error
        }
      }
      return toShared(await ask('getAddresses', { purposes: PURPOSES, ...own }))
    },

    async read() {
      // Leather asks its owner each time.
      if (isLeather) return undefined
      try {
        return toShared(await ask('wallet_getAccount'))
      } catch (error) {
        if (readCode(error) === NOT_FOUND) return undefined
        if (readCode(error) === ACCESS_DENIED) return { accounts: [], networks: [] }
        throw error
      }
    },

    ping: () => ask('getInfo').catch(answerWithNumber),

    watch(listener) {
      const names = { on: 'addListener', off: 'removeListener' }
      const stops = [
        ...CHANGES.map((event) => listen(provider, names, event, (said) => listener({ ended: false, said }))),
        ...ENDS.map((event) => listen(provider, names, event, (said) => listener({ ended: true, said }))),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },

    ...(isLeather
      ? {}
      : {
          switchNetwork: (to: NetworkId) => ask('wallet_changeNetwork', { name: toNetworkName(to) }),
          disconnect: () => ask('wallet_disconnect'),
        }),

    async signMessage(address, message) {
      const kind = isTaproot(address)
      const answer = await ask('signMessage', {
        address,
        message,
        ...(kind && { protocol: 'BIP322' }),
        ...(isLeather && { ...own, paymentType: kind ? 'p2tr' : 'p2wpkh' }),
      })
      return { signature: readMember(answer, 'signature'), address: readMember(answer, 'address') }
    },

    async signPsbt({ psbt, signInputs, broadcast = false }) {
      if (!isLeather) {
        const answer = await ask('signPsbt', { psbt, ...(signInputs && { signInputs }), broadcast })
        return { psbt: readMember(answer, 'psbt'), txid: readMember(answer, 'txid') }
      }
      const answer = await ask('signPsbt', {
        hex: toHex(fromBase64(psbt) ?? new Uint8Array()),
        ...(signInputs && { signAtIndex: Object.values(signInputs).flat() }),
        broadcast,
        ...own,
      })
      const signed = fromHex(readMember(answer, 'hex'))
      return { psbt: signed && toBase64(signed), txid: readMember(answer, 'txid') }
    },

    async sendTransfer({ to, amount }) {
      // Amounts of Bitcoin fit a number; Leather wants a text.
      const recipient = { address: to, amount: isLeather ? amount.toString() : Number(amount) }
      return readMember(await ask('sendTransfer', { recipients: [recipient], ...own }), 'txid')
    },
  }
}

/** The number of an error, which may lie one step deeper. */
function readCode(error: unknown): unknown {
  return readMember(error, 'code') ?? readMember(readMember(error, 'error'), 'code')
}

/** An error with a number is an answer as well; anything else may come from the ruins of an extension. */
function answerWithNumber(error: unknown): true {
  if (typeof readCode(error) === 'number') return true
  throw error
}
