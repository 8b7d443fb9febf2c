import type { CallDescription } from '@latchkey/wire/frame/descriptions'
import { encodeFunctionData, parseAbi, toFunctionSelector } from 'viem'
import { expect, it } from 'vitest'
import { readDescriptor } from '../../../../packages/server/src/frame/readDescriptors.ts'
import { describeCall, readDescriptions } from './describeCall.ts'

const ME = `0x${'a1'.repeat(20)}` as const
const GROVE = `0x${'c1'.repeat(20)}` as const
const TOKEN = `0x${'d1'.repeat(20)}` as const
const SIGNATURE = 'plant((address token, uint256 amount)[] seeds, address to, uint8 kind, uint256 until, string note)'
const abi = parseAbi([
  'struct Seed { address token; uint256 amount; }',
  'function plant(Seed[] seeds, address to, uint8 kind, uint256 until, string note)',
])

const read = (fields: readonly object[]): readonly CallDescription[] =>
  readDescriptor({
    context: { contract: { deployments: [{ chainId: 1, address: GROVE }] } },
    metadata: { enums: { kinds: { '1': 'Oak' } } },
    display: { formats: { [SIGNATURE]: { intent: 'Plant trees', fields } } },
  })
const call = (part: object = {}, seeds = [{ token: TOKEN, amount: 25n }]) => ({
  from: ME,
  to: GROVE,
  value: 7n,
  data: encodeFunctionData({ abi, functionName: 'plant', args: [seeds, ME, 1, 1_900_000_000n, 'für Ada 🌲'] }),
  ...part,
})
const tell = (fields: readonly object[], ...parameters: Parameters<typeof call>) =>
  describeCall(call(...parameters), 'eip155:1', read(fields))

it('tells what a call is for, and each argument as it is meant', () => {
  const told = tell([
    { path: 'seeds.[-1].amount', label: 'Seeds', format: 'tokenAmount', params: { tokenPath: 'seeds.[-1].token' } },
    { path: 'to', label: 'For' },
    { path: 'kind', label: 'Kind', format: 'enum', params: { $ref: '$.metadata.enums.kinds' } },
    { path: 'until', label: 'Until', format: 'date', params: { encoding: 'timestamp' } },
    { path: 'until', label: 'Lasts', format: 'duration' },
    { path: 'until', label: 'Mass', format: 'unit', params: { base: 'kg', decimals: 3 } },
    { path: 'note', label: 'Note' },
    { path: '@.value', label: 'Paid', format: 'amount' },
    { path: '@.from', label: 'By', format: 'addressName' },
    {
      path: 'until',
      label: 'Limit',
      format: 'tokenAmount',
      params: { token: TOKEN, threshold: '100', message: 'All' },
    },
    { path: 'until', label: 'Own', format: 'tokenAmount' },
  ])
  expect(told).toEqual({
    intent: 'Plant trees',
    selector: toFunctionSelector('plant((address,uint256)[],address,uint8,uint256,string)'),
    rows: [
      { label: 'Seeds', kind: 'token', amount: 25n, token: TOKEN },
      { label: 'For', kind: 'address', address: ME },
      { label: 'Kind', kind: 'text', text: 'Oak' },
      { label: 'Until', kind: 'date', at: 1_900_000_000n },
      { label: 'Lasts', kind: 'duration', seconds: 1_900_000_000n },
      { label: 'Mass', kind: 'unit', amount: 1_900_000_000n, decimals: 3, unit: 'kg' },
      { label: 'Note', kind: 'text', text: 'für Ada 🌲' },
      { label: 'Paid', kind: 'coin', amount: 7n },
      { label: 'By', kind: 'address', address: ME },
      { label: 'Limit', kind: 'text', text: 'All' },
      { label: 'Own', kind: 'token', amount: 1_900_000_000n, token: GROVE },
    ],
  })
})

it('a list is told item by item, and what nobody explains as it is', () => {
  const seeds = [
    { token: TOKEN, amount: 1n },
    { token: GROVE, amount: 2n },
  ]
  const told = tell([{ path: 'seeds', label: 'Seeds' }], {}, seeds)
  expect(told?.rows).toEqual([
    { label: 'Seeds', kind: 'text', text: `[${TOKEN}, 1]` },
    { label: 'Seeds', kind: 'text', text: `[${GROVE}, 2]` },
  ])
})

it('SEC-45: says nothing of another contract, chain or function, of arguments out of form, or where a described part is not there', () => {
  const fields = [{ path: 'seeds.[0].amount', label: 'Seeds' }]
  const { data } = call()
  expect(tell(fields, { to: TOKEN })).toBeUndefined()
  expect(describeCall(call(), 'eip155:10', read(fields))).toBeUndefined()
  expect(tell(fields, { data: `0x12345678${data.slice(10)}` })).toBeUndefined()
  expect(tell(fields, { data: data.slice(0, -64) })).toBeUndefined()
  expect(tell(fields, { data: '0x' })).toBeUndefined()
  expect(tell(fields, { to: undefined })).toBeUndefined()
  expect(tell(fields, {}, [])).toBeUndefined()
})

it('what the frame’s server says out of form says nothing', () => {
  const [good] = read([])
  expect(readDescriptions([good, { ...good, selector: 'plant' }, 'x', null])).toEqual([good])
})
