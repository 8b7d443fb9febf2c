import { expect, it } from 'vitest'
import { applyTheme } from './theme.ts'

const themed = (themeVariables: Parameters<typeof applyTheme>[1]['themeVariables']) => {
  const element = document.createElement('div')
  applyTheme(element, { themeVariables })
  return {
    ink: element.style.getPropertyValue('--latchkey-ink'),
    surface: element.style.getPropertyValue('--latchkey-surface'),
  }
}

it('SEC-35: takes ink and ground together, where one is readable on the other', () => {
  expect(themed({ '--latchkey-ink': '#111', '--latchkey-surface': 'oklch(98% 0 0)' })).toEqual({
    ink: '#111',
    surface: 'oklch(98% 0 0)',
  })
})

it.each<[string, string | undefined, string | undefined]>([
  ['the same colour', '#fff', 'white'],
  ['nearly the same', '#777', '#999'],
  ['a colour that lets through what is behind it', '#0000', '#fff'],
  ['ink alone', '#fff', undefined],
  ['ground alone', undefined, '#000'],
  ['no colour', 'notacolour', '#fff'],
])('SEC-35: keeps its own where a theme has %s', (_, ink, surface) => {
  const variables = { ...(ink && { '--latchkey-ink': ink }), ...(surface && { '--latchkey-surface': surface }) }
  expect(themed(variables)).toEqual({ ink: '', surface: '' })
})

it('SEC-35: a value of a later theme takes the place of the former one, and what it leaves out is gone', () => {
  const element = document.createElement('div')
  applyTheme(element, { themeMode: 'dark', themeVariables: { '--latchkey-accent': '#4757f5' } })
  applyTheme(element, { themeMode: 'light', themeVariables: {} })
  expect([element.dataset.theme, element.style.getPropertyValue('--latchkey-accent')]).toEqual(['light', ''])
})
