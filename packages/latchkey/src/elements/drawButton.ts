import type { ButtonDetails, ButtonModel } from './buttonModel.ts'

/** Paths of the icons drawn here, on a grid of 20. */
const ICONS = {
  down: 'm5.25 7.75 4.75 4.75 4.75-4.75',
  warn: 'M8.4 4.05 2.95 13.3a1.85 1.85 0 0 0 1.6 2.8h10.9a1.85 1.85 0 0 0 1.6-2.8L11.6 4.05a1.85 1.85 0 0 0-3.2 0ZM10 7.75v3.1M10 13.3v.01',
} as const

/** Puts a model into the button that stands there; the button itself stays, and with it focus. */
export function drawButton(button: HTMLButtonElement, model: ButtonModel): void {
  const { look, text, details, busy } = model
  const isBare = look === 'account' && details?.balance === undefined
  button.className = `${look}${isBare ? ' bare' : ''}${look === 'network' && details ? ' has-pic' : ''}${model.isSmall ? ' sm' : ''}`
  button.disabled = model.disabled
  setAttribute(button, 'aria-label', model.name)
  setAttribute(button, 'aria-busy', busy ? 'true' : undefined)
  button.setAttribute('aria-expanded', String(model.expanded))
  const words = make('span', 'text', text)
  // Addresses and amounts read from left to right in every language.
  if (look === 'account') words.dir = 'ltr'
  button.replaceChildren(
    ...(look === 'account'
      ? [...drawBalance(details), make('span', 'who', drawPicture(text, details?.avatarUrl), words)]
      : [
          ...(busy ? [make('span', 'spin')] : []),
          ...(look === 'warning' ? [drawIcon('warn')] : []),
          ...(look === 'network' && details ? [drawPicture(text, details.networkImageUrl)] : []),
          words,
          ...(look === 'network' ? [drawIcon('down')] : []),
        ]),
  )
}

function drawBalance(details: ButtonDetails | undefined): HTMLElement[] {
  if (details?.balance === undefined) return []
  if (details.balance === null) return [make('span', 'bone')]
  const balance = make('span', '', details.balance)
  balance.dir = 'ltr'
  return [balance]
}

/** A letter until the picture is there, and again if it never comes. */
function drawPicture(name: string, url: string | undefined): HTMLElement {
  const picture = make('span', 'pic', [...name][0] ?? '')
  picture.ariaHidden = 'true'
  if (!url) return picture
  const image = document.createElement('img')
  image.alt = ''
  image.referrerPolicy = 'no-referrer'
  image.onerror = () => image.remove()
  image.src = url
  picture.append(image)
  return picture
}

function drawIcon(name: keyof typeof ICONS): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 20 20')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', ICONS[name])
  svg.append(path)
  return svg
}

function make(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  element.append(...children)
  return element
}

function setAttribute(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name)
  else element.setAttribute(name, value)
}
