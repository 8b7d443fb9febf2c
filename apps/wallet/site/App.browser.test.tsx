import { createManualClock } from '@latchkey/testing/createManualClock.ts'
import { createTestRelay } from '@latchkey/testing/relay/createTestRelay.ts'
import { createTestSurroundings, until } from '@latchkey/testing/relay/createTestSurroundings.ts'
import { createSignClient, type ProposalNamespaces, type SignClient, type Verifier } from '@latchkey/walletconnect'
import axe from 'axe-core'
import encodeQR from 'qr'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createKeys } from '../rules/keys.ts'
import { parseSettings } from '../settings.ts'
import { App } from './App.tsx'
import { createWallet } from './createWallet.ts'
import { readPicture } from './readPicture.ts'
import styles from './wallet.css?inline'

const SLOPE = 'eip155:31337'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const ASKED: ProposalNamespaces = {
  eip155: {
    chains: [SLOPE, 'eip155:1'],
    methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'eth_sign'],
    events: ['accountsChanged', 'chainChanged'],
  },
  solana: { chains: [SOLANA], methods: ['solana_signMessage'], events: [] },
  cosmos: { chains: ['cosmos:hub'], methods: ['cosmos_sign'], events: [] },
}

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const vouch =
  (validation: 'VALID' | 'INVALID' | 'UNKNOWN', isScam = false): Verifier =>
  async () => ({ verified: { origin: 'https://sent.test', validation, verifyUrl: '', isScam } })

/** The wallet on a page, with a site on the other side of a relay in this page. */
async function open(options: { theme?: 'light' | 'dark'; verifier?: Verifier; width?: number } = {}) {
  const { theme = 'light', width = 800 } = options
  await page.viewport(width, 800)
  const sheet = document.createElement('style')
  sheet.textContent =
    theme === 'dark'
      ? styles.replace('(prefers-color-scheme: dark)', 'all')
      : styles.replace('(prefers-color-scheme: dark)', 'not all')
  const place = document.createElement('div')
  document.head.append(sheet)
  document.body.append(place)
  const clock = createManualClock(Date.now())
  const relay = createTestRelay({ clock })
  const makeClient = (name: string, verifier?: Verifier): Promise<SignClient> =>
    createSignClient({
      relayUrl: 'wss://relay.test',
      name,
      metadata: { name: 'Pine Shop', description: '', url: 'https://shop.test', icons: [] },
      verifier,
      surroundings: createTestSurroundings({ name, relay, clock }),
    })
  const [site, client] = await Promise.all([makeClient('site'), makeClient('wallet', options.verifier)])
  const wallet = createWallet({
    client,
    keys: createKeys(),
    settings: parseSettings({
      relayUrl: 'wss://relay.test',
      chains: [{ id: SLOPE, name: 'Slope', symbol: 'ETH', decimals: 18 }],
    }),
    fetch,
    makeId: () => 'id',
    clock,
  })
  const root = createRoot(place)
  root.render(<App wallet={wallet} />)
  ends.push(() => {
    root.unmount()
    place.remove()
    sheet.remove()
    return Promise.allSettled([site.close(), client.close()])
  })
  const wait = (what: string, holds: () => boolean): Promise<void> => until(clock, what, holds)
  const heading = (name: string): Promise<void> =>
    wait(`the heading is “${name}”`, () => place.querySelector('h1')?.textContent === name)
  const settle = async <Value,>(work: Promise<Value>): Promise<Value> => {
    let isDone = false
    const mark = (): void => {
      isDone = true
    }
    work.then(mark, mark)
    await wait('a promise is settled', () => isDone)
    return work
  }
  const propose = async () => {
    const { uri = '', approval } = await settle(site.connect({ optionalNamespaces: ASKED }))
    await settle(wallet.pair(uri))
    await heading('Connect to Pine Shop?')
    return { uri, approval }
  }
  const connect = async () => {
    const { approval } = await propose()
    await page.getByRole('button', { name: 'Approve' }).click()
    const session = await settle(approval())
    await heading('Your wallet')
    const ask = (method: string, params: unknown): Promise<unknown> => {
      const answer = site.request({ topic: session.topic, chainId: SLOPE, request: { method, params } })
      answer.catch(() => undefined)
      return answer
    }
    return { session, ask, address: wallet.keys.getEvm(0).address }
  }
  await heading('Your wallet')
  return { site, wallet, place, wait, heading, settle, propose, connect }
}

async function findViolations(): Promise<readonly string[]> {
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    rules: { region: { enabled: false } },
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

const TYPED = {
  domain: { name: 'Shop', chainId: 1 },
  types: { Order: [{ name: 'items', type: 'Item[]' }], Item: [{ name: 'id', type: 'uint256' }] },
  primaryType: 'Order',
  message: { items: [{ id: '5' }] },
}

type Opened = Awaited<ReturnType<typeof open>>
/** Every screen, and the way to it. */
const SCREENS: readonly (readonly [name: string, show: (opened: Opened) => Promise<unknown>])[] = [
  ['the wallet at rest', async () => undefined],
  ['a bad code', ({ wallet }) => wallet.pair('hello')],
  ['a proposal', ({ propose }) => propose()],
  ['the wallet with a connection', ({ connect }) => connect()],
  [
    'a message',
    async ({ connect, heading }) => {
      const { ask, address } = await connect()
      void ask('personal_sign', [`0x${'e2808b68'}`, address])
      await heading('Sign this message?')
    },
  ],
  [
    'typed data',
    async ({ connect, heading }) => {
      const { ask, address } = await connect()
      void ask('eth_signTypedData_v4', [address, JSON.stringify(TYPED)])
      await heading('Sign “Order”?')
    },
  ],
  [
    'a transaction that cannot be sent',
    async ({ connect, heading }) => {
      const { ask, address } = await connect()
      void ask('eth_sendTransaction', [{ from: address, to: address, value: '0x1', data: '0x12' }])
      await heading('Send 0.000000000000000001 ETH?')
    },
  ],
  [
    'a sign-in',
    async ({ site, wallet, settle, heading }) => {
      const { uri = '' } = await settle(
        site.authenticate({ chains: [SLOPE], domain: 'other.test', uri: 'https://shop.test', nonce: 'abcdefgh' }),
      )
      await settle(wallet.pair(uri))
      await heading('Sign in to Pine Shop?')
    },
  ],
  [
    'a connection',
    async ({ connect, heading }) => {
      await connect()
      await page.getByRole('button', { name: /^Pine Shop/ }).click()
      await heading('Pine Shop')
    },
  ],
]

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(SCREENS)('%s has no accessibility violation and fits 320 px', async (_, show) => {
    const opened = await open({ theme, width: 320 })
    await show(opened)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    expect(await findViolations()).toEqual([])
  })
})

test('the focus goes to the heading of each new screen', async () => {
  const { propose, heading } = await open()
  await propose()
  expect(document.activeElement?.textContent).toBe('Connect to Pine Shop?')
  await page.getByRole('button', { name: 'Decide later' }).click()
  await heading('Your wallet')
  expect(document.activeElement?.textContent).toBe('Your wallet')
  await page.getByRole('button', { name: 'Look at it now' }).click()
  await heading('Connect to Pine Shop?')
})

test('a family that was switched off is not granted, and with none left there is nothing to approve', async () => {
  const { propose, settle } = await open()
  const { approval } = await propose()
  await page.getByRole('checkbox', { name: 'Solana' }).click()
  await page.getByRole('checkbox', { name: 'Ethereum' }).click()
  await expect.element(page.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Ethereum' }).click()
  await page.getByLabelText('Ethereum account').selectOptions('1')
  await page.getByRole('button', { name: 'Approve' }).click()
  const { namespaces } = await settle(approval())
  expect(namespaces).toMatchObject({ eip155: { accounts: [`${SLOPE}:${createKeys().getEvm(1).address}`] } })
  expect(Object.keys(namespaces)).toEqual(['eip155'])
})

test('SEC-90: a reported scam is blocked until its owner ticks that it is known', async () => {
  const { propose, settle } = await open({ verifier: vouch('VALID', true) })
  const { approval } = await propose()
  await expect.element(page.getByText('Reported as a scam', { exact: true })).toBeVisible()
  const allow = page.getByRole('button', { name: 'Allow anyway' })
  await expect.element(allow).toBeDisabled()
  await page.getByRole('checkbox', { name: /reported as a scam/ }).click()
  await allow.click()
  expect((await settle(approval())).acknowledged).toBe(true)
})

test('SEC-90: a false origin is warned of, an unknown one noted, a confirmed one said', async () => {
  for (const [validation, title] of [
    ['INVALID', 'Not who it says it is'],
    ['UNKNOWN', 'Site not confirmed'],
    ['VALID', 'Site confirmed'],
  ] as const) {
    const { propose } = await open({ verifier: vouch(validation) })
    await propose()
    await expect.element(page.getByText(title)).toBeVisible()
    for (const end of ends.splice(0)) await end()
  }
})

/** A picture of a code, `pixels` a module. */
async function drawCode(text: string, pixels: number, isInverted = false): Promise<File> {
  const modules = encodeQR(text, 'raw', { border: 4 })
  const canvas = new OffscreenCanvas(modules.length * pixels, modules.length * pixels)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas.')
  context.fillStyle = isInverted ? '#000' : '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = isInverted ? '#fff' : '#000'
  modules.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) context.fillRect(x * pixels, y * pixels, pixels, pixels)
    })
  })
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'code.png', { type: 'image/png' })
}

test('a code is read from small, big and inverted pictures, and none is found where there is none', async () => {
  const uri = `wc:${'ab'.repeat(32)}@2?expiryTimestamp=1700000000&relay-protocol=irn&symKey=${'cd'.repeat(32)}`
  for (const [pixels, isInverted] of [
    [2, false],
    [5, false],
    [40, false],
    [6, true],
  ] as const) {
    expect(await readPicture(await drawCode(uri, pixels, isInverted)), `${pixels} px, ${isInverted}`).toBe(uri)
  }
  expect(await readPicture(new Blob(['no picture']))).toBeUndefined()
})

test('an uploaded picture connects, a pasted one too, and one without a code is said', async () => {
  const { site, settle, heading, place, wait } = await open()
  const { uri = '' } = await settle(site.connect({ optionalNamespaces: ASKED }))
  const picture = await drawCode(uri, 5)
  const blank = new OffscreenCanvas(50, 50)
  blank.getContext('2d')?.clearRect(0, 0, 50, 50)
  const empty = new File([await blank.convertToBlob()], 'empty.png', { type: 'image/png' })
  const input = place.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no place for a picture.')
  await userEvent.upload(input, empty)
  await expect.element(page.getByText('There is no readable code in that picture.')).toBeVisible()
  const clipboardData = new DataTransfer()
  clipboardData.items.add(picture)
  window.dispatchEvent(new ClipboardEvent('paste', { clipboardData }))
  await heading('Connect to Pine Shop?')
  await wait(
    'the problem is gone',
    () => place.querySelector('.problem')?.textContent !== 'There is no readable code in that picture.',
  )
})

test('a dropped picture connects', async () => {
  const { site, settle, heading, place } = await open()
  const { uri = '' } = await settle(site.connect({ optionalNamespaces: ASKED }))
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(await drawCode(uri, 5))
  place.querySelector('.ways')?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  await heading('Connect to Pine Shop?')
})

test('a typed code connects by the keyboard alone', async () => {
  const { site, settle, heading } = await open()
  const { uri = '' } = await settle(site.connect({ optionalNamespaces: ASKED }))
  await page.getByLabelText('Connection code').fill(uri)
  await userEvent.keyboard('{Enter}')
  await heading('Connect to Pine Shop?')
})

test('a code that is none stays in its field for another look', async () => {
  await open()
  await page.getByLabelText('Connection code').fill('wc:cut off')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect.element(page.getByText('This code is damaged. Copy it again.')).toBeVisible()
  await expect.element(page.getByLabelText('Connection code')).toHaveValue('wc:cut off')
})

test('a code that was taken leaves its field, and the wait for the site is said', async () => {
  const { site, settle, wallet, wait } = await open()
  const { uri = '' } = await settle(site.connect({ optionalNamespaces: ASKED }))
  const key = 'ee'.repeat(32)
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(32).fill(0xee))
  const topic = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const dead = uri.replace(/[0-9a-f]{64}@/, `${topic}@`).replace(/symKey=[0-9a-f]+/, `symKey=${key}`)
  await page.getByLabelText('Connection code').fill(dead)
  await userEvent.keyboard('{Enter}')
  await wait('the code is taken', () => wallet.getState().pairing.step === 'waiting')
  await expect.element(page.getByText('Waiting for the site…')).toBeVisible()
  await expect.element(page.getByLabelText('Connection code')).toHaveValue('')
})

test('a camera that is not there or not allowed is said, and the other ways stay', async () => {
  await open()
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect.element(page.getByText('Choose a picture instead.')).toBeVisible()
  await page.getByRole('button', { name: 'Close the camera' }).click()
  await expect.element(page.getByText('Choose a picture', { exact: true })).toBeVisible()
})

test('several requests wait in the order of their coming, and the count is honest', async () => {
  const { connect, heading, place, wait, settle, wallet } = await open()
  const { ask, address } = await connect()
  const first = ask('personal_sign', ['0x31', address])
  const second = ask('eth_signTypedData_v4', [address, JSON.stringify(TYPED)])
  await wait('both are here', () => wallet.getState().pending.length === 2)
  await heading('Sign this message?')
  await wait('the count is shown', () => place.textContent?.includes('The first of 2 that wait for you') ?? false)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  expect(await settle(first)).toMatch(/^0x/)
  await heading('Sign “Order”?')
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(settle(second)).rejects.toMatchObject({ code: 4001 })
})
