import { JUPITER, SOLANA_COIN } from '@latchkey/wire/swap'
import { afterEach, expect, test } from 'vitest'
import type { FakeGateway } from '../../../../../testing/src/createFakeServices.ts'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { getView, inView, press, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { SENDABLE } from '../../../../../testing/src/sendStates.ts'
import { COINS, fillSolanaSwap, fillSwapForm, ROUTER } from '../../../../../testing/src/swapStates.ts'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { swapOf } from '../../../core/features/swap/state.ts'
import { READ_DEADLINE_MS } from '../../../core/values/withDeadline.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

const silent = () => new Promise<never>(() => {})

async function render(
  of: 'Swap' | 'SwapSelectToken' | 'SwapPreview' | 'Account',
  name: string,
  more: { readonly options?: object; readonly gateway?: FakeGateway } = {},
): Promise<RenderedView> {
  const state = findViewState(of, name)
  const gateway: FakeGateway = {
    getSupportedChains: silent,
    getBalance: silent,
    getIdentity: silent,
    getPrices: silent,
    buildSwap: silent,
    getConvertTokens: silent,
    ...more.gateway,
  }
  view = await renderView({ ...state, options: { ...state.options, ...more.options } }, { gateway })
  await settleAll(view)
  return view
}

async function settleAll(rendered: RenderedView): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await rendered.settle()
}

async function type(rendered: RenderedView, label: RegExp | string, text: string): Promise<void> {
  const input = findByRole(rendered.root, 'textbox', label) as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await rendered.settle()
}

const main = (rendered: RenderedView): string =>
  readText(inView(rendered).querySelector('[data-focus-key=review]') as Element)

test('the button says the one thing that is missing, and leads on to the review once there is a price', async () => {
  const asked: unknown[] = []
  const rendered = await render('Swap', 'empty', {
    gateway: {
      getConvertQuotes: async (input: unknown) => {
        asked.push(input)
        return {
          quotes: [
            {
              id: null,
              fromAmount: '250000000000000000',
              fromAccount: `eip155:1:0x${'ee'.repeat(20)}`,
              toAmount: '659340000',
              toAccount: `eip155:1:${COINS.address}`,
              router: ROUTER,
              priceImpact: 0.1,
              feePercent: 0,
              path: [],
            },
          ],
        }
      },
    },
  })
  expect(main(rendered)).toBe('Select token')
  await press(rendered, /You get about: Select token/)
  expect(getView(rendered)).toBe('SwapSelectToken')
  findByRole(rendered.root, 'option', /USD Coin/).click()
  await rendered.settle()
  expect([getView(rendered), main(rendered)]).toEqual(['Swap', 'Enter amount'])
  await type(rendered, /You pay/, '1,000')
  expect(main(rendered)).toBe('Incorrect value')
  await type(rendered, /You pay/, '5')
  expect(main(rendered)).toBe('Insufficient balance')
  await type(rendered, /You pay/, '1.8426')
  expect(main(rendered)).toBe('Not enough ETH for the network fee')
  await press(rendered, 'Max')
  expect(swapOf(rendered.instance).get().form.amount).toBe('1.84245')
  expect(main(rendered)).toBe('Asking for a price…')
  await type(rendered, /You pay/, '0,25')
  await rendered.services.clock.advance(200)
  await settleAll(rendered)
  expect(asked).toHaveLength(1)
  expect(readText(inView(rendered))).toContain('1 ETH = 2,637.36 USDC')
  await press(rendered, 'Review swap')
  expect(getView(rendered)).toBe('SwapPreview')
})

test('the sides change places, and what was to come out is what is paid', async () => {
  const rendered = await render('Swap', 'filled')
  await press(rendered, 'Swap the other way')
  expect(swapOf(rendered.instance).get().form).toMatchObject({ from: COINS, amount: '659.34' })
})

test('a slippage above 1 % is warned of, and none above 5 % is taken', async () => {
  const rendered = await render('Swap', 'filled')
  inView(rendered).querySelector<HTMLElement>('summary')?.click()
  await rendered.settle()
  await type(rendered, 'Max slippage in percent', '5.1')
  expect(swapOf(rendered.instance).get().form.slippage).toBe(1)
  expect(readText(inView(rendered))).toContain('More than 0 and at most 5%')
  await type(rendered, 'Max slippage in percent', '2,5')
  expect(swapOf(rendered.instance).get().form.slippage).toBe(2.5)
  await type(rendered, 'Max slippage in percent', '١٫٥٪')
  expect(swapOf(rendered.instance).get().form.slippage).toBe(1.5)
  await type(rendered, 'Max slippage in percent', '２．５％')
  expect(swapOf(rendered.instance).get().form.slippage).toBe(2.5)
  expect(readText(inView(rendered))).toContain('Above 1 % others can move the price against you.')
})

test('a price that could not be had and a market that is not there are said, the first with a way to ask again', async () => {
  const unquoted = await render('Swap', 'no price', { gateway: { getConvertQuotes: silent } })
  expect(main(unquoted)).toBe('Swap')
  expect(readText(inView(unquoted))).toContain('The price could not be fetched. “Swap” asks again.')
  await press(unquoted, /^Swap$/)
  expect(main(unquoted)).toBe('Asking for a price…')
  unquoted.unmount()
  const marketless = await render('Swap', 'no market')
  expect(main(marketless)).toBe('Insufficient liquidity')
  marketless.unmount()
  const unheld = await render('Swap', 'a token that is not held')
  await press(unheld, 'Receive')
  expect(getView(unheld)).toBe('WalletReceive')
})

test('a token is found by name, the one of the other side is no choice, and an address without a token says so', async () => {
  const rendered = await render('SwapSelectToken', 'filled')
  expect(findByRole(rendered.root, 'option', /Ether/).getAttribute('aria-disabled')).toBe('true')
  // Of dozens only those in sight are drawn.
  expect(rendered.root.querySelectorAll('.swap-cells [data-index]').length).toBeLessThan(62)
  await type(rendered, 'Name, symbol or address', 'number 7')
  expect([...rendered.root.querySelectorAll('[data-index]')].map(readText)).toEqual([
    expect.stringContaining('Token number 7'),
  ])
  await type(rendered, 'Name, symbol or address', `0x${'ee'.repeat(20)}`)
  await settleAll(rendered)
  expect(readText(inView(rendered))).toContain('No token is at this address on Ethereum.')
})

test('a great price impact is sent only by who accepts it', async () => {
  const rendered = await render('SwapPreview', 'costly')
  const allow = () => findByRole(rendered.root, 'button', 'Allow 250 USDC')
  expect(allow().getAttribute('aria-disabled')).toBe('true')
  findByRole(rendered.root, 'checkbox', 'I accept to lose 18.4%').click()
  await rendered.settle()
  expect(allow().getAttribute('aria-disabled')).toBe(null)
})

test('a swap of one step waits for what a node says of it, and goes on where nothing can be said', async () => {
  let fail = (): void => {}
  const built = new Promise<never>((_, reject) => {
    fail = () => reject(new Error('Nobody builds it.'))
  })
  const rendered = await render('SwapPreview', 'one step', { gateway: { buildSwap: () => built } })
  const swap = () => findByRole(rendered.root, 'button', 'Swap 0.25 ETH')
  expect(readText(inView(rendered))).toContain('Checking what it does…')
  expect(swap().getAttribute('aria-disabled')).toBe('true')
  fail()
  await settleAll(rendered)
  expect(readText(inView(rendered))).not.toContain('Checking what it does…')
  expect(swap().getAttribute('aria-disabled')).toBe(null)
  rendered.unmount()

  // Nobody answers at all.
  const silenced = await render('SwapPreview', 'one step')
  const again = () => findByRole(silenced.root, 'button', 'Swap 0.25 ETH')
  expect(again().getAttribute('aria-disabled')).toBe('true')
  await silenced.services.clock.advance(READ_DEADLINE_MS)
  await settleAll(silenced)
  expect(again().getAttribute('aria-disabled')).toBe(null)
})

test('the steps say how far each is, and a refusal keeps what was allowed and the form', async () => {
  const rendered = await render('SwapPreview', 'declined')
  const steps = [...inView(rendered).querySelectorAll('.swap-step')]
  expect(steps.map((step) => [step.getAttribute('data-step'), readText(step)])).toEqual([
    ['done', 'Allowed 250 USDC'],
    ['failed', expect.stringContaining('Swap for at least')],
  ])
  expect(readText(inView(rendered))).toContain('You declined in Fernpass. Nothing was swapped.')
  expect(swapOf(rendered.instance).get().form.amount).toBe('250')
})

test('what was received is said once the receipt has told it', async () => {
  const rendered = await render('SwapPreview', 'success')
  expect(readText(inView(rendered))).toContain('Swapped 250 USDC to 0.094512 ETH')
  expect(readText(inView(rendered))).toContain('You got')
  expect(readText(rendered.root.querySelector('h2') as Element)).toBe('Swap')
})

test('the account offers swaps first where a gateway may serve them, and not where the site turns them off', async () => {
  const gatewayUrl = 'https://gateway.hollowpine.example'
  const labels = (rendered: RenderedView): string[] => [...rendered.root.querySelectorAll('.feature')].map(readText)
  const offered = await render('Account', 'filled', { options: { gatewayUrl } })
  expect(labels(offered)).toEqual(['Swap', 'Receive', 'Send'])
  await press(offered, 'Swap')
  expect(getView(offered)).toBe('Swap')
  expect(offered.events.map(({ name }) => name)).toContain('OPEN_SWAP')
  offered.unmount()
  const off = await render('Account', 'filled', { options: { gatewayUrl, features: { swaps: false } } })
  expect(labels(off)).toEqual(['Receive', 'Send'])
})

test('on Solana the account offers swaps once the gateway has said that it has some, and not where it has none', async () => {
  const labels = (rendered: RenderedView): string[] => [...rendered.root.querySelectorAll('.feature')].map(readText)
  const state = findViewState('Swap', 'on Solana')
  const networkId = JUPITER.networkId
  const coin = { name: 'Solana', symbol: 'SOL', decimals: 9, logoUri: null, eip2612: false }
  const open = async (tokens: readonly object[]): Promise<RenderedView> => {
    const gateway: FakeGateway = {
      getSupportedChains: silent,
      getBalance: silent,
      getPrices: silent,
      getConvertTokens: () => ({ tokens }),
    }
    const fill = fillSolanaSwap({ to: undefined, amount: '' }, { tokens: undefined, quote: undefined })
    view = await renderView({ ...state, view: 'Account', target: { view: 'Account' }, below: [], fill }, { gateway })
    await settleAll(view)
    return view
  }
  const none = await open([])
  await expect.poll(() => labels(none)).toEqual(['Receive', 'Send'])
  none.unmount()
  const some = await open([{ ...coin, address: `${networkId}:${SOLANA_COIN}` }])
  await expect.poll(() => labels(some)).toEqual(['Swap', 'Receive', 'Send'])
  await press(some, 'Swap')
  await expect.poll(() => main(some)).toBe('Select token')
})

test('what could not be had before a swap, and a price of gas that nobody says, are told as the product words them', async () => {
  const review = await render('SwapPreview', 'allowance not read')
  expect(readText(inView(review))).toContain('Failed to check allowance')
  review.unmount()
  const form = await render('Swap', 'no price of gas')
  expect(readText(inView(form))).toContain('Network not supported for Gas Price')
  expect(main(form)).toBe('Review swap')
})

test('a swap on Solana is reviewed as one step', async () => {
  const form = await render('Swap', 'on Solana')
  expect(main(form)).toBe('Review swap')
  form.unmount()
  const review = await render('SwapPreview', 'on Solana')
  const said = readText(inView(review))
  expect(said).toContain('0.5 SOL')
  expect(said).toContain('Solana')
  expect(said).not.toContain('Allow')
})

test('a token is swapped from its details as the one that is paid', async () => {
  const [, token] = SENDABLE
  if (!token) throw new Error('No token')
  view = await renderView(
    {
      ...findViewState('Swap', 'filled'),
      fill: fillSwapForm({ to: COINS, amount: '0.25' }),
      below: [{ view: 'Account' }],
      target: { view: 'TokenDetails', data: { token } },
    },
    { gateway: { getSupportedChains: silent, getBalance: silent, getPrices: silent, getConvertTokens: silent } },
  )
  await press(view, 'Swap')
  await settleAll(view)
  expect(getView(view)).toBe('Swap')
  const { form } = swapOf(view.instance).get()
  expect([form.from?.key, form.to]).toEqual([COINS.key, undefined])
  expect(view.events.map(({ name }) => name)).toContain('OPEN_SWAP')
})

test('the coin and what wraps it have no slippage, and an impact of nothing', async () => {
  const rendered = await render('Swap', 'one for one')
  const facts = readText(inView(rendered))
  expect(facts).toMatch(/Price impact ?0%/)
  expect(facts).toMatch(/At least ?0.25 WETH/)
  expect(facts).not.toContain('slippage')
})
