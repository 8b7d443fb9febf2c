import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ACCENTS } from '../../../../testing/src/accents.ts'
import { deriveColors, getLuminance, type Rgb } from './fallback.ts'
import { isSafeVariable } from './theme.ts'

const toRgb = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Rgb
const contrast = (one: string, two: string): number => {
  const [dim, bright] = [getLuminance(toRgb(one)), getLuminance(toRgb(two))].sort((a, b) => a - b)
  return ((bright ?? 0) + 0.05) / ((dim ?? 0) + 0.05)
}

test('the lines that tokens.css carries for the default accent are what the fallback derives', () => {
  const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
  const [dark = '', light = ''] = css.split(':host([data-theme="light"])')
  const derived = deriveColors(toRgb('#4757f5'), 'dark')
  const names = Object.keys(derived).filter((name) => /^--_(gray|fill$|accent)/.test(name))
  expect(names.length).toBe(15)
  for (const name of names) expect(dark).toContain(`${name}: ${derived[name]};`)
  expect(light).toContain(`--_accent-ink: ${deriveColors(toRgb('#4757f5'), 'light')['--_accent-ink']};`)
})

test.each(ACCENTS)('without relative colours %s is readable too, in both themes', (accent) => {
  for (const mode of ['dark', 'light'] as const) {
    const colors = deriveColors(toRgb(accent), mode)
    const get = (name: string): string => colors[name] ?? ''
    const surface = mode === 'dark' ? get('--_gray-12') : '#ffffff'
    const raised = mode === 'dark' ? get('--_gray-11') : get('--_gray-2')
    expect(contrast(get('--_fill-ink'), get('--_fill')), `${mode} ink on fill`).toBeGreaterThanOrEqual(4.5)
    expect(contrast(get('--_accent-ink'), surface), `${mode} accent ink`).toBeGreaterThanOrEqual(4.5)
    expect(contrast(get('--_accent-ink'), raised), `${mode} accent ink, raised`).toBeGreaterThanOrEqual(4.5)
    const edge = get('--_fill-edge') === 'transparent' ? get('--_fill') : get('--_fill-edge')
    expect(contrast(edge, surface), `${mode} fill on surface`).toBeGreaterThanOrEqual(3)
  }
})

test('a host may set our variables to values that fetch nothing and stay in their place', () => {
  expect(isSafeVariable('--latchkey-radius', '8px')).toBe(true)
  expect(isSafeVariable('--latchkey-font', '"Inter", system-ui')).toBe(true)
  expect(isSafeVariable('--latchkey-surface', 'oklch(0.2 0.01 270)')).toBe(true)
  for (const value of [
    'url(https://evil.test)',
    'red; background: blue',
    '</style>',
    'a{b}',
    'image-set("x")',
    '\\75rl(x)',
    '/* x',
  ]) {
    expect(isSafeVariable('--latchkey-surface', value), value).toBe(false)
  }
  expect(isSafeVariable('--latchkey-surface', 'x'.repeat(201))).toBe(false)
  expect(isSafeVariable('color', 'red')).toBe(false)
  expect(isSafeVariable('--_gray-1', 'red')).toBe(false)
})
