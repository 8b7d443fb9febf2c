import { expect, test } from 'vitest'
import { BREAKER_FAILURES, BREAKER_REST_MS, createBreaker } from './breaker.ts'

const fail = async (): Promise<never> => {
  throw new Error('down')
}

test('a source that fails several times in a row is left alone, then tried by one call, and comes back when that one succeeds', async () => {
  const time = { now: 0 }
  const breaker = createBreaker({ clock: { now: () => time.now } })
  for (let index = 0; index < BREAKER_FAILURES; index += 1) await expect(breaker.run(fail)).rejects.toThrow('down')
  await expect(breaker.run(fail)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  time.now += BREAKER_REST_MS
  let finish: (value: string) => void = () => undefined
  const trial = breaker.run(() => new Promise<string>((resolve) => (finish = resolve)))
  await expect(breaker.run(async () => 'too early')).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  finish('back')
  expect(await trial).toBe('back')
  expect(await breaker.run(async () => 'all')).toBe('all')
})

test('a success in between, and failures that are not the source’s, leave it closed', async () => {
  const breaker = createBreaker({
    clock: { now: () => 0 },
    isFault: (error) => error instanceof Error && error.message !== 'yours',
  })
  for (let index = 0; index < 10; index += 1) {
    await expect(breaker.run(fail)).rejects.toThrow('down')
    expect(await breaker.run(async () => index)).toBe(index)
  }
  for (let index = 0; index < 10; index += 1) {
    await expect(breaker.run(() => Promise.reject(new Error('yours')))).rejects.toThrow('yours')
  }
})

test('one who asks again and again for what fails closes nothing to the others', async () => {
  const breaker = createBreaker({ clock: { now: () => 0 } })
  for (let index = 0; index < 20; index += 1) await expect(breaker.run(fail, 'one')).rejects.toThrow('down')
  expect(await breaker.run(async () => 'open', 'another')).toBe('open')
  for (const who of ['one', 'another', 'third']) await expect(breaker.run(fail, who)).rejects.toThrow('down')
  await expect(breaker.run(fail, 'fourth')).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
})
