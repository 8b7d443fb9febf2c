import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callDescription } from '@latchkey/wire/frame/descriptions'
import * as v from 'valibot'
import { toFunctionSelector } from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError } from '../config.ts'
import { readDescriptor, readDescriptors } from './readDescriptors.ts'

const GROVE = `0x${'C1'.repeat(20)}`
const PLANT = 'plant((address token, uint256 amount)[] seeds, address to, uint8 kind, uint until)'

/** A descriptor in the form of ERC-7730. */
const grove = (fields: readonly object[] = FIELDS, signature = PLANT) => ({
  $schema: 'erc7730-v1.schema.json',
  context: {
    $id: 'Grove',
    contract: { deployments: [1, 10].map((chainId) => ({ chainId, address: GROVE })), abi: [] },
  },
  metadata: { owner: 'Grove', enums: { kinds: { '0': 'Pine', '1': 'Oak' } } },
  display: {
    definitions: { receiver: { label: 'Who gets the trees', format: 'addressName' } },
    formats: { [signature]: { intent: 'Plant trees', fields } },
  },
})
const FIELDS = [
  { path: 'seeds.[0].amount', label: 'Seeds', format: 'tokenAmount', params: { tokenPath: 'seeds.[0].token' } },
  { path: '#.to', $ref: '$.display.definitions.receiver' },
  { path: 'kind', label: 'Kind', format: 'enum', params: { $ref: '$.metadata.enums.kinds' } },
  { path: 'until', label: 'Until', format: 'date', params: { encoding: 'timestamp' } },
  { path: '@.value', label: 'Paid', format: 'amount' },
  { path: 'until', label: 'Never', visible: 'never' },
]

it('says of each contract and chain what a function is for, with its selector and the places of its arguments', () => {
  const [first, second, ...others] = readDescriptor(grove())
  expect([first?.networkId, second?.networkId, others.length]).toEqual(['eip155:1', 'eip155:10', 0])
  expect(first).toEqual({
    networkId: 'eip155:1',
    to: GROVE.toLowerCase(),
    selector: toFunctionSelector('plant((address,uint256)[],address,uint8,uint256)'),
    intent: 'Plant trees',
    inputs: [
      {
        name: 'seeds',
        type: 'tuple',
        list: true,
        fields: [
          {
            name: '',
            type: 'tuple',
            fields: [
              { name: 'token', type: 'address' },
              { name: 'amount', type: 'uint256' },
            ],
          },
        ],
      },
      { name: 'to', type: 'address' },
      { name: 'kind', type: 'uint8' },
      { name: 'until', type: 'uint256' },
    ],
    fields: [
      {
        label: 'Seeds',
        path: { of: 'arguments', steps: ['seeds', 0, 'amount'] },
        format: { as: 'token', token: { of: 'arguments', steps: ['seeds', 0, 'token'] } },
      },
      { label: 'Who gets the trees', path: { of: 'arguments', steps: ['to'] }, format: { as: 'address' } },
      {
        label: 'Kind',
        path: { of: 'arguments', steps: ['kind'] },
        format: { as: 'choice', words: { '0': 'Pine', '1': 'Oak' } },
      },
      { label: 'Until', path: { of: 'arguments', steps: ['until'] }, format: { as: 'date' } },
      { label: 'Paid', path: { of: 'call', part: 'value' }, format: { as: 'coin' } },
    ],
  })
  // As the frame reads it.
  expect(v.parse(callDescription, first)).toEqual(first)
})

it('an amount from which on words are said in its place, and a token that the descriptor names itself', () => {
  const format = (params: object) =>
    readDescriptor(grove([{ path: 'until', label: 'Amount', format: 'tokenAmount', params }]))[0]?.fields[0]?.format
  expect(format({ token: GROVE, threshold: '0xff', message: 'All' })).toEqual({
    as: 'token',
    token: GROVE.toLowerCase(),
    most: { amount: '255', words: 'All' },
  })
  expect(format({})).toEqual({ as: 'token' })
})

describe('what is not followed is an error that says what it is', () => {
  it.each<[string, readonly object[], string, string]>([
    ['a path to nothing', [{ path: 'seed', label: 'Seed' }], PLANT, 'nothing at the path seed'],
    ['a part of bytes', [{ path: 'to.[0:4]', label: 'To' }], PLANT, 'the path to.[0:4]'],
    ['a format of its own', [{ path: 'to', label: 'To', format: 'nftName' }], PLANT, 'nftName'],
    [
      'words that are not there',
      [{ path: 'kind', label: 'Kind', format: 'enum', params: {} }],
      PLANT,
      'metadata.enums',
    ],
    ['a field without a label', [{ path: 'to' }], PLANT, 'no label'],
    ['a definition that is not there', [{ path: 'to', $ref: '$.display.definitions.who' }], PLANT, 'who'],
    ['arguments without names', [], 'plant(address)', 'need names'],
    ['a type that the frame does not read', [], 'plant(int24 depth)', 'int24'],
    ['a list of a fixed length', [], 'plant(uint8[4] kinds)', 'fixed length'],
    ['a selector in place of a function', [], '0x12345678', 'no function'],
  ])('%s', (_, fields, signature, words) => {
    expect(() => readDescriptor(grove(fields, signature))).toThrow(words)
  })

  const folder = mkdtempSync(join(tmpdir(), 'latchkey-descriptors-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('files are named by their place in the configuration', () => {
    const [good, bad] = [join(folder, 'good.json'), join(folder, 'bad.json')]
    writeFileSync(good, JSON.stringify(grove()))
    writeFileSync(bad, '{')
    expect(readDescriptors([good])).toHaveLength(2)
    for (const second of [bad, join(folder, 'none.json')])
      expect(() => readDescriptors([good, second])).toThrow(
        expect.objectContaining({
          problems: [expect.objectContaining({ key: 'descriptors[1]', problem: expect.stringContaining(second) })],
        }),
      )
    expect(() => readDescriptors([bad])).toThrow(ConfigError)
  })
})
