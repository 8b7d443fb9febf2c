import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTopicFilter } from './topicFilter.ts'

const topicOf = (text: string): string => createHash('sha256').update(text).digest('hex')

test('a filter has all that was added, and takes few others for it, also when it is full', () => {
  const filter = createTopicFilter(10_000)
  for (let index = 0; index < 10_000; index += 1) {
    expect(filter.isFull()).toBe(false)
    filter.add(topicOf(`in${index}`))
  }
  expect(filter.isFull()).toBe(true)
  let taken = 0
  for (let index = 0; index < 10_000; index += 1) {
    expect(filter.has(topicOf(`in${index}`))).toBe(true)
    if (filter.has(topicOf(`out${index}`))) taken += 1
  }
  // Four bits of eight for each: one in forty by theory.
  expect(taken).toBeLessThan(500)
})
