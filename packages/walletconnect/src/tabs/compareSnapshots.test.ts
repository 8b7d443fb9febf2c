import { expect, it } from 'vitest'
import { createSnapshot } from '../snapshots.ts'
import type { TableChange } from '../tables.ts'
import { applyRecords, compareSnapshots } from './compareSnapshots.ts'

const request = (amount: bigint): TableChange => ({
  table: 'request',
  key: '1',
  value: {
    id: 1,
    topic: 'a',
    params: { request: { method: 'm', params: [amount] }, chainId: 'eip155:1' },
    verifyContext: { verified: { origin: 'https://shop.example', validation: 'UNKNOWN', verifyUrl: '' } },
  },
})

it('a request that holds a bigint is compared like any other', () => {
  const before = applyRecords(createSnapshot(), [request(12345678901234567890n)])
  expect(compareSnapshots(before, applyRecords(before, [request(12345678901234567890n)]))).toEqual([])
  expect(compareSnapshots(before, applyRecords(before, [request(1n)]))).toEqual([request(1n)])
})
