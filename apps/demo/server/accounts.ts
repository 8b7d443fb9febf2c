import { bytesToHex } from 'viem'
import { type HDAccount, mnemonicToAccount } from 'viem/accounts'

/** The phrase that every EVM dev chain starts with. Public, and good for nothing else. Source: anvil's and Hardhat's defaults. */
const MNEMONIC = 'test test test test test test test test test test test junk'

/** Has the coins that the sample provider sells. */
export const SELLER = 8

/** Has the coins that the shop gives away to newcomers. */
export const GIVER = 7

/** Account 0 deploys; the demo wallet has the two after it. */
export function getDevAccount(index: number): HDAccount {
  return mnemonicToAccount(MNEMONIC, { addressIndex: index })
}

/** The private key of a dev account. */
export function getDevKey(index: number): `0x${string}` {
  const key = getDevAccount(index).getHdKey().privateKey
  if (!key) throw new Error(`Dev account ${index} has no private key.`)
  return bytesToHex(key)
}

/** The seed of a Solana account, the same that the demo wallet which is a page of its own derives. */
export function getSolanaSeed(index: number): Uint8Array {
  const path = `m/44'/501'/${index}'/0'` as `m/44'/60'/${string}`
  const seed = mnemonicToAccount(MNEMONIC, { path }).getHdKey().privateKey
  if (!seed) throw new Error(`There is no key at ${path}.`)
  return seed
}
