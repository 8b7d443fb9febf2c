import { afterEach, expect, test } from 'vitest'
import { createAnswer } from '../../../../../testing/src/createScriptedAdapter.ts'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { getView, inView, press, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { COIN_FRIEND, FRIEND, fillForm, SENDABLE } from '../../../../../testing/src/sendStates.ts'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { FailureError } from '../../../core/errors/failure.ts'
import type { PrefilledSend } from '../../../core/features/send/declare.ts'
import { sendOf } from '../../../core/features/send/state.ts'
import { goBack } from '../../../core/flow/goBack.ts'
import { resetView } from '../../../core/flow/resetView.ts'
import type { SendRequest, TransactionRequest } from '../../../core/types/adapter.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

async function render(of: Parameters<typeof findViewState>[0], name: string, script = {}): Promise<RenderedView> {
  const state = findViewState(of, name)
  view = await renderView({ ...state, script: { ...state.script, ...script } })
  await settleAll(view)
  return view
}

/** Lets reads of the invented node come in. */
async function settleAll(rendered: RenderedView): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await rendered.settle()
}

async function type(rendered: RenderedView, label: string, text: string): Promise<void> {
  const input = findByRole(rendered.root, 'textbox', label) as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await rendered.settle()
}

const isOff = (rendered: RenderedView, words: string): boolean =>
  findByRole(rendered.root, 'button', words).getAttribute('aria-disabled') === 'true'

test('the button says what is missing, one thing at a time, and leads on once nothing is', async () => {
  const rendered = await render('WalletSend', 'empty, with somebody to choose')
  const main = () => readText(inView(rendered).querySelector('[data-focus-key=preview]') as Element)
  expect(main()).toBe('Select token')
  await press(rendered, /^Select token ?, Ethereum/)
  expect(getView(rendered)).toBe('WalletSendSelectToken')
  findByRole(rendered.root, 'option', /Ether/).click()
  await rendered.settle()
  expect(main()).toBe('Add amount')
  await type(rendered, 'Amount in ETH', '1,000')
  expect(main()).toBe('Incorrect value')
  await type(rendered, 'Amount in ETH', '5')
  expect(main()).toBe('Insufficient funds')
  await press(rendered, 'Add funds')
  expect(getView(rendered)).toBe('WalletReceive')
  goBack(rendered.instance)
  await rendered.settle()
  await press(rendered, 'Use a different wallet')
  expect(getView(rendered)).toBe('ProfileWallets')
  goBack(rendered.instance)
  await rendered.settle()
  await type(rendered, 'Amount in ETH', '1.8426')
  expect(main()).toBe('Not enough ETH for the network fee')
  await type(rendered, 'Amount in ETH', '')
  await press(rendered, 'Max')
  expect(sendOf(rendered.instance).get().form.amount).toBe('1.842535')
  expect(main()).toBe('Add address')
  await type(rendered, 'Recipient address', '0x12')
  expect(main()).toBe('Invalid address')
  await type(rendered, 'Recipient address', '')
  await press(rendered, /0x70/)
  expect(main()).toBe('Preview send')
  await press(rendered, 'Preview send')
  expect(getView(rendered)).toBe('WalletSendPreview')
})

test('a worth that is typed becomes an amount where a price is known', async () => {
  const rendered = await render('WalletSend', 'filled')
  await press(rendered, 'Type it in USD')
  await type(rendered, 'Amount in USD', '1320')
  expect(readText(inView(rendered).querySelector('.send-worth') as Element)).toContain('0.5 ETH')
})

test('the review says everything, asks the wallet once however often it is pressed, and goes on to what became of it', async () => {
  const answer = createAnswer<string>()
  const asked: SendRequest[] = []
  const rendered = await render('WalletSendPreview', 'filled', {
    send: (request: SendRequest) => {
      asked.push(request)
      return answer
    },
  })
  const text = readText(inView(rendered))
  expect(text).toContain('25 USDC')
  expect(text).toContain('−25 USDC')
  expect(readText(inView(rendered).querySelector('.address') as Element).replaceAll(' ', '')).toBe(FRIEND)
  const send = findByRole(rendered.root, 'button', /^Send 25 USDC$/)
  send.click()
  send.click()
  await rendered.settle()
  send.click()
  await settleAll(rendered)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({ to: FRIEND, amount: 25_000_000n, token: { decimals: 6 } })
  expect(isOff(rendered, 'Approve in Fernpass')).toBe(true)
  answer.ok(`0x${'ab'.repeat(32)}`)
  await settleAll(rendered)
  expect(getView(rendered)).toBe('WalletSendConfirmed')
  expect(readText(inView(rendered))).toContain('Transaction started')
  // There is no way back into a form of what has left.
  expect(rendered.root.querySelector('[data-focus-key=back]')).toBeNull()
  expect(sendOf(rendered.instance).get().form.amount).toBe('')
  expect(rendered.events.map(({ name }) => name)).toEqual(expect.arrayContaining(['SEND_INITIATED', 'SEND_SUCCESS']))
})

test('whoever declines finds the form as it was and may send again', async () => {
  const no = new FailureError('USER_REJECTED', 'no', { step: 'send', walletName: 'Fernpass' })
  const rendered = await render('WalletSendPreview', 'filled', { send: () => Promise.reject(no) })
  await press(rendered, 'Send')
  await settleAll(rendered)
  expect(readText(inView(rendered))).toContain('You declined in Fernpass. Nothing was sent.')
  expect(sendOf(rendered.instance).get().form.amount).toBe('25')
  expect(isOff(rendered, 'Send')).toBe(false)
})

test('an answer that never came sends nothing again', async () => {
  const lost = new FailureError('WALLET_NOT_RESPONDING', 'lost', { step: 'send', walletName: 'Fernpass' })
  const rendered = await render('WalletSendPreview', 'filled', { send: () => Promise.reject(lost) })
  await press(rendered, 'Send')
  await settleAll(rendered)
  expect(readText(inView(rendered))).toContain('Nobody knows whether it was sent.')
  expect(isOff(rendered, 'Send')).toBe(true)
})

test('SEC-94: a lookalike is shown beside the address that is known, and sent to only by who says so', async () => {
  const rendered = await render('WalletSendPreview', 'lookalike')
  expect(inView(rendered).querySelector('[data-finding=RECIPIENT_LOOKALIKE] mark')).not.toBeNull()
  expect(readText(inView(rendered))).toContain('This looks like an address that you know, and is another one.')
  expect(isOff(rendered, 'Send')).toBe(true)
  findByRole(rendered.root, 'checkbox', /send anyway/).click()
  await rendered.settle()
  expect(isOff(rendered, 'Send')).toBe(false)
})

test('a token is sent from its details as the one that is chosen, and what was typed for it stays', async () => {
  const [, token] = SENDABLE
  if (!token) throw new Error('No token')
  const below = [{ view: 'Account' }] as const
  view = await renderView({
    ...findViewState('WalletSend', 'filled'),
    fill: fillForm(),
    below,
    target: { view: 'TokenDetails', data: { token } },
  })
  const rendered = view
  await press(rendered, 'Send')
  await settleAll(rendered)
  expect(getView(rendered)).toBe('WalletSend')
  findByRole(rendered.root, 'button', /^USDC ?, Ethereum/)
  await type(rendered, 'Amount in USDC', '12')
  await press(rendered, /^Back/)
  await press(rendered, 'Send')
  await settleAll(rendered)
  expect(sendOf(rendered.instance).get().form.amount).toBe('12')
})

test('a form of another network is not sent on this one', async () => {
  view = await renderView({
    ...findViewState('WalletSend', 'filled'),
    fill: (instance) => {
      fillForm()(instance)
      sendOf(instance).set((state) => ({ ...state, form: { ...state.form, networkId: 'eip155:10', amount: '7' } }))
    },
  })
  expect(readText(inView(view))).toContain('Select token')
  expect((findByRole(view.root, 'textbox', 'Amount') as HTMLInputElement).value).toBe('')
})

test('a site that turns sending off shows no way to it, and so does another family', async () => {
  view = await renderView({ ...findViewState('Account', 'filled'), options: { features: { send: false } } })
  expect(() => findByRole((view as RenderedView).root, 'button', 'Send')).toThrow()
})

test('an NFT is sent whole, some of several by their number, and the wallet is asked for the collection', async () => {
  const one = await render('WalletSend', 'one NFT')
  expect(readText(inView(one))).toContain('Windmill')
  expect(one.root.querySelector('[data-focus-key=amount]')).toBeNull()
  one.unmount()
  const many = await render('WalletSend', 'more of an NFT than there are')
  expect(readText(inView(many).querySelector('[data-focus-key=preview]') as Element)).toBe('Insufficient funds')
  await type(many, 'Amount', '2')
  expect(isOff(many, 'Preview send')).toBe(false)
  many.unmount()
  const asked: TransactionRequest[] = []
  const review = await render('WalletSendPreview', 'some of an NFT', {
    sendTransaction: async (request: TransactionRequest) => {
      asked.push(request)
      return `0x${'ab'.repeat(32)}`
    },
  })
  expect(readText(inView(review))).toContain('2 × Scots pine seeds')
  await press(review, 'Send')
  expect(asked.map(({ to, data }) => [to, data?.slice(0, 10)])).toEqual([[`0x${'1f'.repeat(20)}`, '0xf242432a']])
  expect(getView(review)).toBe('WalletSendConfirmed')
})

test('a name shows where it leads, and says so when nobody has it or nobody could say', async () => {
  const found = await render('WalletSend', 'a name that leads to an address')
  expect(readText(inView(found).querySelector('.send-named') as Element)).toContain('mira.eth')
  expect(isOff(found, 'Preview send')).toBe(false)
  found.unmount()
  const unknown = await render('WalletSend', 'a name that nobody has')
  expect(readText(inView(unknown))).toContain('Error resolving name. This name has no address on Ethereum.')
  unknown.unmount()
  const unread = await render('WalletSend', 'a name that could not be looked up')
  expect(readText(inView(unread))).toContain('Error resolving name. The name could not be looked up.')
  expect(findByRole(unread.root, 'button', 'Try again')).toBeTruthy()
})

test('what a site asks for can be looked at and sent, not changed, and what is wrong with it is said by a code', async () => {
  const rendered = await render('WalletSend', 'empty, with somebody to choose')
  const { instance } = rendered
  const ask = async (send: PrefilledSend): Promise<string | null | undefined> => {
    resetView(instance, { view: 'WalletSend', data: { send } })
    await settleAll(rendered)
    return inView(rendered).querySelector('[data-failure]')?.getAttribute('data-failure')
  }
  const send: PrefilledSend = { networkId: 'eip155:1', amount: '0.25', to: FRIEND }
  expect(await ask({ ...send, networkId: 'eip155:99' })).toBe('NETWORK_NOT_FOUND')
  resetView(instance, { view: 'Account' })
  await rendered.settle()
  expect(await ask(send)).toBeUndefined()
  expect(readText(inView(rendered))).toContain('0.25 ETH')
  expect(inView(rendered).querySelectorAll('input')).toHaveLength(0)
  await press(rendered, 'Preview send')
  expect(getView(rendered)).toBe('WalletSendPreview')
  // Opened by the visitor it is theirs again, and empty.
  resetView(instance, { view: 'Account' })
  await rendered.settle()
  resetView(instance, { view: 'WalletSend' })
  await settleAll(rendered)
  expect(sendOf(instance).get().form).toMatchObject({ isFixed: false, amount: '', to: '' })
})

test('the review of a coin says the fee and all that leaves in money too, and why the last try failed where that is known', async () => {
  const coin = await render('WalletSendPreview', 'of the coin')
  const facts = readText(inView(coin).querySelector('.send-facts') as Element)
  expect(facts).toContain('Network feeabout 0.000021 ETH$0.05')
  expect(facts).toContain('Totalabout 0.500021 ETH$1,320.05')
  coin.unmount()
  const failed = await render('WalletSendPreview', 'failed')
  expect(readText(inView(failed))).toContain('Something went wrong Nothing was sent. Fernpass is locked.')
  failed.unmount()
  const token = await render('WalletSendPreview', 'filled')
  expect(readText(inView(token))).not.toContain('Total')
  token.unmount()
  const empty = await render('WalletSendPreview', 'nothing filled in')
  expect(readText(inView(empty))).toContain(
    'Please enter a valid amount and receiver address The field in question is marked.',
  )
})

test('a network on which nothing can be sent says which ones there are', async () => {
  const rendered = await render('WalletSend', 'unsupported')
  expect(readText(inView(rendered))).toContain('Unsupported chain Sending works on EVM networks and Solana.')
})

test('Bitcoin is sent by its wallet, which sets the fee: what is not known is said, and there is no most', async () => {
  const asked: SendRequest[] = []
  const rendered = await render('WalletSend', 'of Bitcoin')
  expect(readText(inView(rendered))).toContain('What you have is not known here. Fernpass shows it.')
  expect(inView(rendered).querySelector('[data-focus-key=max]')).toBeNull()
  expect(isOff(rendered, 'Preview send')).toBe(false)
  rendered.unmount()
  const review = await render('WalletSendPreview', 'of Bitcoin', {
    send: async (request: SendRequest) => {
      asked.push(request)
      return 'cd'.repeat(32)
    },
  })
  const text = readText(inView(review))
  for (const words of [
    '0.015 BTC',
    'Set by your wallet',
    'You have not sent to this address',
    'Effects could not be',
  ]) {
    expect(text).toContain(words)
  }
  await press(review, 'Send')
  await settleAll(review)
  expect(asked).toEqual([{ to: COIN_FRIEND, amount: 1_500_000n, token: undefined }])
  expect(getView(review)).toBe('WalletSendConfirmed')
  expect(readText(inView(review))).toContain('Transaction started It could not be followed. Your wallet knows more.')
  const link = findByRole(review.root, 'link', /View transaction/)
  expect(link.getAttribute('href')).toBe(`https://mempool.space/tx/${'cd'.repeat(32)}`)
})

test('Bitcoin is not sent to an address of another network, nor by a wallet that only signs', async () => {
  const elsewhere = await render('WalletSend', 'of Bitcoin, to another network')
  expect(isOff(elsewhere, 'Address of another network')).toBe(true)
  elsewhere.unmount()
  const signing = await render('WalletSend', 'of Bitcoin, by a wallet that only signs')
  expect(readText(inView(signing))).toContain('Unsupported chain')
  resetView(signing.instance, { view: 'Account' })
  await settleAll(signing)
  // What nobody here can read is not nothing.
  expect(readText(inView(signing))).toContain('What you have is not known here. Fernpass shows it.')
  expect(readText(inView(signing))).not.toContain('$0')
  expect(() => findByRole(signing.root, 'button', 'Send')).toThrow()
  findByRole(signing.root, 'button', 'Receive')
})

test('nothing to send offers a way to something', async () => {
  const rendered = await render('WalletSendSelectToken', 'empty')
  expect(readText(inView(rendered))).toContain('No tokens here yet')
  await press(rendered, 'Receive')
  expect(getView(rendered)).toBe('WalletReceive')
})
