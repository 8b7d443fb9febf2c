import decodeQR from 'qr/decode.js'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PICTURES } from '../../../../testing/src/pictures.ts'
import { sendToBrowser } from '../../../../testing/src/sendToBrowser.ts'
import { adoptStyles } from '../theme/styles.ts'
import { Picture } from './Picture.tsx'
import { QrCode } from './QrCode.tsx'
import { SurroundingsContext } from './surroundings.ts'

const TOPIC = '7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9'
const KEY = '587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'
const SHORT = `wc:${TOPIC}@2?relay-protocol=irn&symKey=${KEY}&expiryTimestamp=1700000300`
/** A code that asks for sign-in and link mode as well. */
const LONG = `${SHORT}&methods=wc_sessionPropose%2Cwc_sessionAuthenticate%2Cwc_sessionRequest%2Cwc_sessionPing&linkMode=https%3A%2F%2Fhollowpine.example%2Fwallets%2Freturn`

let host: HTMLElement
let root: Root

beforeEach(() => {
  host = document.createElement('div')
  adoptStyles(host.attachShadow({ mode: 'open' }))
  document.body.append(host)
  if (!host.shadowRoot) throw new Error('No shadow root')
  root = createRoot(host.shadowRoot)
})
afterEach(async () => {
  root.unmount()
  host.remove()
  document.body.removeAttribute('style')
  await page.viewport(414, 896)
})

async function draw(content: ReactNode): Promise<HTMLElement> {
  const surroundings = {
    after: () => () => {},
    isTrustedImage: () => true,
    addStyles: (css: string) => host.shadowRoot && adoptStyles(host.shadowRoot, css),
    showTip: () => {},
    region: 'en',
    words: { newTab: 'opens in a new tab', clear: 'Clear' },
  }
  root.render(
    <SurroundingsContext.Provider value={surroundings}>
      <div className="root">
        <div className="card">
          <div className="body">{content}</div>
        </div>
      </div>
    </SurroundingsContext.Provider>,
  )
  await expect.poll(() => host.shadowRoot?.querySelector('.qr-code')).not.toBe(null)
  await expect.poll(() => host.shadowRoot?.querySelector('.pic.waits') ?? null).toBe(null)
  const found = host.shadowRoot?.querySelector<HTMLElement>('.qr-code')
  if (!found) throw new Error('No code')
  return found
}

/** What a reader makes of the pixels on screen. */
async function scan(element: HTMLElement): Promise<string> {
  const base64 = await page.elementLocator(element).screenshot({ save: false })
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
  // As a camera comes closer or goes away: the reader is good at whole modules and poor at some sizes between.
  let failure: unknown
  for (const size of [1, 2, 1.5]) {
    const canvas = new OffscreenCanvas(image.width * size, image.height * size)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height))
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

const PICTURE = <Picture src={PICTURES.tide} name="Tide" />

describe.each([
  ['on a page 320 px wide', 320, '1'],
  ['on a wide page', 414, '1'],
  ['at 200 % on a page 320 px wide', 640, '2'],
] as const)('%s', (_, width, zoom) => {
  describe.each(['dark', 'light'] as const)('in the %s theme', (theme) => {
    test.each([
      ['a pairing code', SHORT, undefined],
      ['a pairing code with a picture', SHORT, PICTURE],
      ['a pairing code with a letter for a picture', SHORT, <Picture key="letter" name="Tide" />],
      ['a long pairing code', LONG, undefined],
      ['a long pairing code with a picture', LONG, PICTURE],
    ])('%s can be read by a camera', async (_, text, picture) => {
      await page.viewport(width, 800)
      document.body.style.zoom = zoom
      host.dataset.theme = theme
      expect(await scan(await draw(<QrCode text={text} label="QR code" picture={picture} />))).toBe(text)
    })
  })
})

describe.each(['dark', 'light'] as const)('in the %s theme', (theme) => {
  test('a code can be read where the browser darkens pages by itself', async () => {
    await sendToBrowser('Emulation.setAutoDarkModeOverride', { enabled: true })
    try {
      host.dataset.theme = theme
      expect(await scan(await draw(<QrCode text={SHORT} label="QR code" />))).toBe(SHORT)
    } finally {
      await sendToBrowser('Emulation.setAutoDarkModeOverride', {})
    }
  })

  test.each(['dark', 'light'])('a code can be read in forced colours of a %s system', async (value) => {
    const features = [
      { name: 'forced-colors', value: 'active' },
      { name: 'prefers-color-scheme', value },
    ]
    await sendToBrowser('Emulation.setEmulatedMedia', { features })
    try {
      host.dataset.theme = theme
      expect(await scan(await draw(<QrCode text={SHORT} label="QR code" />))).toBe(SHORT)
    } finally {
      await sendToBrowser('Emulation.setEmulatedMedia', { features: [] })
    }
  })
})

test('a code is one image with a name, and its place is kept while it is prepared', async () => {
  const ghost = await draw(<QrCode text={undefined} label="QR code for Tide" />)
  const { width, height } = ghost.getBoundingClientRect()
  expect(ghost.getAttribute('role')).toBe(null)
  expect(ghost.getAttribute('aria-hidden')).toBe('true')
  const code = await draw(<QrCode text={SHORT} label="QR code for Tide" />)
  await expect.poll(() => code.getAttribute('role')).toBe('img')
  expect(code.getAttribute('aria-label')).toBe('QR code for Tide')
  expect(code.getBoundingClientRect()).toMatchObject({ width, height })
})

test('a code has the pixels of its screen, also after the page is zoomed', async () => {
  const canvas = (await draw(<QrCode text={SHORT} label="QR code" />)).querySelector('canvas')
  if (!canvas) throw new Error('No canvas')
  const isFine = () => canvas.width === Math.round(canvas.offsetWidth * devicePixelRatio)
  expect(isFine()).toBe(true)
  const before = canvas.width
  try {
    await sendToBrowser('Emulation.setDeviceMetricsOverride', {
      width: 900,
      height: 700,
      deviceScaleFactor: 2,
      mobile: false,
    })
    await expect.poll(() => canvas.width).toBeGreaterThan(before)
    expect(isFine()).toBe(true)
  } finally {
    await sendToBrowser('Emulation.clearDeviceMetricsOverride')
  }
})

test('a code that is painted while the modal comes in has the pixels that it stands in afterwards', async () => {
  host.style.cssText = 'display: block; transform: scale(0.5)'
  const canvas = (await draw(<QrCode text={SHORT} label="QR code" />)).querySelector('canvas')
  expect(canvas?.width).toBe(Math.round((canvas?.offsetWidth ?? 0) * devicePixelRatio))
  expect(canvas?.getBoundingClientRect().width).toBeLessThan(canvas?.width ?? 0)
})

test('a spent code cannot be read', async () => {
  expect(await scan(await draw(<QrCode text={SHORT} label="QR code" />))).toBe(SHORT)
  const spent = await draw(<QrCode text={SHORT} label="QR code" isSpent />)
  await expect.poll(() => spent.className).toContain('spent')
  await expect(scan(spent)).rejects.toThrow()
})

test('SEC-82: a text with markup in it is dots and nothing else', async () => {
  const text = 'wc:"/><script>alert(1)</script><image href=x onerror=alert(1)>'
  const code = await draw(<QrCode text={text} label="QR code" />)
  expect([...code.querySelectorAll('*')].map((element) => element.localName)).toEqual(['canvas'])
  expect(await scan(code)).toBe(text)
})
