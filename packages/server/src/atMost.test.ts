import { expect, test } from 'vitest'
import { atMost } from './atMost.ts'

test('an answer in time is given, and a failure in time is thrown and told nobody else', async () => {
  const late: unknown[] = []
  expect(await atMost(60_000, Promise.resolve(7), (cause) => late.push(cause))).toBe(7)
  await expect(atMost(60_000, Promise.reject(new Error('away')), (cause) => late.push(cause))).rejects.toThrow('away')
  expect(late).toEqual([])
})

test('an answer that takes longer is none, and its failure afterwards is told and does not end the process', async () => {
  const late: unknown[] = []
  const failure = new Error('away')
  let fail = (_cause: unknown): void => undefined
  const answer = new Promise<never>((_, reject) => {
    fail = reject
  })
  expect(await atMost(1, answer, (cause) => late.push(cause))).toBeUndefined()
  fail(failure)
  await answer.catch(() => undefined)
  expect(late).toEqual([failure])
})
