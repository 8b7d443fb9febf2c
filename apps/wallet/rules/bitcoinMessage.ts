import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64 } from '@scure/base'
import { RawWitness, Transaction } from '@scure/btc-signer'
import { concatBytes, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js'
import type { BitcoinAccount } from './keys.ts'

/** How a Bitcoin message is signed: the old way (BIP-137) or by a transaction that is never sent (BIP-322, simple). */
export type BitcoinProtocol = 'ecdsa' | 'bip322'

/** Signs a message. The answer is base64, as both standards write it. */
export function signBitcoinMessage(account: BitcoinAccount, message: string, protocol: BitcoinProtocol): string {
  return base64.encode(protocol === 'bip322' ? signBip322(account, message) : signBip137(account, message))
}

/** The hash that a message of the old way is signed by. Source: BIP-137. */
export function hashBitcoinMessage(message: string): Uint8Array {
  const bytes = new TextEncoder().encode(message)
  return sha256x2(new TextEncoder().encode('\x18Bitcoin Signed Message:\n'), writeLength(bytes.length), bytes)
}

/** BIP-137: 65 bytes; 39 and above in the first mark a native SegWit address. */
function signBip137(account: BitcoinAccount, message: string): Uint8Array {
  const hash = hashBitcoinMessage(message)
  const recovered = secp256k1.sign(hash, account.privateKey, { prehash: false, format: 'recovered' })
  return concatBytes(Uint8Array.of(39 + (recovered[0] ?? 0)), recovered.slice(1))
}

/** BIP-322, simple: the witness of `to_sign`, which spends `to_spend`, whose input holds the message's hash. */
function signBip322(account: BitcoinAccount, message: string): Uint8Array {
  const hash = tagSchnorr('BIP0322-signed-message', new TextEncoder().encode(message))
  const toSpend = concatBytes(
    new Uint8Array(4),
    Uint8Array.of(1),
    new Uint8Array(32),
    Uint8Array.of(0xff, 0xff, 0xff, 0xff),
    Uint8Array.of(34, 0x00, 0x20),
    hash,
    new Uint8Array(4),
    Uint8Array.of(1),
    new Uint8Array(8),
    writeLength(account.script.length),
    account.script,
    new Uint8Array(4),
  )
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true })
  toSign.addInput({
    txid: sha256x2(toSpend).reverse(),
    index: 0,
    sequence: 0,
    witnessUtxo: { script: account.script, amount: 0n },
  })
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  toSign.signIdx(account.privateKey, 0)
  toSign.finalize()
  const { finalScriptWitness } = toSign.getInput(0)
  if (!finalScriptWitness) throw new Error('The message was not signed.')
  return RawWitness.encode(finalScriptWitness)
}

/** Bitcoin's variable-length number. */
function writeLength(length: number): Uint8Array {
  if (length < 0xfd) return Uint8Array.of(length)
  if (length > 0xffff)
    return Uint8Array.of(0xfe, length & 0xff, (length >> 8) & 0xff, (length >> 16) & 0xff, length >>> 24)
  return Uint8Array.of(0xfd, length & 0xff, length >> 8)
}
