/** Accounts of every kind that can sign in, for tests: contract accounts by a few bytes of EVM code, keys of other chains. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { base58, hex } from '@scure/base'
import { concat, getCreate2Address, type Hex, padHex, size, toHex } from 'viem'

/** What any chain of ours deploys by CREATE2 with: anvil has it from the start. Calldata is salt and code. */
export const DEPLOYER: Hex = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** A contract account of ERC-1271 with one owner: `isValidSignature` recovers the key and compares. No other function. */
export function createContractAccount(owner: Hex, salt = 0): { address: Hex; init: Hex; deployment: Hex } {
  const code = concat([
    // ecrecover's input: hash, v, r, s, from the places that the ABI gives them
    '0x600435600052',
    '0x60a43560f81c602052',
    '0x606435604052',
    '0x608435606052',
    // staticcall to ecrecover, its answer over the hash
    '0x602060006080600060015afa50',
    // the magic value times whether the key is the owner's
    concat(['0x60005173', owner, '0x14']),
    '0x631626ba7e0260e01b60005260206000f3',
  ])
  const init = deployCode(code)
  const paddedSalt = padHex(toHex(salt), { size: 32 })
  return {
    address: getCreate2Address({ from: DEPLOYER, salt: paddedSalt, bytecode: init }),
    init,
    deployment: concat([paddedSalt, init]),
  }
}

/** Code that deploys other code of up to 255 bytes. */
export function deployCode(code: Hex): Hex {
  return concat([concat(['0x60', toHex(size(code), { size: 1 }), '0x80600b6000396000f3']), code])
}

/** A Solana account. */
export function createSolanaAccount(seed = 1) {
  const secret = new Uint8Array(32).fill(seed)
  return {
    address: base58.encode(ed25519.getPublicKey(secret)),
    sign: (message: string) => base58.encode(ed25519.sign(new TextEncoder().encode(message), secret)),
  }
}

/** An address in SS58 for 32 bytes. */
export function writeSs58(account: Uint8Array, prefix = 42): string {
  const body = new Uint8Array([prefix, ...account])
  const sum = blake2b(new Uint8Array([...new TextEncoder().encode('SS58PRE'), ...body]), { dkLen: 64 })
  return base58.encode(new Uint8Array([...body, ...sum.subarray(0, 2)]))
}

/** Hex with its `0x`. */
export function showHex(bytes: Uint8Array): Hex {
  return `0x${hex.encode(bytes)}`
}
