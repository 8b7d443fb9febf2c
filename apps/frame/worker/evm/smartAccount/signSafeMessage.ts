/**
 * Signatures of the account over what is no transaction: texts and typed data, each by its own hash. Verifiers ask the account
 * (ERC-1271); where it is not there yet the signature says how it is made (ERC-6492).
 */
import type { Hex } from '@latchkey/wire/guard'
import { concatBytes } from '@noble/hashes/utils.js'
import type { Keyring } from '../../../keys/createKeyring.ts'
import { hashTypedData } from '../hashTypedData.ts'
import { fromHex, toHex } from '../hex.ts'
import { signDigest } from '../signTransaction.ts'
import type { Deployment } from './safeAccount.ts'
import { writeAbi } from './writeAbi.ts'

/** By which a signature of ERC-6492 ends. */
const MAGIC: Hex = '0x6492649264926492649264926492649264926492649264926492649264926492'

/** What the owner signs: the account and the chain are part of it, so that it holds for no other one. Source: Safe 1.4.1. */
const toSafeMessage = (digest: Uint8Array, account: Hex, chainId: bigint) => ({
  domain: { chainId: String(chainId), verifyingContract: account },
  types: {
    EIP712Domain: [
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    SafeMessage: [{ name: 'message', type: 'bytes' }],
  },
  primaryType: 'SafeMessage',
  message: { message: toHex(digest) },
})

/**
 * Signs for the account. `digest` is what an ordinary account would sign, 32 bytes: `hashPersonalMessage` of a text, or
 * `hashTypedData`. `deployment`: how the account is made, where it is not there yet; the signature is wrapped then.
 */
export const signSafeMessage = (
  digest: Uint8Array,
  {
    account,
    chainId,
    deployment,
  }: { readonly account: Hex; readonly chainId: bigint; readonly deployment?: Deployment | undefined },
  sign: Keyring['signEvm'],
): Hex => {
  const signature = signDigest(hashTypedData(toSafeMessage(digest, account, chainId)), sign)
  return deployment ? wrapSignature(signature, deployment) : signature
}

/** A signature of an account that is not there yet. Source: ERC-6492. */
export const wrapSignature = (signature: Hex, { factory, data }: Deployment): Hex =>
  toHex(concatBytes(writeAbi([BigInt(factory), fromHex(data), fromHex(signature)]), fromHex(MAGIC)))
