import decodeQR from 'qr/decode.js'
import { afterEach, expect, test } from 'vitest'
import { SOLANA_ACCOUNT, shareAlso } from '../../../../../testing/src/accountStates.ts'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { ACCOUNT } from '../../../../../testing/src/fixtures.ts'
import { getView, inView, press, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { disconnect } from '../../../core/kernel/connections/disconnect.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

async function render(name: string, of: 'WalletReceive' | 'Account' = 'WalletReceive'): Promise<RenderedView> {
  view = await renderView(findViewState(of, name))
  return view
}

/** What a camera reads from the code on screen. */
function scan(rendered: RenderedView): string {
  const canvas = inView(rendered).querySelector('canvas')
  const image = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
  if (!image) throw new Error('No code')
  return decodeQR(image)
}

const readAddress = (rendered: RenderedView): string =>
  [...(inView(rendered).querySelector('.address')?.children ?? [])].map(readText).join('')

async function type(rendered: RenderedView, text: string): Promise<void> {
  const input = inView(rendered).querySelector('input')
  if (!input) throw new Error('No field')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await rendered.settle()
}

test('the account leads to its address, which the code, the text and the copy all are', async () => {
  const rendered = await render('filled', 'Account')
  await press(rendered, 'Receive')
  expect(getView(rendered)).toBe('WalletReceive')
  await expect.poll(() => [scan(rendered), readAddress(rendered)]).toEqual([ACCOUNT.address, ACCOUNT.address])
  expect(findByRole(rendered.root, 'img', 'Address as QR code')).toBeDefined()
  const copy = findByRole(rendered.root, 'button', 'Copy address')
  expect(rendered.root.activeElement).toBe(copy)
  copy.click()
  await rendered.settle()
  expect(rendered.services.browser.done).toEqual([`copy ${ACCOUNT.address}`])
})

test('a site that turns it off shows no way to it', async () => {
  view = await renderView({ ...findViewState('Account', 'filled'), options: { features: { receive: false } } })
  expect(readText(inView(view))).not.toContain('Receive')
})

test('the networks that can pay it are those of its family, in a list with nothing to press', async () => {
  const rendered = await render('filled')
  await press(rendered, /Works on 5 networks/)
  expect(getView(rendered)).toBe('WalletCompatibleNetworks')
  const names = [...inView(rendered).querySelectorAll('li')].map(readText)
  expect(names).toEqual(['Ethereum', 'Base', 'Arbitrum One', 'OP Mainnet', 'Polygon'])
  expect(inView(rendered).querySelectorAll('button, a')).toHaveLength(0)
})

test('of several families each address stands with its own networks alone', async () => {
  const rendered = await render('several families, on a phone')
  expect(readAddress(rendered)).toBe(ACCOUNT.address)
  findByRole(rendered.root, 'tab', 'Solana').click()
  await rendered.settle()
  await expect
    .poll(() => [scan(rendered), readAddress(rendered)])
    .toEqual([SOLANA_ACCOUNT.address, SOLANA_ACCOUNT.address])
  expect(readText(inView(rendered))).toContain('Only for Solana.')
  await press(rendered, 'Copy address')
  expect(rendered.services.browser.done).toEqual([`copy ${SOLANA_ACCOUNT.address}`])
})

test('an account that changes under the view is the one shown, and one that goes is shown no more', async () => {
  const rendered = await render('filled')
  const next = '0x2222222222222222222222222222222222222222'
  shareAlso('eip155', { address: next, type: 'eoa' })(rendered.instance)
  await rendered.settle()
  await expect.poll(() => [scan(rendered), readAddress(rendered)]).toEqual([next, next])
  await disconnect(rendered.instance, {})
  await rendered.settle()
  expect(getView(rendered)).not.toBe('WalletReceive')
})

test('an address of another family is neither shown nor copied', async () => {
  const rendered = await render('address of another family')
  const text = readText(inView(rendered))
  expect(text).toContain('Fernpass gave an address that is none of Ethereum, so it is not shown.')
  expect(text).not.toContain(SOLANA_ACCOUNT.address.slice(0, 4))
  expect(inView(rendered).querySelectorAll('canvas, button')).toHaveLength(0)
})

test('a smart account is paid on its own network alone', async () => {
  const rendered = await render('long')
  expect(readText(inView(rendered))).toContain('Smart account')
  expect(inView(rendered).querySelectorAll('.stack')).toHaveLength(0)
})

test('an amount makes the code a request to pay it, and what is none says so', async () => {
  const rendered = await render('filled')
  // Phones show digits and a point.
  expect(inView(rendered).querySelector('input')?.inputMode).toBe('decimal')
  await type(rendered, '0.2')
  const link = `ethereum:${ACCOUNT.address}@1?value=200000000000000000`
  await expect.poll(() => scan(rendered)).toBe(link)
  await press(rendered, 'Copy payment link')
  expect(rendered.services.browser.done).toEqual([`copy ${link}`])
  await type(rendered, '1,000')
  expect(readText(inView(rendered))).toContain('This is no amount of ETH.')
  await expect.poll(() => scan(rendered)).toBe(ACCOUNT.address)
})

/** What a camera reads from a picture, and how much of it is dark below the code. */
async function scanPicture(file: Blob): Promise<{ text: string; hasWords: boolean }> {
  const bitmap = await createImageBitmap(file)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.drawImage(bitmap, 0, 0)
  const { width } = bitmap
  const below = context.getImageData(0, width, width, bitmap.height - width).data
  return { text: decodeQR(context.getImageData(0, 0, width, width)), hasWords: below.some((byte) => byte < 80) }
}

test('the code is saved as a picture that a camera reads, with the address in words beneath', async () => {
  const rendered = await render('filled')
  // Phones show digits and a point.
  expect(inView(rendered).querySelector('input')?.inputMode).toBe('decimal')
  await type(rendered, '0.2')
  const saved = new Promise<{ name: string; href: string }>((resolve) => {
    const onClick = (event: Event): void => {
      const link = event.target as HTMLAnchorElement
      if (!link.download) return
      event.preventDefault()
      resolve({ name: link.download, href: link.href })
    }
    // A link that stands nowhere in the page has nobody above it.
    const { click } = HTMLAnchorElement.prototype
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      HTMLAnchorElement.prototype.click = click
      this.addEventListener('click', onClick)
      click.call(this)
    }
  })
  await press(rendered, 'Save as picture')
  const { name, href } = await saved
  expect(name).toBe(`receive-${ACCOUNT.address.slice(0, 12)}.png`)
  const picture = await (await fetch(href)).blob()
  expect(picture.type).toBe('image/png')
  expect(await scanPicture(picture)).toEqual({
    text: `ethereum:${ACCOUNT.address}@1?value=200000000000000000`,
    hasWords: true,
  })
})

test('a phone that shares pictures takes the code as one, and one that closes the sheet is told of no failure', async () => {
  const shared: File[] = []
  const rendered = await render('several families, on a phone')
  Object.assign(rendered.services.walletWindow?.navigator ?? {}, {
    canShare: ({ files }: { files: File[] }) => files.every(({ type }) => type === 'image/png'),
    share: ({ files = [] }: { files?: File[] }) => {
      shared.push(...files)
      return Promise.reject(new DOMException('closed', 'AbortError'))
    },
  })
  findByRole(rendered.root, 'tab', 'Solana').click()
  await rendered.settle()
  await press(rendered, 'Share picture')
  await expect.poll(() => shared).toHaveLength(1)
  expect((await scanPicture(shared[0] as File)).text).toBe(SOLANA_ACCOUNT.address)
  expect(readText(inView(rendered))).not.toContain('could not be made')
})

test('where the device has a share sheet it takes the address', async () => {
  const shared: string[] = []
  const rendered = await render('several families, on a phone')
  const navigator = rendered.services.walletWindow?.navigator
  expect(readText(inView(rendered))).not.toContain('Share')
  Object.assign(navigator ?? {}, { share: async ({ text }: { text: string }) => void shared.push(text) })
  findByRole(rendered.root, 'tab', 'Solana').click()
  await rendered.settle()
  await press(rendered, 'Share')
  expect(shared).toEqual([SOLANA_ACCOUNT.address])
})

test('a phone stays awake while its code is scanned, again when the page is back, and no longer', async () => {
  const held: ('held' | 'released')[] = []
  const lock = async () => {
    const place = held.push('held') - 1
    return {
      release: async () => {
        held[place] = 'released'
      },
    }
  }
  const state = findViewState('WalletReceive', 'several families, on a phone')
  view = await renderView({
    ...state,
    fill: (instance) => {
      state.fill?.(instance)
      Object.assign(instance.services.walletWindow?.navigator ?? {}, { wakeLock: { request: lock } })
    },
  })
  await expect.poll(() => held).toEqual(['held'])
  view.services.browser.setVisible(false)
  view.services.browser.setVisible(true)
  await expect.poll(() => held.length).toBe(2)
  await press(view, /^Back/)
  await expect.poll(() => held[1]).toBe('released')
})
