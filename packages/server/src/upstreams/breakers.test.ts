import { expect, test } from 'vitest'
import { BREAKER_FAILURES } from './breaker.ts'
import { createBreakers } from './breakers.ts'

test('a source that keeps failing is left alone, and the others are not', async () => {
  const breakers = createBreakers({ clock: { now: () => 0 } })
  const asked: string[] = []
  const ask = (source: string, fails: boolean) =>
    breakers.run(source, async () => {
      asked.push(source)
      if (fails) throw new Error('down')
      return 'answer'
    })
  for (let count = 0; count < BREAKER_FAILURES + 2; count += 1) await ask('a', true).catch(() => undefined)
  await expect(ask('a', false)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  expect(await ask('b', false)).toBe('answer')
  expect(asked).toEqual([...Array.from({ length: BREAKER_FAILURES }, () => 'a'), 'b'])
})
