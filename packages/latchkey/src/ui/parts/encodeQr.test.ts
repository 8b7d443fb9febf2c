import encode from 'qr'
import decode from 'qr/decode.js'
import { describe, expect, test } from 'vitest'
import { encodeQr, type QrLevel } from './encodeQr.ts'

/** Text of so many bytes that no encoder shortens, because it is neither digits nor capitals. */
function write(length: number): string {
  return Array.from({ length }, (_, index) => String.fromCharCode(97 + ((index * 7 + length) % 26))).join('')
}

/** What another implementation draws, dark modules as 1; undefined where it has no code that is large enough. */
function drawElsewhere(text: string, level: QrLevel): readonly string[] | undefined {
  try {
    const rows = encode(text, 'raw', { ecc: level === 'M' ? 'medium' : 'quartile', mask: 2, border: 1 })
    return rows.slice(1, -1).map((row) => row.slice(1, -1).map(Number).join(''))
  } catch {
    return undefined
  }
}

function draw(text: string, level: QrLevel): readonly string[] | undefined {
  return encodeQr(text, level)?.map((row) => row.join(''))
}

/** The pixels of a code, four to a module, with its quiet zone. */
function paint(rows: readonly Uint8Array[]): { width: number; height: number; data: Uint8Array } {
  const width = 4 * (rows.length + 8)
  const data = new Uint8Array(4 * width * width).fill(255)
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (rows[(y >> 2) - 4]?.[(x >> 2) - 4] === 1) data.fill(0, 4 * (y * width + x), 4 * (y * width + x) + 3)
    }
  }
  return { width, height: width, data }
}

/** The longest text of each version, and one byte more. */
const LENGTHS = {
  M: [
    1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213, 214, 251, 252, 287, 288,
    331, 332, 362, 363, 412, 413, 450, 451, 504, 505, 560, 561, 624, 625, 666, 667, 711, 712, 779, 780, 857, 858, 911,
    912, 997, 998, 1059, 1060, 1125, 1126, 1190, 1191, 1264, 1265, 1370, 1371, 1452, 1453, 1538, 1539, 1628, 1629, 1722,
    1723, 1809, 1810, 1911, 1912, 1989, 1990, 2099, 2100, 2213, 2214, 2331,
  ],
  Q: [1, 11, 12, 20, 21, 32, 33, 46, 47, 60, 61, 74, 75, 86, 87, 108, 109, 130, 131, 151, 152, 177, 178, 203, 204, 241],
} as const

describe('a QR code', () => {
  test.each(['M', 'Q'] as const)('is what another implementation draws, in every version at level %s', (level) => {
    for (const length of LENGTHS[level]) {
      const text = write(length)
      const stronger = drawElsewhere(text, 'Q')
      const plain = drawElsewhere(text, level)
      // Where the version has room for it, ours is the stronger one.
      const expected = stronger?.length === plain?.length ? stronger : plain
      expect(draw(text, level)?.join('\n'), `${length} bytes`).toBe(expected?.join('\n'))
    }
  })

  test('is read as the text that was written, letters beyond ASCII too', () => {
    const text = 'wc:7f6e50@2?symKey=587d54&name=Brieftasche für Ümläute 🦊'
    expect(decode(paint(encodeQr(text, 'M') ?? []))).toBe(text)
  })

  test('is refused for a text that no code, or at level Q none that a camera reads well, can hold', () => {
    expect(encodeQr(write(2332), 'M')).toBe(undefined)
    expect(encodeQr(write(242), 'Q')).toBe(undefined)
    expect(encodeQr(write(241), 'Q')).toHaveLength(69)
  })
})
