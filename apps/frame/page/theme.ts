/** The theme of the page around the frame, as far as it is followed: values that were parsed, and text that stays readable (SEC-35). */
import type { FramePayload } from '@latchkey/wire/frame'

/** Contrast of text on its ground. Source: WCAG 2.2, 1.4.3. */
const LEAST_CONTRAST = 4.5

const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

const luminanceOf = ([red = 0, green = 0, blue = 0]: readonly number[]): number =>
  0.2126 * toLinear(red / 255) + 0.7152 * toLinear(green / 255) + 0.0722 * toLinear(blue / 255)

/** A colour in whatever way it is written, as the browser paints it; undefined where it is none, or lets what is behind it through. */
const paint = (colour: string): readonly number[] | undefined => {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || !CSS.supports('color', colour)) return undefined
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  return alpha === 255 ? [red, green, blue] : undefined
}

/** Whether text of one colour can be read on the other. */
const isReadable = (ink: string, surface: string): boolean => {
  const [one, other] = [paint(ink), paint(surface)]
  if (!one || !other) return false
  const [dim, bright] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return ((bright ?? 0) + 0.05) / ((dim ?? 0) + 0.05) >= LEAST_CONTRAST
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

/** Sets the variables on the host of the frame's screens. Ground and ink are taken together, and only where one is readable on the other. */
export const applyTheme = (
  element: HTMLElement,
  { themeMode, themeVariables = {} }: Pick<FramePayload<'SYNC_THEME'>, 'themeMode' | 'themeVariables'>,
): void => {
  if (themeMode) element.dataset.theme = themeMode
  const ink = themeVariables['--latchkey-ink']
  const surface = themeVariables['--latchkey-surface']
  const hasGround = ink !== undefined && surface !== undefined && isReadable(ink, surface)
  for (const name of VARIABLES) {
    const isGround = name === '--latchkey-ink' || name === '--latchkey-surface'
    const value = themeVariables[name]
    if (value === undefined || (isGround && !hasGround)) element.style.removeProperty(name)
    else element.style.setProperty(name, value)
  }
}
