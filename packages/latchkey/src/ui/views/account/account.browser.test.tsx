import { afterEach, expect, test } from 'vitest'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { ACCOUNT, makeNetwork, TOKENS } from '../../../../../testing/src/fixtures.ts'
import { fillOnramp } from '../../../../../testing/src/onrampStates.ts'
import { getView, inView, press, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { hiddenSmall } from '../../../core/features/tokens/hidden.ts'
import { tokensOf } from '../../../core/features/tokens/state.ts'
import { goBack } from '../../../core/flow/goBack.ts'
import { requestsOf } from '../../../core/kernel/requests/requests.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

async function render(name: string, of: 'Account' | 'AccountSettings' = 'Account'): Promise<RenderedView> {
  view = await renderView(findViewState(of, name))
  return view
}

const listRows = (rendered: RenderedView): string[] =>
  [...inView(rendered).querySelectorAll('.tokens .row')].map(readText)

test('an account shows its name, its worth in words too, its coin, and tokens by worth', async () => {
  const rendered = await render('filled')
  const text = readText(inView(rendered))
  expect(text).toContain('mira.eth')
  expect(text).toContain('5,528.46 US dollars')
  expect(text).toContain('1.842 ETH')
  expect(listRows(rendered)).toEqual([
    'Ether1.842 ETH$4,864.46',
    'USD Coin612.4 USDC$612.40',
    'Pine240 PINE$51.60',
    'Wrapped Staked Liquid Restaking Receipt of Meadow Vault No 2< 0.001 wsMVR2< $0.01',
    'Acorn13.5 ACORNNo price',
  ])
})

test('a row has the digits of the head, the whole amount is its title, and the unit is never cut', async () => {
  const rendered = await render('filled')
  const [first] = TOKENS
  if (!first) throw new Error('No token')
  const long = {
    ...first,
    address: 'eip155:1:0x1',
    symbol: 'W'.repeat(16),
    quantity: { decimals: 18, numeric: `${'9'.repeat(24)}.123456789012345678` },
  }
  tokensOf(rendered.instance).set((state) => ({ ...state, tokens: [first, long] }))
  await rendered.settle()
  const quantities = [...inView(rendered).querySelectorAll<HTMLElement>('.tokens .quantity')]
  expect(quantities.map(({ title }) => title).sort()[0]).toBe('1.8426 ETH')
  for (const note of inView(rendered).querySelectorAll<HTMLElement>('.tokens .row-note'))
    expect([note.scrollWidth, note.scrollHeight]).toEqual([note.clientWidth, note.clientHeight])
})

test('the account leads to its address on the explorer in a tab of its own', async () => {
  const rendered = await render('filled')
  const link = findByRole(rendered.root, 'link', /Block explorer/)
  expect(link.getAttribute('href')).toBe(`https://explorer-1.example/address/${ACCOUNT.address}`)
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
})

test('a token whose price nobody knows is not counted as nothing, and the sum says so', async () => {
  const rendered = await render('filled')
  expect(readText(inView(rendered))).toContain('Without tokens of unknown price')
})

test('where no price is known the coin is the sum', async () => {
  const rendered = await render('no prices')
  const text = readText(inView(rendered))
  expect(text).toContain('1.842 ETHNo price known')
  expect(text).not.toContain('$')
})

test('what a price has gained stands beneath the worth and is read in words, and where it is unknown nothing stands there', async () => {
  const rendered = await render('with price changes')
  const row = (name: string): Element => findByRole(rendered.root, 'button', new RegExp(`^${name}`))
  const change = (name: string): Element | null => row(name).querySelector('.change')
  expect(['Ether', 'USD Coin', 'Pine'].map((name) => change(name)?.textContent)).toEqual(['+2.43%', '0%', '-11.8%'])
  expect(['Ether', 'USD Coin', 'Pine'].map((name) => change(name)?.className)).toEqual([
    'change up',
    'change',
    'change down',
  ])
  expect(readText(row('Pine'))).toContain('-11.8% in 24 hours')
  expect(change('Acorn')).toBeNull()
  await press(rendered, /^Pine/)
  expect(readText(inView(rendered))).toContain('Change in 24 hours-11.8%')
})

test('an account without a name shows its short address, always left to right', async () => {
  const rendered = await render('no prices')
  const who = findByRole(rendered.root, 'button', /Copy address/)
  expect(readText(who)).toContain('0x71…d8976F')
  expect(who.querySelector('bdi')?.dir).toBe('ltr')
})

test('copying takes the whole address and says so', async () => {
  const rendered = await render('filled')
  findByRole(rendered.root, 'button', /Copy address/).click()
  await rendered.settle()
  expect(rendered.services.browser.done).toEqual([`copy ${ACCOUNT.address}`])
  expect(rendered.instance.stores.toast.get().toast).toMatchObject({ variant: 'success', key: 'addressCopied' })
})

test('a token that claims a fortune neither leaves the card nor loses a digit', async () => {
  const rendered = await render('filled')
  const [first] = TOKENS
  if (!first) throw new Error('No token')
  const claimed = { ...first, value: 1e20, quantity: { ...first.quantity, numeric: '9'.repeat(30) } }
  tokensOf(rendered.instance).set((state) => ({ ...state, tokens: [claimed] }))
  await rendered.settle()
  const card = rendered.root.querySelector('.card')?.getBoundingClientRect()
  for (const selector of ['.row-amount', '.worth .money']) {
    const amount = rendered.root.querySelector<HTMLElement>(selector)
    const place = amount?.getBoundingClientRect()
    expect([selector, (place?.right ?? 9e9) < (card?.right ?? 0), (place?.left ?? 0) > (card?.left ?? 9e9)]).toEqual([
      selector,
      true,
      true,
    ])
    expect(amount?.scrollWidth).toBeLessThanOrEqual(amount?.clientWidth ?? 0)
  }
  const title = rendered.root.querySelector('.tokens .row-text')?.getBoundingClientRect()
  const amount = rendered.root.querySelector('.row-amount')?.getBoundingClientRect()
  expect(amount?.left).toBeGreaterThanOrEqual(title?.right ?? 9e9)
})

test('a page that may not copy says so', async () => {
  const rendered = await render('filled')
  Object.assign(rendered.services.browser, { copy: () => Promise.reject(new DOMException('No.', 'NotAllowedError')) })
  findByRole(rendered.root, 'button', /Copy address/).click()
  await rendered.settle()
  expect(rendered.instance.stores.toast.get().toast).toMatchObject({ variant: 'error', key: 'copyFailed' })
})

test('tokens on their way have their place kept and are told as loading', async () => {
  const rendered = await render('loading')
  expect(inView(rendered).querySelectorAll('.tokens .ghost')).toHaveLength(3)
  expect(readText(inView(rendered))).toContain('Loading your tokens')
  expect(readText(inView(rendered))).not.toContain('$0')
})

test('an account that holds nothing says so', async () => {
  const rendered = await render('empty')
  expect(readText(inView(rendered))).toContain('Nothing on this network yet.')
})

test('an account that holds nothing has a way to something', async () => {
  const rendered = await render('empty')
  const funds = inView(rendered).querySelector<HTMLElement>('[data-focus-key=funds]')
  funds?.click()
  await rendered.settle()
  expect(getView(rendered)).toBe('WalletReceive')
})

test('a token that the visitor puts away leaves the list, is counted, and comes back', async () => {
  const rendered = await render('filled')
  findByRole(rendered.root, 'button', /^Pine/).click()
  await rendered.settle()
  findByRole(rendered.root, 'button', 'Hide token').click()
  await rendered.settle()
  findByRole(rendered.root, 'button', 'Show token')
  goBack(rendered.instance)
  await rendered.settle()
  const names = () => listRows(rendered).map((row) => row.slice(0, 4))
  expect(names()).toEqual(['Ethe', 'USD ', 'Wrap', 'Acor'])
  expect(readText(inView(rendered))).toContain('1 token is hidden')
  // It is still there, and so is what it is worth.
  expect(readText(inView(rendered))).toContain('5,528.46 US dollars')
  findByRole(rendered.root, 'button', 'Show hidden').click()
  await rendered.settle()
  expect(names()).toContain('Pine')
})

test('whoever hides small balances sees neither them nor fewer of others, and what has no price is not called small', async () => {
  const rendered = await render('filled')
  hiddenSmall.write(rendered.instance, true)
  await rendered.settle()
  expect(listRows(rendered).map((row) => row.slice(0, 4))).toEqual(['Ethe', 'USD ', 'Pine', 'Acor'])
  expect(readText(inView(rendered))).toContain('1 token is hidden')
  findByRole(rendered.root, 'button', 'Show hidden').click()
  await rendered.settle()
  expect(listRows(rendered)).toHaveLength(5)
})

/** Whether balances are asked for on all networks. */
const isOfAll = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'currency' in input && !('chainId' in input)

/** Opens what is folded away beneath the tokens. */
async function openOthers(rendered: RenderedView): Promise<() => string> {
  // The list stands anew once the tabs have come.
  await expect.poll(() => inView(rendered).querySelector('[data-loading]')).toBeNull()
  const find = () => inView(rendered).querySelector('.tokens details')
  find()?.querySelector('summary')?.click()
  await expect.poll(() => rendered.services.calls.some(({ input }) => isOfAll(input))).toBe(true)
  await rendered.settle()
  return () => readText(find() ?? document.body)
}

test('what is on the other networks of the site is asked for once somebody wants to see it, and each says which network', async () => {
  const item = (chainId: string, symbol: string) => ({
    name: symbol,
    symbol,
    chainId,
    value: 2,
    price: 1,
    quantity: { decimals: '18', numeric: '2' },
    iconUrl: '',
  })
  const { after: _, ...state } = findViewState('Account', 'with what is on other networks')
  view = await renderView(state, {
    gateway: {
      getBalance: (input) =>
        isOfAll(input)
          ? {
              balances: [item('eip155:10', 'FERN'), item('eip155:1', 'HERE')],
              unavailable: ['eip155:137'],
              incomplete: [],
            }
          : new Promise(() => {}),
    },
  })
  const rendered = view
  expect(readText(inView(rendered))).toContain('On other networks')
  expect(rendered.services.calls.filter(({ input }) => isOfAll(input))).toEqual([])
  const text = await openOthers(rendered)
  await expect.poll(text).toContain('2 FERN · OP Mainnet')
  expect(text()).not.toContain('HERE')
  expect(text()).toContain('Could not be read: Polygon')
})

test('a site of one network has nothing to say of others', async () => {
  const state = findViewState('Account', 'with what is on other networks')
  view = await renderView({
    ...state,
    options: { ...state.options, networks: [makeNetwork(1, 'Ethereum', undefined)] },
  })
  expect(readText(inView(view))).not.toContain('On other networks')
})

test('where somebody sells on the network a token’s own view leads to buying', async () => {
  const [token] = TOKENS
  if (!token) throw new Error('No token')
  view = await renderView({
    ...findViewState('TokenDetails', 'filled'),
    fill: fillOnramp(),
    target: { view: 'TokenDetails', data: { token } },
  })
  findByRole(view.root, 'button', 'Add funds').click()
  await view.settle()
  expect(getView(view)).toBe('FundWallet')
})

test('F-60: when balances fail the last known ones stay, with their age', async () => {
  const rendered = await render('failed with old values')
  const line = readText(inView(rendered).querySelector('[data-failure=DATA_UNAVAILABLE]') ?? document.body)
  expect(line).toContain('Balances cannot be loaded right now.')
  expect(line).toContain('Updated 5 minutes ago')
  expect(listRows(rendered)).toHaveLength(3)
})

test('F-60: nothing is shown as 0 when nothing could be read', async () => {
  const rendered = await render('failed')
  expect(readText(inView(rendered))).not.toMatch(/[$0]/)
})

test('F-60: the button asks again only once the rest after a failure is over', async () => {
  const rendered = await render('failed with old values')
  const tokens = tokensOf(rendered.instance)
  tokens.set((state) => ({ ...state, restUntil: rendered.services.clock.now() + 10_000 }))
  await rendered.settle()
  const retry = findByRole(rendered.root, 'button', 'Retry')
  expect(retry.getAttribute('aria-disabled')).toBe('true')
  await rendered.services.clock.advance(10_000)
  await rendered.settle()
  expect(retry.getAttribute('aria-disabled')).toBe(null)
  retry.click()
  await rendered.settle()
  expect(rendered.services.calls.map((call) => call.name)).toContain('getSupportedChains')
})

test('the tokens of an account that one has just left are not shown for the next', async () => {
  const rendered = await render('filled')
  rendered.instance.stores.accounts.set(() => {
    const active = { address: '0x2222222222222222222222222222222222222222', type: 'eoa' } as const
    return { byNamespace: { eip155: { active, all: [active] } } }
  })
  await rendered.settle()
  const text = readText(inView(rendered))
  expect(text).not.toContain('5,528')
  expect(text).not.toContain('mira.eth')
  for (const token of TOKENS) expect(text).not.toContain(token.symbol)
})

test('disconnecting ends the connection on screen', async () => {
  const rendered = await render('filled')
  findByRole(rendered.root, 'button', 'Disconnect').click()
  await rendered.settle()
  expect(rendered.adapter.asked.filter((call) => call.startsWith('disconnect'))).toHaveLength(1)
  expect(rendered.instance.stores.accounts.get().byNamespace.eip155).toBe(undefined)
})

test('settings show the whole address in groups of four and lead to the explorer in a tab of its own', async () => {
  const rendered = await render('filled', 'AccountSettings')
  const address = inView(rendered).querySelector('.address')
  expect([...(address?.children ?? [])].map(readText).join('')).toBe(ACCOUNT.address)
  const link = findByRole(rendered.root, 'link', /Block explorer/)
  expect(link.getAttribute('href')).toBe(`https://explorer-1.example/address/${ACCOUNT.address}`)
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
})

test('settings lead to the networks, and the current one is part of the row', async () => {
  const rendered = await render('filled', 'AccountSettings')
  const row = findByRole(rendered.root, 'button', /^Network/)
  expect(readText(row)).toBe('NetworkEthereum')
  row.click()
  await rendered.settle()
  expect(getView(rendered)).toBe('Networks')
})

test.each([
  ['F-28', 'CHAIN_MISMATCH', 'Fernpass is on Base, but this needs Ethereum.', 'Switch to Ethereum'],
  ['F-30', 'GAS_TOO_LOW', 'Not enough ETH for the fee. You need about 0.002 ETH.', 'Get ETH'],
  ['F-31', 'TX_REPLACED', 'You changed this transaction in Fernpass.', 'View transaction, opens in a new tab'],
  ['F-32', 'SAFE_QUEUED', 'Waiting for the other owners of this Safe.', 'Open Safe, opens in a new tab'],
  ['F-38', 'SOLANA_TX_EXPIRED', 'This took too long and was not sent.', undefined],
] as const)('%s: what became of a transaction is told above the account: %s', async (_, code, sentence, way) => {
  const rendered = await render(`transaction ${code}`)
  const told = inView(rendered).querySelector<HTMLElement>(`[data-failure="${code}"]`) ?? document.body
  expect(readText(told)).toContain(sentence)
  const isHint = code === 'SAFE_QUEUED' || code === 'TX_REPLACED'
  expect(told.querySelector(isHint ? '[role=status]' : '[role=alert]')).not.toBe(null)
  expect(told.querySelectorAll('.button')).toHaveLength(way === undefined ? 0 : 1)
  if (way !== undefined) expect(readText(told.querySelector('.button') ?? document.body)).toBe(way)
  findByRole(rendered.root, 'button', 'Dismiss').click()
  await rendered.settle()
  expect(inView(rendered).querySelector('[data-failure]')).toBe(null)
  expect(rendered.adapter.asked).toEqual([])
})

test('F-38: a send that still waits is prepared again by the button, once a press', async () => {
  const rendered = await render('transaction to prepare again')
  let presses = 0
  rendered.instance.live.again = () => {
    presses += 1
  }
  const told = inView(rendered).querySelector('[data-failure="SOLANA_TX_EXPIRED"]') ?? document.body
  expect(readText(told)).toContain('This took too long and was not sent.')
  findByRole(rendered.root, 'button', 'Prepare again').click()
  expect(presses).toBe(1)
})

test('F-28: a step that still waits goes on once the view of the switch has gone', async () => {
  const rendered = await render('transaction CHAIN_MISMATCH')
  const requests = requestsOf(rendered.instance)
  requests.set((state) => ({
    ...state,
    transaction: state.transaction && { ...state.transaction, isOffered: true },
  }))
  await rendered.settle()
  const views: string[] = []
  rendered.instance.live.again = () => views.push(getView(rendered))
  findByRole(rendered.root, 'button', 'Switch to Ethereum').click()
  expect(views).toEqual(['SwitchNetwork'])
  expect(requests.get().transaction).toMatchObject({ code: 'CHAIN_MISMATCH' })
})

test('F-31: the transaction that counts is looked up under its own hash', async () => {
  const rendered = await render('transaction TX_REPLACED')
  const link = inView(rendered).querySelector<HTMLAnchorElement>('.told a')
  expect(link?.href).toBe(`https://explorer-1.example/tx/0x${'ab'.repeat(32)}`)
  expect(link?.rel).toContain('noopener')
})

test('F-32: the Safe is opened at what its owners have to agree to', async () => {
  const rendered = await render('transaction SAFE_QUEUED')
  const link = inView(rendered).querySelector<HTMLAnchorElement>('.told a')
  expect(link?.href).toBe(`https://app.safe.global/transactions/queue?safe=eth:${ACCOUNT.address}`)
})
