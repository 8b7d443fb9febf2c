/** Addresses with their checksum. Source: EIP-55. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, type Hex } from './hex.ts'
import { toAddress } from './isAddress.ts'

/** The address in the mixed case that carries its checksum. */
export function toChecksumAddress(address: Hex): Hex {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(digits))).slice(2)
  let checksummed = ''
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charAt(index)
    checksummed += hash.charAt(index) >= '8' ? digit.toUpperCase() : digit
  }
  return `0x${checksummed}`
}

/**
 * Reads a wallet's list of accounts: checksummed, each once, in the wallet's order. Whatever is no address is left out;
 * what is no list gives none.
 */
export function parseAccounts(value: unknown): readonly Hex[] {
  try {
    const addresses = Array.isArray(value) ? value.flatMap((item) => toAddress(item) ?? []) : []
    return [...new Set(addresses.map(toChecksumAddress))]
  } catch {
    // An object that is not ours, whose members throw.
    return []
  }
}
