import { expect } from 'vitest'
import { readText } from './findByRole.ts'
import type { RenderedView } from './renderView.tsx'

/** Checks that a view has nothing beyond the edges of a page of so many px, and draws the x of 0x as it is. */
export function expectWithin({ root }: Pick<RenderedView, 'root'>, width: number): void {
  expect(innerWidth).toBe(width)
  const body = root.querySelector<HTMLElement>('.body')
  expect(body?.scrollWidth).toBe(body?.clientWidth)
  for (const control of root.querySelectorAll('.card :is(button, a, input, h2, p)')) {
    const { left, right } = control.getBoundingClientRect()
    expect([left >= 0, right <= width, readText(control)]).toEqual([true, true, readText(control)])
  }
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode
    if (!parentElement || !/0x/i.test(textContent ?? '') || parentElement.closest('.hidden-text')) continue
    expect([textContent, getComputedStyle(parentElement).fontVariantLigatures]).toEqual([textContent, 'no-contextual'])
  }
}
