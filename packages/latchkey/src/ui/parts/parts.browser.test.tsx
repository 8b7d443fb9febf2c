import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createManualClock, type ManualClock } from '../../../../testing/src/createManualClock.ts'
import { adoptStyles } from '../theme/styles.ts'
import { AddressText } from './AddressText.tsx'
import { Button } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'
import { Field } from './Field.tsx'
import { List } from './List.tsx'
import { Money } from './Money.tsx'
import { Row } from './Row.tsx'
import { SurroundingsContext } from './surroundings.ts'
import { Tabs } from './Tabs.tsx'

const NAMES = [
  'Ethereum',
  'Base',
  'Arbitrum',
  'Optimism',
  'Polygon',
  'Gnosis',
  'Linea',
  'Scroll',
  'Celo',
  'Zora',
  'Blast',
  'Bnb',
]

let host: HTMLElement
let root: Root
let clock: ManualClock

beforeEach(() => {
  host = document.createElement('div')
  adoptStyles(host.attachShadow({ mode: 'open' }))
  document.body.append(host)
  clock = createManualClock()
  if (!host.shadowRoot) throw new Error('No shadow root')
  root = createRoot(host.shadowRoot)
})
afterEach(() => {
  root.unmount()
  host.remove()
})

async function draw(content: ReactNode, direction: 'ltr' | 'rtl' = 'ltr'): Promise<ShadowRoot> {
  const surroundings = {
    after: clock.after,
    isTrustedImage: () => false,
    addStyles: (css: string) => host.shadowRoot && adoptStyles(host.shadowRoot, css),
    showTip: () => {},
    region: 'en',
    words: { newTab: 'opens in a new tab', clear: 'Clear' },
  }
  root.render(
    <SurroundingsContext.Provider value={surroundings}>
      <div className="root" dir={direction} data-drawn="">
        {content}
      </div>
    </SurroundingsContext.Provider>,
  )
  await expect.poll(() => host.shadowRoot?.querySelector('[data-drawn]')?.childElementCount).toBeGreaterThan(0)
  if (!host.shadowRoot) throw new Error('No shadow root')
  return host.shadowRoot
}
const rows = (count: number, press: (name: string) => void = () => {}): ReactNode[] =>
  NAMES.slice(0, count).map((name) => <Row key={name} title={name} onPress={() => press(name)} />)
const here = (shadow: ShadowRoot): string | null | undefined => shadow.activeElement?.textContent
const stops = (shadow: ShadowRoot): number => shadow.querySelectorAll('[data-row][tabindex="0"]').length
const first = (shadow: ShadowRoot): HTMLElement => {
  const row = shadow.querySelector<HTMLElement>('[data-row]')
  if (!row) throw new Error('No row')
  return row
}

test('in a short list each row is a tab stop, in a long one the list is', async () => {
  const shadow = await draw(<List label="Networks">{rows(10)}</List>)
  await expect.poll(() => stops(shadow)).toBe(10)
  await draw(<List label="Networks">{rows(12)}</List>)
  await expect.poll(() => stops(shadow)).toBe(1)
})

test('arrows, Home and End move between rows and take the tab stop along', async () => {
  const shadow = await draw(<List label="Networks">{rows(12)}</List>)
  first(shadow).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(here(shadow)).toBe('Arbitrum')
  await userEvent.keyboard('{ArrowUp}')
  expect(here(shadow)).toBe('Base')
  await userEvent.keyboard('{End}')
  expect(here(shadow)).toBe('Bnb')
  expect(shadow.querySelector('[data-row][tabindex="0"]')?.textContent).toBe('Bnb')
  await userEvent.keyboard('{ArrowDown}')
  expect(here(shadow)).toBe('Bnb')
  await userEvent.keyboard('{Home}')
  expect(here(shadow)).toBe('Ethereum')
})

test('typing goes to the row that begins so, and the next letter of the same name stays on it', async () => {
  const shadow = await draw(<List label="Networks">{rows(12)}</List>)
  first(shadow).focus()
  await userEvent.keyboard('b')
  expect(here(shadow)).toBe('Base')
  await userEvent.keyboard('l')
  expect(here(shadow)).toBe('Blast')
  await clock.advance(500)
  await userEvent.keyboard('b')
  expect(here(shadow)).toBe('Bnb')
})

test('a listbox has options, and its tab stop is the one in use', async () => {
  const shadow = await draw(
    <List label="Networks" role="listbox">
      <Row title="Ethereum" onPress={() => {}} />
      <Row title="Base" isCurrent onPress={() => {}} />
    </List>,
  )
  await expect.poll(() => stops(shadow)).toBe(1)
  expect(shadow.querySelector('[role=listbox]')?.getAttribute('aria-label')).toBe('Networks')
  expect(shadow.querySelector('[tabindex="0"][role=option]')?.getAttribute('aria-selected')).toBe('true')
})

test('a row that cannot be chosen keeps the focus, says why and does nothing', async () => {
  const pressed: string[] = []
  const shadow = await draw(
    <Row title="Solana" disabledReason="Fernpass does not work here" onPress={() => pressed.push('Solana')} />,
  )
  const row = first(shadow)
  row.focus()
  expect(shadow.activeElement).toBe(row)
  row.click()
  expect(pressed).toEqual([])
  expect(row.getAttribute('aria-disabled')).toBe('true')
  const reason = shadow.getElementById(row.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('Fernpass does not work here')
})

test('the reason that a row shows is its description, and stands there once', async () => {
  const why = 'Fernpass does not work here'
  const shadow = await draw(<Row title="Solana" note={why} disabledReason={why} onPress={() => {}} />)
  const row = first(shadow)
  expect(shadow.getElementById(row.getAttribute('aria-describedby') ?? '')?.textContent).toBe(why)
  expect(row.textContent).toBe(`Solana${why}`)
})

test('a field that is looking shows it in the place of its icon', async () => {
  const shadow = await draw(<Field label="Search" icon="search" value="ced" isBusy onChange={() => {}} />)
  expect(shadow.querySelector('.field > .spinner')?.getAttribute('aria-hidden')).toBe('true')
  expect(shadow.querySelectorAll('.field > .icon')).toHaveLength(0)
})

test('Enter and Escape that an input method takes are not the field’s, and the next ones are', async () => {
  const heard: string[] = []
  const shadow = await draw(
    <Field
      label="Search"
      value="木"
      onChange={(value) => heard.push(`value ${value}`)}
      onSubmit={() => heard.push('submit')}
    />,
  )
  const input = shadow.querySelector('input') as HTMLInputElement
  const hit = (key: string, more: KeyboardEventInit): boolean =>
    input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  for (const key of ['Enter', 'Escape']) {
    expect(hit(key, { isComposing: true })).toBe(true)
    // Safari says so by the number alone.
    expect(hit(key, { keyCode: 229 })).toBe(true)
  }
  expect(heard).toEqual([])
  hit('Enter', { keyCode: 13 })
  hit('Escape', { keyCode: 27 })
  expect(heard).toEqual(['submit', 'value '])
})

test('SEC-87: a row that leads away is a link to a new tab, without opener and referrer, and says so', async () => {
  const shadow = await draw(<Row title="Chrome Web Store" href="https://store.test/tide" />)
  const link = shadow.querySelector('a')
  expect([link?.target, link?.rel]).toEqual(['_blank', 'noopener noreferrer'])
  expect(link?.textContent).toContain('opens in a new tab')
})

test('a busy button keeps the focus and is pressed once only', async () => {
  const presses: number[] = []
  const make = (busy: boolean) => (
    <Button kind="main" busy={busy} onPress={() => presses.push(1)}>
      Try again
    </Button>
  )
  const shadow = await draw(make(false))
  const button = shadow.querySelector('button')
  button?.focus()
  button?.click()
  await draw(make(true))
  await expect.poll(() => button?.getAttribute('aria-busy')).toBe('true')
  button?.click()
  expect(presses).toEqual([1])
  expect(shadow.activeElement).toBe(button)
})

test('the first Escape empties a field, the next one goes on', async () => {
  const values: string[] = []
  const heard: string[] = []
  host.addEventListener('keydown', (event) => heard.push(event.key))
  const make = (value: string) => (
    <Field label="Search networks" icon="search" value={value} onChange={(next) => values.push(next)} />
  )
  const shadow = await draw(make('ba'))
  const input = shadow.querySelector('input')
  expect(shadow.querySelector('label')?.htmlFor).toBe(input?.id)
  input?.focus()
  await userEvent.keyboard('{Escape}')
  expect([values, heard]).toEqual([[''], []])
  await draw(make(''))
  await expect.poll(() => input?.value).toBe('')
  await userEvent.keyboard('{Escape}')
  expect(heard).toEqual(['Escape'])
})

test('tabs are one tab stop, and arrows choose at once', async () => {
  const chosen: string[] = []
  const tabs = [
    { id: 'tokens', label: 'Tokens' },
    { id: 'nfts', label: 'NFTs' },
  ] as const
  const shadow = await draw(
    <Tabs label="What you own" tabs={tabs} current="tokens" onChange={(id) => chosen.push(id)} />,
  )
  expect(shadow.querySelectorAll('[role=tab][tabindex="0"]')).toHaveLength(1)
  shadow.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(chosen).toEqual(['nfts'])
  expect(here(shadow)).toBe('NFTs')
})

test('a link in the words of a checkbox does not tick it, the words do', async () => {
  const ticks: boolean[] = []
  const shadow = await draw(
    <Checkbox isChecked={false} onChange={(next) => ticks.push(next)}>
      I accept the <a href="#terms">terms</a>
    </Checkbox>,
  )
  shadow.querySelector('a')?.click()
  expect(ticks).toEqual([])
  shadow.querySelector('label')?.click()
  expect(ticks).toEqual([true])
  expect(shadow.querySelector('input')?.getBoundingClientRect().width).toBe(44)
})

test('money is read out in words and shown with its cents apart', async () => {
  const shadow = await draw(<Money value={5528.46} currency="USD" />)
  expect(shadow.querySelector('.hidden-text')?.textContent).toBe('5,528.46 US dollars')
  expect(shadow.querySelector('bdi')?.textContent).toBe('$5,528.46')
  expect([...shadow.querySelectorAll('small')].map(({ textContent }) => textContent).join('')).toBe('.46')
})

test('a sum shrinks rather than break or leave a 280 px line', async () => {
  for (const value of [5528.46, 493_827_160.35, 493_827_160_549.35, 4_938_271_605_493.35]) {
    const shadow = await draw(<Money value={value} currency="USD" />)
    const text = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' }).format(value)
    await expect.poll(() => shadow.querySelector('bdi')?.textContent).toBe(text)
    expect(shadow.querySelector('bdi')?.getBoundingClientRect().width).toBeLessThanOrEqual(280)
    expect(shadow.querySelector('.money')?.getBoundingClientRect().height).toBe(40)
  }
})

test('an address is always left to right: short with its ends, or whole in groups of four', async () => {
  const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
  const shadow = await draw(<AddressText address={address} />, 'rtl')
  expect(shadow.querySelector('bdi')?.textContent).toBe('0x71…d8976F')
  expect(getComputedStyle(shadow.querySelector('bdi') ?? host).direction).toBe('ltr')
  await draw(<AddressText address={address} full />, 'rtl')
  await expect.poll(() => shadow.querySelectorAll('.address > *').length).toBe(10)
  expect(shadow.querySelector('.address')?.textContent).toBe(address)
})
