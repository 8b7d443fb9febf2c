import fc from 'fast-check'
import { expect, it } from 'vitest'
import { platformRandom } from './bytes.ts'
import { joinPair, makePair } from './pairs.ts'

const secret = fc.uint8Array({ minLength: 32, maxLength: 32 })

it('SEC-02: any pair gives its secret back', () => {
  fc.assert(
    fc.property(secret, (bytes) => {
      const { pad, masked } = makePair(bytes, platformRandom)
      expect([...joinPair(pad, masked)]).toEqual([...bytes])
    }),
  )
})

/** Chi-square of byte values against a uniform draw: 255 degrees of freedom. */
const chiSquare = (counts: readonly number[]) => {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

it('SEC-02: each half alone says nothing of the secret: over 10,000 pairs its bytes are uniform, whatever the secret is', () => {
  for (const bytes of [
    new Uint8Array(32),
    new Uint8Array(32).fill(255),
    Uint8Array.from({ length: 32 }, (_, i) => i),
  ]) {
    const counts = { pad: new Array<number>(256).fill(0), masked: new Array<number>(256).fill(0) }
    for (let run = 0; run < 10_000; run += 1) {
      const pair = makePair(bytes, platformRandom)
      for (const half of ['pad', 'masked'] as const)
        for (const byte of pair[half]) counts[half][byte] = (counts[half][byte] as number) + 1
    }
    // 255 degrees of freedom: mean 255, deviation 22.6. Twelve deviations are not met by chance in the life of this project.
    expect(chiSquare(counts.pad)).toBeLessThan(255 + 12 * 22.6)
    expect(chiSquare(counts.masked)).toBeLessThan(255 + 12 * 22.6)
  }
})

it('SEC-02: two devices of one wallet share no half, and a half of one with a half of the other is not the secret', () => {
  const bytes = platformRandom(32)
  const one = makePair(bytes, platformRandom)
  const other = makePair(bytes, platformRandom)
  expect([...one.pad]).not.toEqual([...other.pad])
  expect([...one.masked]).not.toEqual([...other.masked])
  expect([...joinPair(one.pad, other.masked)]).not.toEqual([...bytes])
})

it('refuses halves of different lengths', () => {
  expect(() => joinPair(new Uint8Array(32), new Uint8Array(31))).toThrow(RangeError)
})
