import { expect, it } from 'vitest'
import { createPassingStore } from '../../device/deviceStore.ts'
import { createCallBook } from './callBook.ts'

const open = (store = createPassingStore(), host = 'https://shop.example') =>
  createCallBook({ store, projectId: 'shop', host, now: () => 1 })

it('another tab of a page knows what was sent, and another page’s names are its own', async () => {
  const store = createPassingStore()
  const [tab, other, elsewhere] = [open(store), open(store), open(store, 'https://other.example')]
  await tab.keep({ name: 'one' }, '0x01')
  await tab.keep({ account: '0xa', network: 'eip155:1' }, '0x02')
  expect([await other.find({ name: 'one' }), await elsewhere.find({ name: 'one' })]).toEqual(['0x01', undefined])
  // The account is the same, whichever page it is asked by.
  expect(await elsewhere.find({ account: '0xa', network: 'eip155:1' })).toBe('0x02')
  expect(await elsewhere.find({ account: '0xa', network: 'eip155:10' })).toBeUndefined()
  await other.keep({ name: 'one' }, undefined)
  expect(await other.find({ name: 'one' })).toBeUndefined()
})

it('a browser that keeps nothing leaves it to the page that sent it', async () => {
  const refuse = async () => Promise.reject(new Error('no room'))
  const book = open({ ...createPassingStore(), calls: refuse, keepCalls: refuse })
  await book.keep({ name: 'one' }, '0x01')
  expect(await book.find({ name: 'one' })).toBe('0x01')
  await book.keep({ name: 'one' }, undefined)
  expect(await book.find({ name: 'one' })).toBeUndefined()
})
