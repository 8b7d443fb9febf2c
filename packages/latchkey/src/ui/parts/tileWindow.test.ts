import { expect, test } from 'vitest'
import { findByLetters, growWindow, listRows, moveInGrid, SPARE_ROWS, toRowWindow } from './tileWindow.ts'

test('rows in sight are drawn with a few beyond each edge', () => {
  expect(toRowWindow(100, { height: 100, top: 1_000, bottom: 1_450 })).toEqual({
    from: 10 - SPARE_ROWS,
    to: 15 + SPARE_ROWS,
  })
})

test('the window stays inside the grid, and never is empty', () => {
  expect(toRowWindow(4, { height: 100, top: -200, bottom: 300 })).toEqual({ from: 0, to: 4 })
  expect(toRowWindow(4, { height: 100, top: 9_000, bottom: 9_500 })).toEqual({ from: 3, to: 4 })
  expect(toRowWindow(1, { height: 100, top: -900, bottom: -500 })).toEqual({ from: 0, to: 1 })
})

test('a window grows by no more rows at a time than asked for, and those in sight come first', () => {
  const wanted = { from: 0, to: 9 }
  expect(growWindow({ from: 0, to: 3 }, { seen: { from: 0, to: 5 }, wanted, most: 3 })).toEqual({ from: 0, to: 6 })
  expect(growWindow({ from: 6, to: 9 }, { seen: { from: 4, to: 8 }, wanted, most: 3 })).toEqual({ from: 3, to: 9 })
  expect(growWindow({ from: 0, to: 8 }, { seen: { from: 0, to: 5 }, wanted, most: 3 })).toEqual(wanted)
  expect(growWindow(wanted, { seen: { from: 0, to: 5 }, wanted, most: 3 })).toEqual(wanted)
})

test('a window far from what is drawn begins anew in sight, and what nobody wants any more goes at once', () => {
  const far = { seen: { from: 40, to: 45 }, wanted: { from: 37, to: 48 } }
  expect(growWindow({ from: 0, to: 8 }, { ...far, most: 3 })).toEqual({ from: 40, to: 43 })
  expect(growWindow({ from: 0, to: 8 }, { ...far, most: 0 })).toEqual({ from: 40, to: 40 })
  expect(growWindow({ from: 30, to: 41 }, { ...far, most: 0 })).toEqual({ from: 37, to: 41 })
})

test('the row of the tab stop is drawn wherever it is', () => {
  expect(listRows({ from: 5, to: 8 }, 6)).toEqual([5, 6, 7])
  expect(listRows({ from: 5, to: 8 }, 0)).toEqual([0, 5, 6, 7])
  expect(listRows({ from: 5, to: 8 }, 30)).toEqual([5, 6, 7, 30])
})

const grid = { count: 10, columns: 4, sideways: 1 } as const

test.each([
  ['ArrowRight', 3, 4],
  ['ArrowRight', 9, 9],
  ['ArrowLeft', 4, 3],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 5],
  ['ArrowDown', 7, 9],
  ['ArrowDown', 8, 8],
  ['ArrowUp', 5, 1],
  ['ArrowUp', 2, 2],
  ['Home', 7, 0],
  ['End', 2, 9],
] as const)('%s from tile %i leads to tile %i', (key, from, to) => {
  expect(moveInGrid(key, from, grid)).toBe(to)
})

test('where text runs from right to left, Left goes on and Right goes back', () => {
  expect(moveInGrid('ArrowLeft', 3, { ...grid, sideways: -1 })).toBe(4)
  expect(moveInGrid('ArrowRight', 3, { ...grid, sideways: -1 })).toBe(2)
})

test('other keys lead nowhere', () => {
  expect(moveInGrid('Tab', 3, grid)).toBe(undefined)
})

test('the same letter again goes on to the next name, and round to the first', () => {
  const names = ['Acorn', 'Moss', 'Mint', 'Ash']
  const found = (typed: string, index: number) =>
    findByLetters({ count: names.length, getName: (at) => names[at] ?? '' }, typed, index)
  expect([found('m', 0), found('m', 1), found('m', 2), found('mi', 1), found('a', 3), found('x', 0)]).toEqual([
    1,
    2,
    1,
    2,
    0,
    undefined,
  ])
})
