import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, hex } from '@scure/base'
import { NETWORK, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import { bytesToHex } from 'viem'
import { HDKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** The phrase that every EVM dev chain starts with. Public, and good for nothing else. */
export const TEST_PHRASE = 'test test test test test test test test test test test junk'

/** Its BIP-39 seed, so that the page need not carry a word list. */
const TEST_SEED =
  '9dfc3c64c2f8bede1533b6a79f8570e5943e0b8fd1cf77107adf7b72cef42185d564a3aee24cab43f80e3c4538087d70fc824eabbad596a23c97b6ee8322ccc0'

/** Accounts of each family. */
export const ACCOUNT_COUNT = 2

/** The first of a dev chain's funded accounts deploys the demo's contracts; these are the next two. */
const FIRST_EVM_INDEX = 1

export type SolanaAccount = {
  /** Base58. */
  readonly address: string
  readonly publicKey: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

/** A native SegWit account (P2WPKH). */
export type BitcoinAccount = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly privateKey: Uint8Array
  readonly script: Uint8Array
  /** BIP-84. */
  readonly path: string
}

/** The wallet's keys, by family and account number. Derived from the public test phrase and nothing else. */
export type Keys = {
  getEvm(index: number): PrivateKeyAccount
  getSolana(index: number): SolanaAccount
  /** Addresses differ between mainnet and testnets. */
  getBitcoin(chain: string, index: number): BitcoinAccount
  /** The address of an account on a CAIP-2 chain; undefined for a family without keys. */
  getAddress(chain: string, index: number): string | undefined
  /** The account that has an address on a chain. */
  findIndex(chain: string, address: string): number | undefined
}

/** Makes the wallet's keys. */
export function createKeys(): Keys {
  const root = HDKey.fromMasterSeed(hex.decode(TEST_SEED))
  const derive = (path: string): Uint8Array => {
    const { privateKey } = root.derive(path)
    if (!privateKey) throw new Error(`There is no key at ${path}.`)
    return privateKey
  }
  const keep = <Value>(make: (key: string, index: number) => Value) => {
    const made = new Map<string, Value>()
    return (key: string, index: number): Value => {
      const known = made.get(`${key} ${index}`) ?? make(key, index)
      made.set(`${key} ${index}`, known)
      return known
    }
  }
  const evm = keep((_, index) => privateKeyToAccount(bytesToHex(derive(`m/44'/60'/0'/0/${FIRST_EVM_INDEX + index}`))))
  const solana = keep((_, index) => {
    // A real wallet derives by SLIP-10; a test key need only be the same each time.
    const secret = derive(`m/44'/501'/${index}'/0'`)
    const publicKey = ed25519.getPublicKey(secret)
    return {
      address: base58.encode(publicKey),
      publicKey,
      sign: (message: Uint8Array) => ed25519.sign(message, secret),
    }
  })
  const bitcoin = keep((kind, index) => {
    const isMain = kind === 'main'
    const path = `m/84'/${isMain ? 0 : 1}'/0'/0/${index}`
    const privateKey = derive(path)
    const publicKey = root.derive(path).publicKey
    if (!publicKey) throw new Error(`There is no key at ${path}.`)
    const { address, script } = p2wpkh(publicKey, isMain ? NETWORK : TEST_NETWORK)
    if (!address) throw new Error(`There is no address at ${path}.`)
    return { address, publicKey, privateKey, script, path }
  })
  const getBitcoin = (chain: string, index: number) => bitcoin(isBitcoinMainnet(chain) ? 'main' : 'test', index)
  const getAddress = (chain: string, index: number): string | undefined => {
    const family = chain.slice(0, chain.indexOf(':'))
    if (family === 'eip155') return evm('', index).address
    if (family === 'solana') return solana('', index).address
    return family === 'bip122' ? getBitcoin(chain, index).address : undefined
  }
  return {
    getEvm: (index) => evm('', index),
    getSolana: (index) => solana('', index),
    getBitcoin,
    getAddress,
    findIndex(chain, address) {
      const isEvm = chain.startsWith('eip155:')
      const same = (own: string | undefined): boolean =>
        isEvm ? own?.toLowerCase() === address.toLowerCase() : own === address
      const found = Array.from({ length: ACCOUNT_COUNT }, (_, index) => index).find((index) =>
        same(getAddress(chain, index)),
      )
      return found
    },
  }
}

/** Whether a bip122 chain is Bitcoin's main one. Source: CAIP-4. */
export function isBitcoinMainnet(chain: string): boolean {
  return chain === 'bip122:000000000019d6689c085ae165831e93'
}
