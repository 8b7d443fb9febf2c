import { createFakeServices, createTestLatchkey } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { noticeOf } from '../kernel/connections/notice.ts'
import { RETURN_RECORD, readReturnMark, toReturnUrl } from '../values/returnUrl.ts'
import { readReturn } from './readReturn.ts'

const MARK = '0123456789abcdef0123456789abcdef'
const PAGE = 'https://hollowpine.test/shop?item=1'

function load(href: string, kept?: string) {
  const shown: string[] = []
  const history = {
    state: null,
    replaceState: (_: unknown, __: string, url?: string | URL | null) => shown.push(`${url}`),
  }
  const walletWindow = Object.assign(new EventTarget(), { location: { href }, history })
  const services = createFakeServices({ walletWindow })
  if (kept) services.storage.set(RETURN_RECORD, kept)
  const made = createTestLatchkey({ services })
  readReturn(made.instance)
  return { ...made, shown }
}

test('F-24: a wallet that opened another browser is said, with a way to connect here', () => {
  const { instance, failures, shown } = load(toReturnUrl(PAGE, 'default', MARK))
  expect(failures.map(({ code, final }) => [code, final])).toEqual([['RETURNED_ELSEWHERE', true]])
  expect(noticeOf(instance).get().notice).toMatchObject({ code: 'RETURNED_ELSEWHERE' })
  expect(instance.stores.modal.get().open).toBe(true)
  expect(shown).toEqual([PAGE])
})

test('F-24: in the same browser nothing is said, and the mark is gone from the address', () => {
  const { instance, failures, shown } = load(toReturnUrl(PAGE, 'default', MARK), MARK)
  expect(failures).toEqual([])
  expect(instance.stores.modal.get().open).toBe(false)
  expect(shown).toEqual([PAGE])
})

test.each([PAGE, `${PAGE}#reviews`, `${PAGE}#latchkey-default=short`, `${PAGE}#latchkey-other=${MARK}`])(
  'F-24: %s is a visit like any other, and its address stays',
  (href) => {
    const { failures, shown } = load(href)
    expect(failures).toEqual([])
    expect(shown).toEqual([])
  },
)

test('F-24: a mark goes in place of the fragment and comes off again', () => {
  const marked = toReturnUrl(`${PAGE}#reviews`, 'shop', MARK)
  expect(readReturnMark(marked, 'shop')).toBe(MARK)
  expect(readReturnMark(marked, 'default')).toBeUndefined()
  expect(toReturnUrl(marked, 'shop', undefined)).toBe(PAGE)
  expect(toReturnUrl(`${PAGE}#/route/1`, 'shop', undefined)).toBe(`${PAGE}#/route/1`)
})
