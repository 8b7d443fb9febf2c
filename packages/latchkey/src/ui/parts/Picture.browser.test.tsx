import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../../../testing/src/createManualClock.ts'
import { isTrustedImage } from '../../core/values/isTrustedImage.ts'
import { adoptStyles } from '../theme/styles.ts'
import { Avatar } from './Avatar.tsx'
import { Picture } from './Picture.tsx'
import { SurroundingsContext } from './surroundings.ts'

const PIXEL = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>')}`
const site = {
  origin: location.origin,
  gatewayUrl: undefined,
  customWallets: [],
  networks: [] as never,
  metadata: { name: '', url: '', icons: [] },
  connectorImages: {},
  tokens: {},
}

let host: HTMLElement
let root: Root
let clock: ManualClock

beforeEach(() => {
  host = document.createElement('div')
  const shadow = host.attachShadow({ mode: 'open' })
  adoptStyles(shadow)
  document.body.append(host)
  clock = createManualClock()
  root = createRoot(shadow)
})
afterEach(() => {
  root.unmount()
  host.remove()
})

function draw(content: ReactNode, after = clock.after): void {
  const surroundings = {
    after,
    isTrustedImage: (src: string) => isTrustedImage(src, site),
    addStyles: () => {},
    showTip: () => {},
    region: 'en',
    words: { newTab: 'opens in a new tab', clear: 'Clear' },
  }
  root.render(<SurroundingsContext.Provider value={surroundings}>{content}</SurroundingsContext.Provider>)
}
const find = (selector: string): Element | null | undefined => host.shadowRoot?.querySelector(selector)

test('SEC-84: a picture is an img without referrer, alternative text or a way to drag it off', async () => {
  draw(<Picture src={PIXEL} name="Tide" />)
  await expect.poll(() => find('img')).toBeTruthy()
  const image = find('img')
  expect([image?.getAttribute('referrerpolicy'), image?.getAttribute('alt')]).toEqual(['no-referrer', ''])
  await expect.poll(() => find('.pic')?.classList.contains('waits')).toBe(false)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:null/1',
  'https://elsewhere.test/a.png',
])('SEC-84: %s is a letter, and nothing is asked for', async (src) => {
  draw(<Picture src={src} name="tide" />)
  await expect.poll(() => find('.letter')?.textContent).toBe('T')
  expect(find('img')).toBe(null)
})

test('SEC-84: a picture that breaks is a letter', async () => {
  draw(<Picture src="data:image/png;base64,broken" name="Pebble" />)
  await expect.poll(() => find('.letter')?.textContent).toBe('P')
})

test('SEC-84: a picture that has not come after 2 s is a letter, and stays one', async () => {
  const timers: { readonly delayMs: number; readonly run: () => void }[] = []
  const after = (delayMs: number, run: () => void) => {
    timers.push({ delayMs, run })
    return () => {}
  }
  // All in one task, so that the browser cannot have read the picture before its time is up.
  flushSync(() => draw(<Picture src={PIXEL} name="Tide" />, after))
  expect(find('.pic')?.classList.contains('waits')).toBe(true)
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([2_000])
  flushSync(() => timers[0]?.run())
  expect(find('.letter')?.textContent).toBe('T')
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(find('img')).toBe(null)
})

test('SEC-85: a picture made of SVG stays in its img, and the script in it does nothing', async () => {
  const evil = `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4" onload="parent.hacked=1"><script>parent.hacked=1;top.hacked=1</script><image href="https://elsewhere.test/track.png"/><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:parent.hacked=1"/></foreignObject></svg>`
  draw(<Picture src={`data:image/svg+xml,${encodeURIComponent(evil)}`} name="Tide" />)
  await expect.poll(() => find('.pic')?.classList.contains('waits')).toBe(false)
  expect(find('.pic > img')).toBeTruthy()
  expect(host.shadowRoot?.querySelector('svg, script, iframe')).toBe(null)
  expect('hacked' in window || 'hacked' in (window.top ?? {})).toBe(false)
  expect(performance.getEntriesByType('resource').some(({ name }) => name.includes('elsewhere.test'))).toBe(false)
})

test('an avatar is drawn here from the address, and stays when the own picture is refused', async () => {
  draw(<Avatar address="0x71C7656EC7ab88b098defB751B7401B5f6d8976F" src="https://elsewhere.test/me.png" />)
  await expect.poll(() => find('.avatar img')?.getAttribute('src')).toMatch(/^data:image\/svg\+xml/)
  expect(find('.letter')).toBe(null)
  expect(host.shadowRoot?.querySelectorAll('img')).toHaveLength(1)
})

test('the letter of a name keeps its tint', async () => {
  draw(
    <>
      <Picture name="Tide" />
      <Picture name="Tide" />
      <Picture name="" />
    </>,
  )
  await expect.poll(() => host.shadowRoot?.querySelectorAll('.letter').length).toBe(3)
  const tints = [...(host.shadowRoot?.querySelectorAll<HTMLElement>('.letter') ?? [])].map(
    ({ dataset }) => dataset.tint,
  )
  expect(tints[0]).toBe(tints[1])
  expect(host.shadowRoot?.textContent).toBe('TT?')
})
