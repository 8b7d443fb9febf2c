import { expect, it } from 'vitest'
import { writeDifference } from './writeDifference.ts'

it('says which lines go and come, and none that stay', () => {
  expect(writeDifference('a\nb\nc\nd', 'a\nB\nc\nx\nd')).toEqual({ lines: ['-b', '+B', '+x'], added: 2, removed: 1 })
})

it('says nothing of equal texts, nor of line ends alone', () => {
  expect(writeDifference('a\nb', 'a\r\nb').lines).toEqual([])
})
