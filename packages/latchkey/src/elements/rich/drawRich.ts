import type { RichModel } from './richModel.ts'

/** Paths of icons, on a grid of 20. */
export const ICONS = {
  down: 'm5.25 7.75 4.75 4.75 4.75-4.75',
  tick: 'm4.75 10.5 3.5 3.5 7-8',
  warn: 'M8.4 4.05 2.95 13.3a1.85 1.85 0 0 0 1.6 2.8h10.9a1.85 1.85 0 0 0 1.6-2.8L11.6 4.05a1.85 1.85 0 0 0-3.2 0ZM10 7.75v3.1M10 13.3v.01',
} as const

/** The children of a rich button and the class of the button itself. */
export function drawRich({ look, text, details }: RichModel): { className: string; children: readonly Element[] } {
  const words = make('span', 'text', text)
  if (look === 'warning') return { className: look, children: [drawIcon(ICONS.warn), words] }
  if (look === 'network') {
    const picture = details ? [drawPicture(text, details.networkImageUrl)] : []
    return { className: details ? 'network has-pic' : look, children: [...picture, words, drawIcon(ICONS.down)] }
  }
  // Addresses and amounts read from left to right in every language.
  words.dir = 'ltr'
  const balance = details?.balance === null ? [make('span', 'bone')] : []
  if (details?.balance) {
    const amount = make('span', '', details.balance)
    amount.dir = 'ltr'
    balance.push(amount)
  }
  const who = make('span', 'who', drawPicture(text, details?.avatarUrl), words)
  return { className: balance.length > 0 ? look : 'account bare', children: [...balance, who] }
}

/** A letter until the picture is there, and for good if it never comes. */
export function drawPicture(name: string, url: string | undefined): HTMLElement {
  const picture = make('span', 'pic', [...name][0] ?? '')
  picture.setAttribute('aria-hidden', 'true')
  if (!url) return picture
  const image = document.createElement('img')
  image.alt = ''
  image.referrerPolicy = 'no-referrer'
  image.onerror = () => image.remove()
  image.src = url
  picture.append(image)
  return picture
}

/** Draws a path of a grid of 20, as strokes in the colour of the text. */
export function drawIcon(d: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 20 20')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', d)
  svg.append(path)
  return svg
}

export function make(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  element.append(...children)
  return element
}
