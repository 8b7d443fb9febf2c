import { expect, it, onTestFinished } from 'vitest'
import { adoptStyles } from '../../../packages/latchkey/src/ui/theme/styles.ts'
import { applyTheme } from './theme.ts'

const VARIABLES = ['--latchkey-ink', '--latchkey-surface', '--latchkey-accent'] as const

/** What is set on an element with the frame's own tokens, of a theme. */
const themed = (
  themeVariables: Parameters<typeof applyTheme>[1]['themeVariables'],
  themeMode: 'light' | 'dark' = 'light',
) => {
  const element = document.createElement('div')
  document.body.append(element)
  onTestFinished(() => element.remove())
  adoptStyles(element.attachShadow({ mode: 'open' }))
  applyTheme(element, { themeMode, themeVariables })
  const [ink, surface, accent] = VARIABLES.map((name) => element.style.getPropertyValue(name))
  return { ink, surface, accent }
}

it('SEC-35: takes ink and ground together, where all that is drawn with them is readable', () => {
  expect(themed({ '--latchkey-ink': '#111', '--latchkey-surface': 'oklch(98% 0 0)' })).toMatchObject({
    ink: 'rgb(17 17 17)',
    surface: 'rgb(248 248 248)',
  })
  expect(themed({ '--latchkey-ink': '#fff', '--latchkey-surface': '#000' }, 'dark')).toMatchObject({
    ink: 'rgb(255 255 255)',
    surface: 'rgb(0 0 0)',
  })
})

it.each<[string, 'light' | 'dark', string, string]>([
  ['white on black, where what stands out is nearly white', 'light', '#fff', '#000'],
  ['black on white, where what stands out is nearly black', 'dark', '#000', '#fff'],
  ['a ground on which its own softer words are lost', 'dark', '#fff', '#757575'],
])('SEC-35: keeps its own where a theme has %s', (_, mode, ink, surface) => {
  const taken = themed({ '--latchkey-ink': ink, '--latchkey-surface': surface }, mode)
  expect(taken).toMatchObject({ ink: '', surface: '' })
})

it.each<[string, string]>([
  ['currentcolor', 'rgb(0 0 0)'],
  ['transparent', ''],
  ['rgb(255 255 255 / 0.5)', ''],
  ['inherit', ''],
  ['initial', ''],
  ['#4757f5', 'rgb(71 87 245)'],
])('SEC-35: of an accent that is %s only what is painted counts', (given, accent) => {
  expect(themed({ '--latchkey-accent': given }).accent).toBe(accent)
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
  expect(themed(variables)).toMatchObject({ ink: '', surface: '' })
})

it('SEC-35: a value of a later theme takes the place of the former one, and what it leaves out is gone', () => {
  const element = document.createElement('div')
  applyTheme(element, { themeMode: 'dark', themeVariables: { '--latchkey-accent': '#4757f5' } })
  applyTheme(element, { themeMode: 'light', themeVariables: {} })
  expect([element.dataset.theme, element.style.getPropertyValue('--latchkey-accent')]).toEqual(['light', ''])
})
