import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { listTypedDataFindings, readTypedData, type TypedField } from './readTypedData.ts'

const me = `0x${'a1'.repeat(20)}`
/** The example of EIP-712, with a list. */
const MAIL = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[]' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person[2]' },
      { name: 'contents', type: 'string' },
      { name: 'urgent', type: 'bool' },
      { name: 'balance', type: 'int16' },
      { name: 'tag', type: 'bytes4' },
    ],
  },
  primaryType: 'Mail',
  domain: { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: `0x${'cc'.repeat(20)}` },
  message: {
    from: { name: 'Cow', wallets: [me] },
    to: [
      { name: 'Bob', wallets: [] },
      { name: 'Eve', wallets: [me, me] },
    ],
    contents: 'Hello',
    urgent: false,
    balance: '-7',
    tag: '0xDEADBEEF',
  },
}
type Data = { types: object; primaryType: unknown; domain: object; message: object }
const change = (part: Partial<Data>): unknown => ({ ...MAIL, ...part })
const withType = (Mail: readonly unknown[], message: object, more: object = {}): unknown =>
  change({ types: { ...more, Mail }, message })
const problem = (data: unknown): string => {
  const reading = readTypedData(data, 1n)
  return reading.ok ? '' : reading.problem
}

const list = (fields: readonly TypedField[], path = ''): readonly string[] =>
  fields.flatMap((field) => {
    const name = `${path}${field.name}`
    return field.kind === 'group' ? list(field.fields, `${name}.`) : [`${name}: ${field.type} = ${field.value}`]
  })

test('SEC-47: everything that is signed is in the tree, the domain whole, nested ones and lists opened', () => {
  const reading = readTypedData(MAIL, 1n)
  if (!reading.ok) throw new Error(reading.problem)
  expect(list(reading.domain)).toEqual([
    'name: string = Ether Mail',
    'version: string = 1',
    'chainId: uint256 = 1',
    `verifyingContract: address = 0x${'cc'.repeat(20)}`,
  ])
  expect(list(reading.message)).toEqual([
    'from.name: string = Cow',
    `from.wallets.1: address = ${me}`,
    'to.1.name: string = Bob',
    'to.2.name: string = Eve',
    `to.2.wallets.1: address = ${me}`,
    `to.2.wallets.2: address = ${me}`,
    'contents: string = Hello',
    'urgent: bool = false',
    'balance: int16 = -7',
    'tag: bytes4 = 0xdeadbeef',
  ])
  expect(listTypedDataFindings(reading)).toEqual([])
  // Another implementation finds the same data whole enough to hash.
  expect(hashTypedData(MAIL as never)).toMatch(/^0x[0-9a-f]{64}$/)
})

test.each<[string, unknown]>([
  ['no object', 'text'],
  ['a list, as the first version was', [{ type: 'string', name: 'a', value: 'b' }]],
  ['no types', change({ types: undefined as never })],
  ['a primary type that is none', change({ primaryType: 'Letter' })],
  ['a primary type of another kind', change({ primaryType: ['Mail'] })],
  ['a primary type that every object has', change({ primaryType: 'constructor' })],
  ['the domain itself', change({ primaryType: 'EIP712Domain' })],
  ['a message without one of its fields', change({ message: { ...MAIL.message, tag: undefined } })],
  ['a message with a field that no type has', change({ message: { ...MAIL.message, note: 'Free money' } })],
  [
    'a nested field that no type has',
    withType([{ name: 'a', type: 'A' }], { a: { x: 1, y: 2 } }, { A: [{ name: 'x', type: 'uint8' }] }),
  ],
  ['a domain with a field that no type has', change({ domain: { ...MAIL.domain, salt: `0x${'00'.repeat(32)}` } })],
  [
    'a domain of fields of its own',
    change({ types: { ...MAIL.types, EIP712Domain: [{ name: 'site', type: 'string' }] }, domain: { site: 'x' } }),
  ],
  [
    'a domain whose chain is a text',
    change({ types: { ...MAIL.types, EIP712Domain: [{ name: 'chainId', type: 'string' }] }, domain: { chainId: '1' } }),
  ],
  ['a type that nobody knows', withType([{ name: 'a', type: 'Ghost' }], { a: {} })],
  ['a list of a type that nobody knows', withType([{ name: 'a', type: 'Ghost[]' }], { a: [] })],
  ['a number of 7 bits', withType([{ name: 'a', type: 'uint7' }], { a: 1 })],
  ['33 bytes', withType([{ name: 'a', type: 'bytes33' }], { a: `0x${'00'.repeat(33)}` })],
  [
    'a structure that is called like a built-in type',
    withType([{ name: 'a', type: 'address' }], { a: {} }, { address: [] }),
  ],
  ['a structure that is called like a number', withType([], {}, { uint: [] })],
  ['a structure whose name ends itself', change({ types: { 'Mail(address to)Mail': [], Mail: [] }, message: {} })],
  ['a field whose name ends its type', withType([{ name: 'a,address b', type: 'string' }], { 'a,address b': '' })],
  [
    'a field twice',
    withType(
      [
        { name: 'a', type: 'bool' },
        { name: 'a', type: 'bool' },
      ],
      { a: true },
    ),
  ],
  ['a field with more than name and type', withType([{ name: 'a', type: 'bool', hidden: true }], { a: true })],
  ['a number that does not fit', withType([{ name: 'a', type: 'uint8' }], { a: 256 })],
  ['a negative number without a sign', withType([{ name: 'a', type: 'uint256' }], { a: -1 })],
  ['a number that is none', withType([{ name: 'a', type: 'uint256' }], { a: '1e18' })],
  ['a number that JSON has rounded', withType([{ name: 'a', type: 'uint256' }], { a: 2 ** 60 })],
  ['an address that is too short', withType([{ name: 'a', type: 'address' }], { a: '0x12' })],
  ['a word for a truth', withType([{ name: 'a', type: 'bool' }], { a: 'false' })],
  ['nothing where a structure is', withType([{ name: 'a', type: 'A' }], { a: null }, { A: [] })],
  ['a list that is too long', withType([{ name: 'a', type: 'bool[1]' }], { a: [true, false] })],
  ['bytes of half a byte', withType([{ name: 'a', type: 'bytes' }], { a: '0xabc' })],
])('SEC-47: %s is refused', (_, data) => {
  expect(problem(data)).not.toBe('')
})

test('SEC-47: data of another chain is refused, and of no chain is said to hold on every one', () => {
  for (const chainId of [5, '0x5', '5']) {
    expect(problem(change({ domain: { ...MAIL.domain, chainId } })), String(chainId)).toContain('chainId')
  }
  for (const chainId of ['0x1', '1']) expect(problem(change({ domain: { ...MAIL.domain, chainId } }))).toBe('')
  const { EIP712Domain: _, ...types } = MAIL.types
  const anywhere = readTypedData(change({ types, domain: { name: 'Ether Mail' } }), 1n)
  expect(listTypedDataFindings(anywhere).map(({ code }) => code)).toEqual(['TYPED_ANY_CHAIN'])
})

test('SEC-47: characters that are not seen are written out, in values and in the domain', () => {
  for (const data of [
    change({ message: { ...MAIL.message, contents: 'pay \u202e100' } }),
    change({ domain: { ...MAIL.domain, name: 'Ether\u200bMail' } }),
  ]) {
    const reading = readTypedData(data, 1n)
    if (!reading.ok) throw new Error(reading.problem)
    expect(list([...reading.domain, ...reading.message]).join()).toMatch(/⟨U\+20(?:2E|0B)⟩/)
    expect(listTypedDataFindings(reading).map(({ code }) => code)).toEqual(['TEXT_HIDES'])
  }
})

test('SEC-47: a bomb of structures, of lists or of levels is refused, not drawn', () => {
  const nested = (levels: number): object => (levels === 0 ? { a: [] } : { a: [nested(levels - 1)] })
  const type = [{ name: 'a', type: 'Mail[]' }]
  expect(problem(withType(type, nested(4)))).toBe('')
  expect(problem(withType(type, nested(20)))).not.toBe('')
  expect(problem(withType([{ name: 'a', type: 'bool[]' }], { a: new Array(5_000).fill(true) }))).not.toBe('')
  expect(problem(withType([{ name: 'a', type: `bool${'[]'.repeat(40)}` }], { a: [] }))).toBe('')
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`T${index}`, []]))
  expect(problem(withType([], {}, many))).not.toBe('')
})

test('SEC-47: any data is a tree or refused, and never throws', () => {
  const odd = fc.oneof(fc.anything(), fc.constantFrom(...Object.values(MAIL)))
  const data = fc.record({ types: odd, primaryType: odd, domain: odd, message: odd }, { requiredKeys: [] })
  fc.assert(
    fc.property(fc.oneof(data, fc.anything()), (value) => {
      expect(typeof readTypedData(value, 1n).ok).toBe('boolean')
    }),
    { numRuns: 300 },
  )
})
