/**
 * The derived lines of tokens.css, worked out here for browsers without relative colours.
 * Source of the conversions: CSS Color 4, sample code for sRGB, linear light and OKLCH; luminance: WCAG 2.2.
 */

/** Red, green and blue of sRGB, each 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number]
type Lch = readonly [lightness: number, chroma: number, hue: number]

const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const toGamma = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)
const clamp = (value: number): number => Math.min(1, Math.max(0, value))

function toLch([red, green, blue]: Rgb): Lch {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const c = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [lightness, Math.hypot(a, c), Math.atan2(c, a)]
}

function fromLch([lightness, chroma, hue]: Lch): Rgb {
  const a = chroma * Math.cos(hue)
  const c = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * c) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * c) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * c) ** 3
  return [
    clamp(toGamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)),
    clamp(toGamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)),
    clamp(toGamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)),
  ]
}

/** Relative luminance, 0 to 1. */
export function getLuminance([red, green, blue]: Rgb): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

const toHex = (rgb: Rgb): string =>
  `#${rgb
    .map((value) =>
      Math.round(clamp(value) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Lightness and highest chroma of the greys 1 to 13, as in tokens.css. */
const GRAYS: readonly (readonly [number, number])[] = [
  [0.982, 0.003],
  [0.965, 0.004],
  [0.942, 0.005],
  [0.915, 0.006],
  [0.77, 0.008],
  [0.685, 0.01],
  [0.515, 0.012],
  [0.435, 0.012],
  [0.335, 0.008],
  [0.295, 0.007],
  [0.252, 0.006],
  [0.205, 0.006],
  [0.165, 0.006],
]

/** The raw lines for one accent, by custom property, as hex. The rules are those of tokens.css, in the same order. */
export function deriveColors(accent: Rgb, mode: 'dark' | 'light'): Readonly<Record<string, string>> {
  const [lightness, chroma, hue] = toLch(accent)
  const colors: Record<string, string> = {}
  GRAYS.forEach(([gray, most], index) => {
    colors[`--_gray-${index + 1}`] = toHex(fromLch([gray, Math.min(chroma, most), hue]))
  })
  const isDark = mode === 'dark'
  const turnsOver = lightness < 0.4
  const fill = isDark
    ? fromLch([turnsOver ? 0.94 : Math.max(lightness, 0.54), Math.min(chroma, 0.27) * (turnsOver ? 0.4 : 1), hue])
    : accent
  const luminance = getLuminance(fill)
  const isInkWhite = luminance < 0.182
  const isPaleOnPaper = !isDark && luminance > 0.295
  // Scaling all three channels of linear light keeps the hue and puts the luminance at 0.26, which is 3:1 on white.
  const edge = accent.map((value) =>
    toGamma(clamp((toLinear(value) * 0.26) / Math.max(luminance, 0.01))),
  ) as unknown as Rgb
  colors['--_fill'] = toHex(fill)
  colors['--_fill-edge'] = isPaleOnPaper ? toHex(edge) : 'transparent'
  colors['--_fill-ink'] = isInkWhite ? '#ffffff' : '#050505'
  colors['--_fill-away'] = (isInkWhite ? luminance < 0.03 : luminance <= 0.7) ? '#ffffff' : '#000000'
  colors['--_accent-ink'] = toHex(
    isDark
      ? fromLch([Math.max(lightness, 0.75), Math.min(chroma, 0.16), hue])
      : fromLch([Math.min(lightness, 0.465), Math.min(chroma, 0.22), hue]),
  )
  return colors
}

/** Writes the derived lines on an element, from the accent that it inherits or carries. */
export function applyFallback(element: HTMLElement, mode: 'dark' | 'light'): void {
  const probe = document.createElement('span')
  probe.style.color = 'var(--latchkey-accent, #4757f5)'
  element.shadowRoot?.append(probe)
  const [red, green, blue] =
    getComputedStyle(probe)
      .color.match(/[\d.]+/g)
      ?.map(Number) ?? []
  probe.remove()
  if (red === undefined || green === undefined || blue === undefined) return
  for (const [name, value] of Object.entries(deriveColors([red / 255, green / 255, blue / 255], mode))) {
    element.style.setProperty(name, value)
  }
}
