import { type Abi, encodeFunctionData, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { encodeCall } from './encodeCall.ts'

type Parameter = { name: string; type: string; components?: Parameter[] }

const ADDRESS = `0x${'Ab'.repeat(20)}`
const call = (inputs: Parameter[], args: unknown[]) => ({
  address: ADDRESS,
  abi: [{ type: 'function', name: 'act', stateMutability: 'payable', inputs, outputs: [] }],
  functionName: 'act',
  args,
})

/** Numbers that are the same in every run. Source: mulberry32. */
function createDice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}

function playBytes(dice: (sides: number) => number, length: number): string {
  return `0x${Array.from({ length }, () => dice(256).toString(16).padStart(2, '0')).join('')}`
}

/** A parameter and a value that fits it. */
function play(dice: (sides: number) => number, depth: number): [Parameter, unknown] {
  const name = `p${dice(1000)}`
  const bits = 8 * (1 + dice(32))
  const whole = BigInt(playBytes(dice, bits / 8))
  switch (dice(depth > 0 ? 10 : 7)) {
    case 0:
      return [{ name, type: `uint${bits}` }, whole]
    case 1:
      return [{ name, type: `int${bits}` }, BigInt.asIntN(bits, whole)]
    case 2:
      return [{ name, type: 'address' }, playBytes(dice, 20)]
    case 3:
      return [{ name, type: 'bool' }, dice(2) === 1]
    case 4: {
      const length = 1 + dice(32)
      return [{ name, type: `bytes${length}` }, playBytes(dice, length)]
    }
    case 5:
      return [{ name, type: 'bytes' }, playBytes(dice, dice(70))]
    case 6:
      return [{ name, type: 'string' }, 'Grüße, 世界 🦊'.slice(0, dice(12)).repeat(1 + dice(6))]
    case 7: {
      const parts = Array.from({ length: 1 + dice(4) }, () => play(dice, depth - 1))
      const components = parts.map(([part], index) => ({ ...part, name: `c${index}` }))
      const values = parts.map(([, value]) => value)
      const named = Object.fromEntries(values.map((value, index) => [`c${index}`, value]))
      return [{ name, type: 'tuple', components }, named]
    }
    default: {
      const seed = dice(1_000_000)
      const [item] = play(createDice(seed), depth - 1)
      const length = 1 + dice(3)
      // The same dice give the same type with the same value.
      const values = Array.from({ length }, () => play(createDice(seed), depth - 1)[1])
      return [{ ...item, name, type: `${item.type}[${dice(2) ? '' : length}]` }, values]
    }
  }
}

it('encodes what viem encodes, for 500 calls of any shape', () => {
  const dice = createDice(20_240_601)
  for (let round = 0; round < 500; round += 1) {
    const parts = Array.from({ length: dice(5) }, () => play(dice, 3))
    const request = call(
      parts.map(([part]) => part),
      parts.map(([, value]) => value),
    )
    const { abi, functionName, args } = request
    expect([round, encodeCall(request)]).toEqual([
      round,
      encodeFunctionData({ abi: abi as unknown as Abi, functionName, args }).toLowerCase(),
    ])
  }
})

describe('a function among several', () => {
  const abi = [
    { type: 'event', name: 'act', inputs: [] },
    { type: 'function', name: 'act', inputs: [{ name: 'a', type: 'uint256' }] },
    { type: 'function', name: 'act', inputs: [{ name: 'a', type: 'address' }] },
    { type: 'function', name: 'act', inputs: [] },
    'function act(string)',
    null,
  ]
  it('is told apart by its number of arguments, and by its signature', () => {
    expect(encodeCall({ address: ADDRESS, abi, functionName: 'act' })).toBe(toFunctionSelector('act()'))
    expect(encodeCall({ address: ADDRESS, abi, functionName: 'act(uint256)', args: [1n] })).toBe(
      encodeFunctionData({ abi: [abi[1]] as unknown as Abi, functionName: 'act', args: [1n] }),
    )
  })
  it.each([
    ['act', [1n]],
    ['act', [1n, 2n]],
    ['none', []],
    ['act(uint256)', []],
  ])('%s with %o is no single one → REQUEST_INVALID', (functionName, args) => {
    expect(() => encodeCall({ address: ADDRESS, abi, functionName, args })).toThrow(
      expect.objectContaining({ code: 'REQUEST_INVALID', facts: { field: 'functionName' } }),
    )
  })
})

it.each([
  ['uint8', 256n],
  ['uint8', -1n],
  ['int8', 128n],
  ['int8', -129n],
  ['uint256', 1.5],
  ['uint256', '1'],
  ['uint256', 2 ** 60],
  ['uint256', undefined],
  ['bool', 1],
  ['address', 'vitalik.eth'],
  ['bytes4', '0x123456'],
  ['bytes', '0x123'],
  ['string', 7],
  ['uint256[2]', [1n]],
  ['uint256[]', 1n],
  ['fixed128x18', 1n],
])('%s of %o → REQUEST_INVALID, which names the argument', (type, value) => {
  expect(() => encodeCall(call([{ name: 'a', type }], [value]))).toThrow(
    expect.objectContaining({ code: 'REQUEST_INVALID', facts: { field: 'args[0]' } }),
  )
})

it('a tuple is a list or an object, and short integers are written in full', () => {
  const inputs = [
    {
      name: 't',
      type: 'tuple',
      components: [
        { name: 'a', type: 'uint' },
        { name: 'b', type: 'string' },
      ],
    },
  ]
  expect(encodeCall(call(inputs, [[1n, 'x']]))).toBe(encodeCall(call(inputs, [{ a: 1, b: 'x' }])))
  const full = [
    {
      name: 't',
      type: 'tuple',
      components: [
        { name: 'a', type: 'uint256' },
        { name: 'b', type: 'string' },
      ],
    },
  ]
  expect(encodeCall(call(inputs, [[1n, 'x']]))).toBe(encodeCall(call(full, [[1n, 'x']])))
})
