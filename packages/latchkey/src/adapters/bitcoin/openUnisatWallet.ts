/** Wallets with UniSat's methods, and OKX's, which has one such object a network. */
import type { NetworkId } from '../../core/types/network.ts'
import { NETWORK_IDS } from '../../core/values/bitcoinNetworks.ts'
import {
  fromBase64,
  fromHex,
  isTaproot,
  type NetworkName,
  parseShared,
  toBase64,
  toHex,
  toNetworkName,
} from './addresses.ts'
import { type BitcoinWallet, listen, readMember, readMethod, toNumberedError } from './wallet.ts'

/** Where OKX keeps the object of each network. */
const OKX_OBJECTS: Readonly<Partial<Record<NetworkName, string>>> = {
  Mainnet: 'bitcoin',
  Testnet: 'bitcoinTestnet',
  Signet: 'bitcoinSignet',
}

/** Each only says that something has changed: payloads are lists, objects or nothing. */
const CHANGES = ['accountsChanged', 'accountChanged', 'networkChanged', 'chainChanged'] as const

/** Opens OKX's wallet on a network, or on mainnet where it has no object for the network. */
export function openOkxWallet(root: unknown, networkId: NetworkId): BitcoinWallet {
  const find = (id: NetworkId): unknown => {
    const name = toNetworkName(id)
    return name && readMember(root, OKX_OBJECTS[name] ?? '')
  }
  const own = find(networkId)
  const provider = own ?? readMember(root, 'bitcoin')
  const told = own ? networkId : NETWORK_IDS.Mainnet
  const open = async (object: unknown, at: NetworkId) => parseShared([await readMethod(object, 'connect')?.()], [at])
  return {
    ...openUnisatWallet(provider, told),
    provider,
    connect: (wanted) => {
      const object = find(wanted)
      return object ? open(object, wanted) : open(provider, told)
    },
    // Another network is another object, which shares its own account.
    async switchNetwork(to) {
      const object = find(to)
      if (!object) throw toNumberedError(-32601, 'The wallet has no object for this network.')
      return open(object, to)
    },
  }
}

/** Opens a wallet like UniSat. `told` is its network where the object stands for one. */
export function openUnisatWallet(provider: unknown, told?: NetworkId): BitcoinWallet {
  const has = (name: string) => readMethod(provider, name) !== undefined
  const ask = async (name: string, ...args: readonly unknown[]) => readMethod(provider, name)?.(...args)
  // Some wallets of this kind do not say their network, or their key.
  const readNetwork = () => (has('getChain') ? ask('getChain') : ask('getNetwork')).catch(() => undefined)
  const readKey = () => ask('getPublicKey').catch(() => undefined)

  const toShared = async (addresses: unknown) => {
    const list = Array.isArray(addresses) ? addresses : [addresses]
    if (list.length === 0) return { accounts: [], networks: [] }
    const [network, publicKey] = await Promise.all([told ?? readNetwork(), readKey()])
    return parseShared(
      list.map((address, at) => (at === 0 ? { address, publicKey } : address)),
      [network],
    )
  }
  const demandAccount = async (address: string) => {
    const accounts = await ask('getAccounts')
    // It signs with whatever account its owner has chosen (F-08).
    if (Array.isArray(accounts) && !accounts.includes(address))
      throw toNumberedError(4100, 'The wallet stands on another account.')
  }

  return {
    // Its errors are those of EIP-1193: -32002 is an open prompt.
    family: 'eip155',
    provider,
    connect: async () => toShared(await ask('requestAccounts')),
    read: async () => (has('getAccounts') ? toShared(await ask('getAccounts')) : undefined),
    ...(has('getNetwork') || has('getAccounts')
      ? { ping: () => ask(has('getNetwork') ? 'getNetwork' : 'getAccounts').catch(answerWithNumber) }
      : {}),
    watch(listener) {
      const off = typeof readMember(provider, 'removeListener') === 'function' ? 'removeListener' : 'off'
      const stops = CHANGES.map((event) =>
        listen(provider, { on: 'on', off }, event, (said) => listener({ ended: false, said })),
      )
      return () => {
        for (const stop of stops) stop()
      }
    },
    ...(has('switchChain') || has('switchNetwork')
      ? {
          switchNetwork: (to: NetworkId) => {
            const name = toNetworkName(to)
            return has('switchChain')
              ? ask('switchChain', `BITCOIN_${name?.toUpperCase()}`)
              : ask('switchNetwork', name === 'Mainnet' ? 'livenet' : name?.toLowerCase())
          },
        }
      : {}),
    ...(has('disconnect') ? { disconnect: () => ask('disconnect') } : {}),
    async signMessage(address, message) {
      await demandAccount(address)
      const signature = await (isTaproot(address)
        ? ask('signMessage', message, 'bip322-simple')
        : ask('signMessage', message))
      return { signature }
    },
    ...(has('signPsbt')
      ? {
          signPsbt: async ({ psbt, signInputs, broadcast = false }) => {
            const toSignInputs =
              signInputs &&
              Object.entries(signInputs).flatMap(([address, indexes]) => indexes.map((index) => ({ index, address })))
            const options = { autoFinalized: broadcast, ...(toSignInputs && { toSignInputs }) }
            const hex = await ask('signPsbt', toHex(fromBase64(psbt) ?? new Uint8Array()), options)
            const signed = fromHex(hex)
            const answer = { psbt: signed && toBase64(signed) }
            return signed && broadcast ? { ...answer, txid: await ask('pushPsbt', hex) } : answer
          },
        }
      : {}),
    // OKX's `send` counts in coins, not in satoshi, so it is no stand-in.
    ...(has('sendBitcoin')
      ? {
          sendTransfer: async ({ from, to, amount }) => {
            await demandAccount(from)
            return ask('sendBitcoin', to, Number(amount))
          },
        }
      : {}),
  }
}

function answerWithNumber(error: unknown): true {
  if (typeof readMember(error, 'code') === 'number') return true
  throw error
}
