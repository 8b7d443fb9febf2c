/** The theme of the page around the frame, as far as it is followed: values that were parsed, and text that stays readable (SEC-35). */
import type { FramePayload } from '@latchkey/wire/frame'

/** Contrast of text on its ground. Source: WCAG 2.2, 1.4.3. */
const LEAST_CONTRAST = 4.5

const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

const luminanceOf = ([red = 0, green = 0, blue = 0]: readonly number[]): number =>
  0.2126 * toLinear(red / 255) + 0.7152 * toLinear(green / 255) + 0.0722 * toLinear(blue / 255)

/** A colour in whatever way it is written, as the browser paints it; undefined where it is none, or lets what is behind it through. */
const paint = (colour: string): readonly [number, number, number] | undefined => {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || !CSS.supports('color', colour)) return undefined
  // What a canvas takes for no colour, such as `inherit`, leaves the former one.
  const fills = ['#fff', '#000'].map((former) => {
    context.fillStyle = former
    context.fillStyle = colour
    return context.fillStyle
  })
  if (fills[0] !== fills[1]) return undefined
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  return alpha === 255 ? [red, green, blue] : undefined
}

type Colour = readonly number[]

/** As it is painted, and nothing else: a word such as `currentcolor` would mean another colour wherever it stands. */
const write = (colour: Colour): string => `rgb(${colour.join(' ')})`

/** Whether text of one colour can be read on the other. */
const isReadable = (one: Colour, other: Colour): boolean => {
  const [dim, bright] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return ((bright ?? 0) + 0.05) / ((dim ?? 0) + 0.05) >= LEAST_CONTRAST
}

/** What the frame's screens have beside the ground and the ink of a theme: other grounds for the same ink, and other inks on the same ground. */
const OWN_GROUNDS = ['surface-raised', 'surface-hover', 'surface-press']
const OWN_INKS = ['ink-soft', 'ink-faint', 'good', 'warn', 'bad', 'accent-ink']

/** Whether everything that is drawn with such an ink, or on such a ground, can be read. */
const fits = (element: HTMLElement, ink: Colour, surface: Colour): boolean => {
  const style = getComputedStyle(element)
  const paintOwn = (names: readonly string[]) =>
    names.map((name) => paint(style.getPropertyValue(`--latchkey-${name}`).trim()))
  const grounds = [surface, ...paintOwn(OWN_GROUNDS)]
  const inks = paintOwn(OWN_INKS)
  return (
    grounds.every((ground) => ground !== undefined && isReadable(ink, ground)) &&
    inks.every((own) => own !== undefined && isReadable(own, surface))
  )
}

const VARIABLES = [
  '--latchkey-accent',
  '--latchkey-surface',
  '--latchkey-ink',
  '--latchkey-radius',
  '--latchkey-row-radius',
  '--latchkey-button-radius',
  '--latchkey-font',
] as const

const COLOURS: ReadonlySet<string> = new Set(['--latchkey-accent', '--latchkey-surface', '--latchkey-ink'])

/**
 * Sets the variables on the host of the frame's screens. Ground and ink are taken together, and only where all that is drawn with them
 * can be read: a site must not be able to hide what it asks for.
 */
export const applyTheme = (
  element: HTMLElement,
  { themeMode, themeVariables = {} }: Pick<FramePayload<'SYNC_THEME'>, 'themeMode' | 'themeVariables'>,
): void => {
  if (themeMode) element.dataset.theme = themeMode
  for (const name of VARIABLES) element.style.removeProperty(name)
  const ink = paint(themeVariables['--latchkey-ink'] ?? '')
  const surface = paint(themeVariables['--latchkey-surface'] ?? '')
  const hasGround = ink !== undefined && surface !== undefined && fits(element, ink, surface)
  for (const name of VARIABLES) {
    const isGround = name === '--latchkey-ink' || name === '--latchkey-surface'
    const given = themeVariables[name]
    if (given === undefined || (isGround && !hasGround)) continue
    const colour = COLOURS.has(name) ? paint(given) : undefined
    const value = COLOURS.has(name) ? colour && write(colour) : given
    if (value !== undefined) element.style.setProperty(name, value)
  }
}
