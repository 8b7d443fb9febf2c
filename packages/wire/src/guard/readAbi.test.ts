import fc from 'fast-check'
import { type AbiParameter, encodeAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { type AbiType, readValues } from './readAbi.ts'

/** A type of ours, the same for viem, and values of it. */
type Kind = { readonly type: AbiType; readonly abi: AbiParameter; readonly values: fc.Arbitrary<unknown> }

const hexOf = (minLength: number, maxLength = minLength) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const uint = (bits: number): Kind => ({
  type: `uint${bits}`,
  abi: { type: `uint${bits}` },
  // viem takes and gives numbers up to 48 bits; here it is bigints throughout.
  values: fc.bigInt(0n, (1n << BigInt(bits)) - 1n),
})
const plain: readonly Kind[] = [
  { type: 'address', abi: { type: 'address' }, values: hexOf(20) },
  { type: 'bool', abi: { type: 'bool' }, values: fc.boolean() },
  { type: 'bytes', abi: { type: 'bytes' }, values: hexOf(0, 70) },
  { type: 'bytes32', abi: { type: 'bytes32' }, values: hexOf(32) },
  uint(256),
  uint(160),
  uint(8),
]
const kinds: fc.Arbitrary<Kind> = fc.letrec<{ kind: Kind }>((tie) => ({
  kind: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...plain),
    tie('kind').map(({ type, abi, values }) => ({
      type: { list: type },
      abi: { ...abi, type: `${abi.type}[]` } as AbiParameter,
      values: fc.array(values, { maxLength: 3 }),
    })),
    fc.array(tie('kind'), { minLength: 1, maxLength: 3 }).map((fields) => ({
      type: { tuple: fields.map(({ type }) => type) },
      abi: { type: 'tuple', components: fields.map(({ abi }) => abi) } as AbiParameter,
      values: fc.tuple(...fields.map(({ values }) => values)),
    })),
  ),
})).kind

const given = fc
  .array(kinds, { minLength: 1, maxLength: 4 })
  .chain((list) => fc.record({ list: fc.constant(list), values: fc.tuple(...list.map(({ values }) => values)) }))

function encode(list: readonly Kind[], values: readonly unknown[]): string {
  return encodeAbiParameters(
    list.map(({ abi }) => abi),
    values as never,
  ).slice(2)
}

test('what viem encodes is read as it was, whatever the types', () => {
  fc.assert(
    fc.property(given, ({ list, values }) => {
      const types = list.map(({ type }) => type)
      expect(readValues(types, encode(list, values))).toEqual(values)
    }),
    { numRuns: 300 },
  )
})

test('what is cut off anywhere before its end is not read, and nothing is read beyond it', () => {
  fc.assert(
    fc.property(given, fc.double({ min: 0, max: 0.999, noNaN: true }), ({ list, values }, part) => {
      const digits = encode(list, values)
      // The last word may be padding, which no value needs.
      const end = Math.floor(((digits.length - 64) * part) / 2) * 2
      const types = list.map(({ type }) => type)
      const read = readValues(types, digits.slice(0, end))
      if (read !== undefined) expect(read).toEqual(readValues(types, digits))
    }),
    { numRuns: 300 },
  )
})

test('any bytes at all are read or refused, and never throw', () => {
  fc.assert(
    fc.property(fc.array(kinds, { maxLength: 4 }), fc.uint8Array({ maxLength: 400 }), (list, bytes) => {
      const types = list.map(({ type }) => type)
      expect(() => readValues(types, Buffer.from(bytes).toString('hex'))).not.toThrow()
    }),
    { numRuns: 500 },
  )
})

const word = (value: bigint): string => value.toString(16).padStart(64, '0')

test.each<[string, readonly AbiType[], string]>([
  ['an address with bits above its 160', ['address'], `1${word(1n).slice(1)}`],
  ['a bool of 2', ['bool'], word(2n)],
  ['a number above its bits', ['uint160'], word(1n << 160n)],
  ['an offset beyond the end', ['bytes'], word(1n << 200n)],
  ['a length beyond the end', ['bytes'], word(32n) + word(33n) + word(0n)],
  ['a list of 2^255 items', [{ list: 'address' }], word(32n) + word(1n << 255n)],
  ['a list longer than what is there', [{ list: 'uint256' }], word(32n) + word(2n) + word(1n)],
  ['half a byte', ['uint8'], `${word(1n)}0`],
  ['what is not hexadecimal', ['uint8'], `${word(1n).slice(2)}zz`],
])('%s is refused', (_, types, digits) => {
  expect(readValues(types, digits)).toBeUndefined()
})
