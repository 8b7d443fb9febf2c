import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLEAR_MS, createArming, HOLD_MS, type Sight, SMALLEST, STILL_MS } from './arming.ts'

const SEEN: Sight = { isFocused: true, isClear: true, width: 360, height: 600 }

/** An approval at time 0, and a clock that is moved by hand. */
function start(sight: Partial<Sight> = {}) {
  let time = 0
  const arming = createArming(() => time)
  arming.see({ ...SEEN, ...sight })
  return { ...arming, wait: (ms: number) => (time += ms) }
}

test('SEC-42, SEC-43: the times and the smallest window are those that are required', () => {
  expect([STILL_MS, CLEAR_MS, HOLD_MS]).toEqual([800, 300, 700])
  expect(SMALLEST).toEqual({ width: 320, height: 420 })
})

test('SEC-42: it is armed after 800 ms in which nothing changed, and not before', () => {
  const { read, wait } = start()
  expect(read()).toEqual({ state: 'soon', readyIn: STILL_MS })
  wait(STILL_MS - 1)
  expect(read()).toEqual({ state: 'soon', readyIn: 1 })
  wait(1)
  expect(read()).toEqual({ state: 'armed', mustHold: false })
})

test.each<[string, (arming: ReturnType<typeof start>) => void]>([
  ['other content, or a scroll', ({ disturb }) => disturb()],
  ['a resize', ({ see }) => see({ width: 361 })],
  [
    'a look away',
    ({ see }) => {
      see({ isFocused: false })
      see({ isFocused: true })
    },
  ],
])('SEC-42: %s starts the 800 ms anew', (_, change) => {
  const arming = start()
  arming.wait(10_000)
  change(arming)
  expect(arming.read()).toEqual({ state: 'soon', readyIn: STILL_MS })
})

test('SEC-42: a window that is not in front is never armed, however long it stands', () => {
  const { read, wait } = start({ isFocused: false })
  wait(60_000)
  expect(read()).toEqual({ state: 'unfocused' })
})

test('SEC-43: what is covered is not armed, and is armed 300 ms after it is clear', () => {
  const { read, wait, see } = start()
  wait(10_000)
  see({ isClear: false })
  expect(read()).toEqual({ state: 'covered' })
  wait(10_000)
  see({ isClear: true })
  expect(read()).toEqual({ state: 'soon', readyIn: CLEAR_MS })
  wait(CLEAR_MS)
  expect(read().state).toBe('armed')
})

test.each<[string, Partial<Sight>]>([
  ['a browser that cannot tell what covers it', { isClear: undefined }],
  ['a narrow window', { width: 319 }],
  ['a low window', { height: 419 }],
])('SEC-43: in %s a press must be held', (_, sight) => {
  const { read, wait } = start(sight)
  wait(STILL_MS)
  expect(read()).toEqual({ state: 'armed', mustHold: true })
})

test('SEC-42: whatever happens, nothing is armed within 800 ms of a change or 300 ms of a cover', () => {
  const step = fc.oneof(
    fc.record({ wait: fc.nat(1_500) }),
    fc.constant({ disturb: true }),
    fc.record({ see: fc.record({ isFocused: fc.boolean(), isClear: fc.option(fc.boolean(), { nil: undefined }) }) }),
    fc.record({ see: fc.record({ width: fc.constantFrom(0, 320, 400) }) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { read, wait, see, disturb } = start()
      let still = 0
      let clear: boolean | undefined = true
      let [focused, width] = [true, 360]
      for (const each of steps) {
        if ('wait' in each) {
          wait(each.wait)
          still += each.wait
        } else if ('disturb' in each) {
          disturb()
          still = 0
        } else {
          see(each.see)
          if ('width' in each.see) {
            if (each.see.width !== width) still = 0
            width = each.see.width
          } else {
            if (each.see.isFocused !== focused) still = 0
            focused = each.see.isFocused
            clear = each.see.isClear
          }
        }
        if (read().state !== 'armed') continue
        expect([still >= STILL_MS, focused, clear !== false]).toEqual([true, true, true])
      }
    }),
    { numRuns: 300 },
  )
})
