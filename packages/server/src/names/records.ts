/** Addresses as bytes of a name's record and as their networks write them. Source: ENSIP-9, ENSIP-11. */
import { base58, hex } from '@scure/base'
import { Address, NETWORK, OutScript } from '@scure/btc-signer'
import { getAddress, type Hex, isAddress, size } from 'viem'

/** Coin types by SLIP-44, which ENSIP-9 uses. */
export const ETHER = 60
export const BITCOIN = 0
export const SOLANA = 501

/** Whether a coin type is one of an EVM chain. */
export function isEvmCoin(coinType: number): boolean {
  return coinType === ETHER || coinType > 2 ** 31
}

/** A record as its network writes addresses; undefined for none, and for bytes that are no address there. */
export function writeAddress(coinType: number, record: Hex | undefined): string | undefined {
  if (record === undefined) return undefined
  try {
    const bytes = hex.decode(record.slice(2).toLowerCase())
    if (coinType === SOLANA) return bytes.length === 32 ? base58.encode(bytes) : undefined
    if (coinType === BITCOIN) return Address(NETWORK).encode(OutScript.decode(bytes))
    return size(record) === 20 ? getAddress(record) : undefined
  } catch {
    return undefined
  }
}

/** The bytes of an address; undefined for coins that are not known here, and for what is no address of theirs. */
export function readAddress(coinType: number, written: string): Hex | undefined {
  try {
    if (coinType === SOLANA) {
      const bytes = base58.decode(written)
      return bytes.length === 32 ? `0x${hex.encode(bytes)}` : undefined
    }
    if (coinType === BITCOIN) return `0x${hex.encode(OutScript.encode(Address(NETWORK).decode(written)))}`
    if (!isEvmCoin(coinType)) return undefined
    // A checksum that is written must be right (EIP-55).
    return isAddress(written) ? (written.toLowerCase() as Hex) : undefined
  } catch {
    return undefined
  }
}
