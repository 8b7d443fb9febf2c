/** Names of Solana tokens. Sources: Metaplex Token Metadata; Solana's program derived addresses; Token-2022's metadata extension. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'

/** Metaplex's Token Metadata program. */
export const METADATA_PROGRAM = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'

/** What a token's metadata account says. Not cleaned. */
export type TokenText = { readonly name: string; readonly symbol: string; readonly uri: string }

/** Whether a text is an address: base58 of 32 bytes. */
export function isSolanaAddress(text: string): boolean {
  try {
    return base58.decode(text).length === 32
  } catch {
    return false
  }
}

/** Address of a mint's metadata account. */
export function metadataAddress(mint: string): string {
  const program = base58.decode(METADATA_PROGRAM)
  return deriveAddress([new TextEncoder().encode('metadata'), program, base58.decode(mint)], program)
}

const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

/** The account in which an owner holds a token of a program. All three are addresses. Source: Solana, "Associated Token Account". */
export function tokenAccountAddress(holder: { owner: string; mint: string; program: string }): string {
  const seeds = [holder.owner, holder.program, holder.mint].map((address) => base58.decode(address))
  return deriveAddress(seeds, base58.decode(ASSOCIATED_TOKEN_PROGRAM))
}

/** The first address from 255 down that no key can have: what lies off the curve belongs to the program alone. */
function deriveAddress(seeds: readonly Uint8Array[], program: Uint8Array): string {
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = sha256(
      Buffer.concat([...seeds, Uint8Array.of(bump), program, new TextEncoder().encode('ProgramDerivedAddress')]),
    )
    if (!isOnCurve(hash)) return base58.encode(hash)
  }
  throw new Error('no address could be derived')
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes)
    return true
  } catch {
    return false
  }
}

/** Reads a metadata account: a key, two addresses, then three texts with their lengths, padded with zeros. Null when it is none. */
export function parseMetadataAccount(bytes: Uint8Array, mint: string): TokenText | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Key 4 is a metadata account of the first version, which all are.
  if (view.length < 69 || view[0] !== 4 || base58.encode(view.subarray(33, 65)) !== mint) return null
  let place = 65
  const texts: string[] = []
  for (const most of [64, 32, 400]) {
    if (place + 4 > view.length) return null
    const length = view.readUInt32LE(place)
    if (length > most || place + 4 + length > view.length) return null
    texts.push(
      view
        .subarray(place + 4, place + 4 + length)
        .toString('utf8')
        .replace(/\0+$/, ''),
    )
    place += 4 + length
  }
  const [name = '', symbol = '', uri = ''] = texts
  return { name, symbol, uri }
}
