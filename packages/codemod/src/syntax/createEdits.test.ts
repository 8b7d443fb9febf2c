import { expect, it } from 'vitest'
import { createEdits } from './createEdits.ts'

it('makes changes in the order of the text, whatever the order they came in', () => {
  const edits = createEdits('one two three')
  edits.replace(8, 13, '3')
  edits.insert(4, '>')
  edits.remove(0, 4)
  expect(edits.apply()).toBe('>two 3')
})

it('leaves out what lies within a larger change', () => {
  const edits = createEdits('one two three')
  edits.replace(4, 7, 'TWO')
  edits.replace(0, 7, 'all')
  edits.insert(5, '!')
  expect(edits.apply()).toBe('all three')
})

it('puts what is inserted before what is replaced at the same place, in the order it came', () => {
  const edits = createEdits('one')
  edits.replace(0, 3, '1')
  edits.insert(0, 'a')
  edits.insert(0, 'b')
  expect(edits.apply()).toBe('ab1')
})

it('knows what goes away, and which names are put in outside of comments', () => {
  const edits = createEdits('one two')
  edits.replace(0, 3, '// base\nmainnet.id')
  expect([edits.isGone({ start: 1, end: 2 }), edits.isGone({ start: 4, end: 7 })]).toEqual([true, false])
  expect(['mainnet', 'id', 'base'].map(edits.names)).toEqual([true, false, false])
})
