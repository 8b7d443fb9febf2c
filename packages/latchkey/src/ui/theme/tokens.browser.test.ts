import { afterEach, expect, test } from 'vitest'
import { ACCENTS } from '../../../../testing/src/accents.ts'
import { sendToBrowser } from '../../../../testing/src/sendToBrowser.ts'
import type { ThemeState } from '../../core/flow/theme.ts'
import { createStore } from '../../core/store.ts'
import { deriveColors, type Rgb } from './fallback.ts'
import { adoptStyles } from './styles.ts'
import { applyTheme, watchTheme } from './theme.ts'

/** Text that is read at body size or below. */
const TEXT: readonly (readonly [string, string])[] = [
  ['ink', 'surface'],
  ['ink', 'surface-raised'],
  ['ink', 'surface-hover'],
  ['ink', 'surface-press'],
  ['ink-soft', 'surface'],
  ['ink-soft', 'surface-raised'],
  ['ink-soft', 'surface-hover'],
  ['ink-faint', 'surface'],
  ['ink-faint', 'surface-raised'],
  ['accent-ink', 'surface'],
  ['accent-ink', 'surface-raised'],
  ['accent-ink', 'accent-soft'],
  ['on-accent', 'accent-fill'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'accent-press'],
  ['good', 'surface'],
  ['good', 'good-soft'],
  ['warn', 'surface'],
  ['warn', 'warn-soft'],
  ['bad', 'surface'],
  ['bad', 'surface-raised'],
  ['bad', 'bad-soft'],
  ['ink', 'warn-soft'],
  ['ink', 'bad-soft'],
]

const theme = (parts: Partial<ThemeState> = {}): ThemeState => ({
  mode: 'dark',
  accent: undefined,
  variables: {},
  locale: undefined,
  ...parts,
})

let hosts: HTMLElement[] = []
afterEach(() => {
  for (const host of hosts) host.remove()
  hosts = []
})

function createHost(): { host: HTMLElement; read: (token: string) => readonly number[] } {
  const host = document.createElement('div')
  const shadow = host.attachShadow({ mode: 'open' })
  adoptStyles(shadow)
  document.body.append(host)
  hosts.push(host)
  const probe = document.createElement('span')
  shadow.append(probe)
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const read = (token: string): readonly number[] => {
    if (!context) throw new Error('No canvas')
    probe.style.color = `var(--latchkey-${token})`
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = getComputedStyle(probe).color
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data]
  }
  return { host, read }
}

const toLuminance = (color: readonly number[]): number => {
  const [red = 0, green = 0, blue = 0] = color.slice(0, 3).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: readonly number[], two: readonly number[]): number => {
  const [dim = 0, bright = 0] = [toLuminance(one), toLuminance(two)].sort((a, b) => a - b)
  return (bright + 0.05) / (dim + 0.05)
}

test.each(ACCENTS)('with the accent %s every text is readable in both themes', (accent) => {
  const { host, read } = createHost()
  for (const mode of ['dark', 'light'] as const) {
    applyTheme(host, theme({ mode, accent }))
    for (const [ink, ground] of TEXT) {
      expect(contrast(read(ink), read(ground)), `${mode}: ${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
    // A pale fill on paper is seen by its edge.
    const edge = read('accent-edge')
    const seen = (edge[3] ?? 0) > 0 ? edge : read('accent-fill')
    expect(contrast(seen, read('surface')), `${mode}: the main button on the surface`).toBeGreaterThanOrEqual(3)
    expect(contrast(read('focus'), read('surface')), `${mode}: the focus ring`).toBeGreaterThanOrEqual(3)
  }
})

test.each(ACCENTS)('the fallback derives from %s what the browser does', (accent) => {
  const { host, read } = createHost()
  const rgb = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16) / 255) as unknown as Rgb
  for (const mode of ['dark', 'light'] as const) {
    applyTheme(host, theme({ mode, accent }))
    const pairs = [
      ['accent-fill', '--_fill'],
      ['on-accent', '--_fill-ink'],
      ['accent-ink', '--_accent-ink'],
      ['ink-soft', mode === 'dark' ? '--_gray-5' : '--_gray-8'],
      ['surface-raised', mode === 'dark' ? '--_gray-11' : '--_gray-2'],
    ] as const
    const derived = deriveColors(rgb, mode)
    for (const [token, line] of pairs) {
      const hex = derived[line] ?? ''
      const own = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
      // Colours outside sRGB are brought back in slightly different ways.
      read(token)
        .slice(0, 3)
        .forEach((channel, index) => {
          expect(Math.abs(channel - (own[index] ?? 0)), `${mode} ${token}`).toBeLessThanOrEqual(3)
        })
    }
  }
})

test.each(['transparent', 'rgb(255 0 0 / 0.3)'])('with the see-through accent %s every text is solid', (accent) => {
  const { host, read } = createHost()
  for (const mode of ['dark', 'light'] as const) {
    applyTheme(host, theme({ mode, accent }))
    for (const [ink, ground] of TEXT) {
      expect([ink, read(ink)[3]]).toEqual([ink, 255])
      expect(contrast(read(ink), read(ground)), `${mode}: ${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('takes the accent of the page when the instance names none', () => {
  const { host, read } = createHost()
  applyTheme(host, theme())
  const ours = read('accent-fill')
  document.documentElement.style.setProperty('--latchkey-accent', '#ff7a00')
  expect(read('accent-fill')).not.toEqual(ours)
  document.documentElement.removeAttribute('style')
})

test('a rule of the page for the element wins over our tokens', () => {
  const { host, read } = createHost()
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('[data-latchkey="themed"] { --latchkey-surface: rgb(1, 2, 3) }')
  document.adoptedStyleSheets = [sheet]
  host.dataset.latchkey = 'themed'
  expect(read('surface').slice(0, 3)).toEqual([1, 2, 3])
  document.adoptedStyleSheets = []
})

test('an accent that is no colour and a variable that fetches are left out, and old ones are taken back', () => {
  const { host } = createHost()
  applyTheme(host, theme({ accent: 'url(x)', variables: { '--latchkey-surface': 'url(https://evil.test)' } }))
  expect(host.style.length).toBe(0)
  applyTheme(host, theme({ accent: 'teal', variables: { '--latchkey-radius': '8px' } }))
  expect([...host.style].sort()).toEqual(['--latchkey-accent', '--latchkey-radius'])
  applyTheme(host, theme())
  expect(host.style.length).toBe(0)
})

test('the theme of the system is followed while the mode is system', async () => {
  const media = (value: string): Promise<unknown> =>
    sendToBrowser('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })
  const { host } = createHost()
  await media('light')
  const store = createStore<ThemeState>(theme({ mode: 'system' }))
  const stop = watchTheme(host, store)
  expect(host.dataset.theme).toBe('light')
  await media('dark')
  await expect.poll(() => host.dataset.theme).toBe('dark')
  store.set((state) => ({ ...state, mode: 'light' }))
  expect(host.dataset.theme).toBe('light')
  stop()
})
