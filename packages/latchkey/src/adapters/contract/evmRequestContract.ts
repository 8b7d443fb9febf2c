/** How an EVM adapter has a wallet sign and send. */
import { describe, expect, it, vi } from 'vitest'
import { drill, type ScriptedWallet } from '../../testing/index.ts'
import { ADDRESS, type Company, codeOf, count, OTHER_ADDRESS, type Plays, TOKEN, TOKEN_ABI } from './evmPageContract.ts'

/** Runs this part of the contract over one adapter. */
export function describeRequest(name: string, { playConnected }: Plays, { reads = 0 }: Company): void {
  describe(`${name}: signing and sending`, () => {
    it.each([
      ['hello', '0x68656c6c6f'],
      ['0x1234', '0x307831323334'],
      [new Uint8Array([0x12, 0x34]), '0x1234'],
      ['', '0x'],
    ])('signs %o as the bytes %s, by the active account', async (message, data) => {
      const page = await playConnected()
      expect(await page.adapter.signMessage(page.connection, message)).toMatch(/^0x[0-9a-f]{130}$/)
      expect(page.wallet.calls.find(({ method }) => method === 'personal_sign')?.params).toEqual([data, ADDRESS])
    })

    it('F-08: an account that is not shared any more → ACCOUNT_NOT_SHARED, and the picker helps', async () => {
      const page = await playConnected()
      page.wallet.forgetPage()
      expect(await codeOf(page.adapter.signMessage(page.connection, 'x'))).toBe('ACCOUNT_NOT_SHARED')
      expect(await page.adapter.requestAccounts?.(page.connection)).toEqual([{ address: ADDRESS, type: 'eoa' }])
      expect(await page.adapter.signMessage(page.connection, 'x')).toMatch(/^0x/)
    })

    it.each([[-32601], [4200]])('F-08: a wallet without a picker (%i) is asked the plain way', async (code) => {
      const page = await playConnected({ script: { wallet_requestPermissions: [drill.no(code)] } })
      expect(await page.adapter.requestAccounts?.(page.connection)).toHaveLength(1)
      expect(count(page.wallet, 'eth_requestAccounts')).toBe(2)
    })

    it.each([
      [4001, 'USER_REJECTED'],
      [-32002, 'PROMPT_PENDING'],
    ])('F-08: a picker that says %i is not asked another way', async (code, name_) => {
      const page = await playConnected({ script: { wallet_requestPermissions: [drill.no(code)] } })
      expect(await codeOf(page.adapter.requestAccounts?.(page.connection) ?? Promise.resolve())).toBe(name_)
      expect(count(page.wallet, 'eth_requestAccounts')).toBe(1)
    })

    it.each([
      ['F-03', drill.no(4001), 'USER_REJECTED'],
      ['F-09', drill.no(-32603, 'Ledger device: (0x650f)'), 'HARDWARE_NOT_READY'],
      ['F-04', drill.throw(new Error('Extension context invalidated.')), 'EXTENSION_RELOADED'],
      ['no signature', drill.ok(null), 'UNKNOWN_FAILURE'],
      ['F-33, an empty signature', drill.ok('0x'), 'SIGNATURE_UNVERIFIED'],
      ['a signature of too few bytes', drill.ok(`0x${'ab'.repeat(30)}`), 'UNKNOWN_FAILURE'],
      ['a signature that is no hexadecimal text', drill.ok('signed'), 'UNKNOWN_FAILURE'],
    ])('%s: what goes wrong while signing is named', async (_, answer, code) => {
      const page = await playConnected({ script: { personal_sign: [answer] } })
      expect(await codeOf(page.adapter.signMessage(page.connection, 'x'))).toBe(code)
      expect(count(page.wallet, 'personal_sign')).toBe(1)
    })

    it.each(['0x', `0x${'ab'.repeat(31)}`, 'sent', null])('takes %j for no hash of a transaction', async (answer) => {
      const page = await playConnected({ script: { eth_sendTransaction: [drill.ok(answer)] } })
      const sending = page.adapter.sendTransaction?.(page.connection, { to: ADDRESS })
      expect(await codeOf(sending ?? Promise.resolve())).toBe('UNKNOWN_FAILURE')
      expect(count(page.wallet, 'eth_sendTransaction')).toBe(1)
    })

    it('takes a recipient without 0x, and hands the wallet one with it', async () => {
      const page = await playConnected({ script: { eth_sendTransaction: [drill.ok(`0x${'ab'.repeat(32)}`)] } })
      await page.adapter.sendTransaction?.(page.connection, { to: ADDRESS.slice(2) })
      const { params } = page.wallet.calls.find(({ method }) => method === 'eth_sendTransaction') ?? {}
      expect(params).toMatchObject([{ to: ADDRESS }])
    })

    it('sends amounts in wei as quantities, for the chain that the page shows', async () => {
      const page = await playConnected({ script: { eth_sendTransaction: [drill.ok(`0x${'ab'.repeat(32)}`)] } })
      const hash = await page.adapter.sendTransaction?.(page.connection, {
        to: ADDRESS,
        value: 255n,
        data: '0x01',
        gas: 21_000n,
      })
      expect(hash).toBe(`0x${'ab'.repeat(32)}`)
      expect(page.wallet.calls.find(({ method }) => method === 'eth_sendTransaction')?.params).toEqual([
        { from: ADDRESS, to: ADDRESS, chainId: '0x1', value: '0xff', data: '0x01', gas: '0x5208' },
      ])
    })

    it('F-28: a wallet on another network for more than 1 s is not asked → CHAIN_MISMATCH', async () => {
      const page = await playConnected()
      page.wallet.answerAlways('eth_chainId', drill.ok('0xa'))
      const sending = page.adapter.sendTransaction?.(page.connection, { to: ADDRESS })
      const code = codeOf(sending ?? Promise.resolve())
      await vi.waitFor(() => expect(count(page.wallet, 'eth_chainId')).toBe(2 + reads))
      await page.clock.advance(1_000)
      expect(await code).toBe('CHAIN_MISMATCH')
      expect(count(page.wallet, 'eth_sendTransaction')).toBe(0)
    })

    it('F-30: without coin for the fee → GAS_TOO_LOW', async () => {
      const page = await playConnected({
        script: { eth_sendTransaction: [drill.no(-32000, 'insufficient funds for gas * price + value')] },
      })
      expect(await codeOf(page.adapter.sendTransaction?.(page.connection, { to: ADDRESS }) ?? Promise.resolve())).toBe(
        'GAS_TOO_LOW',
      )
    })
  })

  describe(`${name}: before signing`, () => {
    it('F-28: a wallet on another network for more than 1 s is not asked to sign → CHAIN_MISMATCH', async () => {
      const page = await playConnected()
      page.wallet.answerAlways('eth_chainId', drill.ok('0xa'))
      const code = codeOf(page.adapter.signMessage(page.connection, 'x'))
      await vi.waitFor(() => expect(count(page.wallet, 'eth_chainId')).toBe(2))
      await page.clock.advance(1_000)
      expect(await code).toBe('CHAIN_MISMATCH')
      expect(count(page.wallet, 'personal_sign')).toBe(0)
    })

    it('F-28: a wallet that arrives within 1 s is asked', async () => {
      const page = await playConnected()
      page.wallet.answer('eth_chainId', drill.ok('0xa'))
      const signing = page.adapter.signMessage(page.connection, 'x')
      await vi.waitFor(() => expect(count(page.wallet, 'eth_chainId')).toBe(2))
      await page.clock.advance(250)
      expect(await signing).toMatch(/^0x/)
    })
  })

  describe(`${name}: in every state of a wallet`, () => {
    it.each([
      ['refuses', drill.no(4001), 'USER_REJECTED'],
      ['throws a text', drill.throw('boom'), 'UNKNOWN_FAILURE'],
      ['throws nothing', drill.throw(undefined), 'UNKNOWN_FAILURE'],
      ['has a prompt open', drill.no(-32002), 'PROMPT_PENDING'],
      ['was reloaded', drill.throw(new Error('Extension context invalidated.')), 'EXTENSION_RELOADED'],
      ['shares the account no more', drill.no(4100), 'ACCOUNT_NOT_SHARED'],
    ])('one that %s is asked once, and what happened has a name', async (_, answer, code) => {
      const asked = {
        sendTransaction: ['eth_sendTransaction', { to: OTHER_ADDRESS }],
        send: ['eth_sendTransaction', { to: OTHER_ADDRESS, amount: 1n }],
        fetchCapabilities: ['wallet_getCapabilities', undefined],
        sendCalls: ['wallet_sendCalls', { calls: [{ to: OTHER_ADDRESS }] }],
        fetchCallsStatus: ['wallet_getCallsStatus', 'batch'],
        grantPermissions: ['wallet_grantPermissions', {}],
        revokePermissions: ['wallet_revokeExecutionPermission', { permissionContext: '0x1' }],
      } as const
      for (const [ability, [method, request]] of Object.entries(asked)) {
        const page = await playConnected({ script: { [method]: [answer] } })
        const run = page.adapter[ability as keyof typeof asked] as (...parameters: unknown[]) => Promise<unknown>
        expect([ability, await codeOf(run(page.connection, request))]).toEqual([ability, code])
        expect(count(page.wallet, method)).toBe(1)
      }
    })

    it('one that hangs leaves only its own answer open', async () => {
      const page = await playConnected({ script: { wallet_getCapabilities: [drill.hang] } })
      let isAnswered = false
      const end = () => {
        isAnswered = true
      }
      page.adapter.fetchCapabilities?.(page.connection).then(end, end)
      await vi.waitFor(() => expect(count(page.wallet, 'wallet_getCapabilities')).toBe(1))
      expect(await page.adapter.signMessage(page.connection, 'x')).toMatch(/^0x/)
      expect(isAnswered).toBe(false)
    })
  })

  describe(`${name}: transfers and gas`, () => {
    const HASH = `0x${'ab'.repeat(32)}`
    const sent = (wallet: ScriptedWallet) =>
      wallet.calls.find(({ method }) => method === 'eth_sendTransaction')?.params[0]

    it('sends the coin with empty data, and gives the hash without waiting for a block', async () => {
      const page = await playConnected({ script: { eth_sendTransaction: [drill.ok(HASH)] } })
      expect(await page.adapter.send?.(page.connection, { to: OTHER_ADDRESS, amount: 10n ** 18n })).toBe(HASH)
      expect(sent(page.wallet)).toMatchObject({
        from: ADDRESS,
        to: OTHER_ADDRESS,
        value: '0xde0b6b3a7640000',
        data: '0x',
      })
      expect(count(page.wallet, 'eth_getTransactionReceipt')).toBe(0)
    })

    it('sends a token by its transfer, with no coin beside it', async () => {
      const page = await playConnected({ script: { eth_sendTransaction: [drill.ok(HASH)] } })
      const token = { address: TOKEN, decimals: 6 }
      expect(await page.adapter.send?.(page.connection, { to: OTHER_ADDRESS, amount: 1_000_001n, token })).toBe(HASH)
      const transaction = sent(page.wallet) as Record<string, unknown>
      expect(transaction).toMatchObject({
        to: TOKEN,
        data: `0xa9059cbb${'0'.repeat(24)}${'cd'.repeat(20)}${'f4241'.padStart(64, '0')}`,
      })
      expect(BigInt(String(transaction.value ?? '0x0'))).toBe(0n)
    })

    it.each([
      ['no address', { to: 'vitalik.eth', amount: 1n }],
      ['half an address', { to: '0x1234', amount: 1n }],
      ['less than nothing', { to: OTHER_ADDRESS, amount: -1n }],
      ['more than 256 bits', { to: OTHER_ADDRESS, amount: 1n << 256n }],
      ['a token that is no address', { to: OTHER_ADDRESS, amount: 1n, token: { address: 'USDT', decimals: 6 } }],
    ])('a transfer with %s is a mistake of the site; the wallet is not asked', async (_, request) => {
      const page = await playConnected()
      expect(await codeOf(page.adapter.send?.(page.connection, request) ?? Promise.resolve())).toBe('REQUEST_INVALID')
      expect(count(page.wallet, 'eth_sendTransaction')).toBe(0)
    })

    it('F-03: a transfer that is refused is asked for once', async () => {
      const page = await playConnected({ script: { eth_sendTransaction: [drill.no(4001)] } })
      const sending = page.adapter.send?.(page.connection, { to: OTHER_ADDRESS, amount: 1n })
      expect(await codeOf(sending ?? Promise.resolve())).toBe('USER_REJECTED')
      expect(count(page.wallet, 'eth_sendTransaction')).toBe(1)
    })

    it.each([
      ['-32000', drill.no(-32000, 'insufficient funds for transfer')],
      ['-32010', drill.no(-32010, 'Insufficient funds.')],
      [
        '-32603 around -32000',
        drill.no(-32603, 'Internal JSON-RPC error.', { code: -32000, message: 'gas required exceeds allowance (0)' }),
      ],
    ])('F-30: %s about funds → GAS_TOO_LOW', async (_, answer) => {
      const page = await playConnected({ script: { eth_sendTransaction: [answer] } })
      const sending = page.adapter.send?.(page.connection, { to: OTHER_ADDRESS, amount: 1n })
      expect(await codeOf(sending ?? Promise.resolve())).toBe('GAS_TOO_LOW')
    })

    it('F-30: a token that says "exceeds allowance" is not about the fee', async () => {
      const page = await playConnected({
        script: {
          eth_sendTransaction: [drill.no(-32603, 'execution reverted: ERC20: transfer amount exceeds allowance')],
        },
      })
      const sending = page.adapter.send?.(page.connection, { to: OTHER_ADDRESS, amount: 1n })
      expect(await codeOf(sending ?? Promise.resolve())).toBe('UNKNOWN_FAILURE')
    })

    it('estimates gas in units, from the account in use', async () => {
      const page = await playConnected({ script: { eth_estimateGas: [drill.ok('0x5208')] } })
      expect(await page.adapter.estimateGas?.(page.connection, { to: OTHER_ADDRESS, value: 1n })).toBe(21_000n)
      const [asked] = page.wallet.calls.filter(({ method }) => method === 'eth_estimateGas')
      expect(asked?.params[0]).toMatchObject({ from: ADDRESS, to: OTHER_ADDRESS, value: '0x1' })
    })

    it('calls a function of a contract, and gives the hash', async () => {
      const page = await playConnected({ script: { eth_sendTransaction: [drill.ok(HASH)] } })
      const request = { address: TOKEN, abi: TOKEN_ABI, functionName: 'approve', args: [OTHER_ADDRESS, 5n] }
      expect(await page.adapter.writeContract?.(page.connection, request)).toBe(HASH)
      expect(sent(page.wallet)).toMatchObject({
        to: TOKEN,
        data: `0x095ea7b3${'0'.repeat(24)}${'cd'.repeat(20)}${'5'.padStart(64, '0')}`,
      })
    })

    it('F-30: a call of a contract that the account cannot pay for → GAS_TOO_LOW; the wallet is not asked', async () => {
      const page = await playConnected({
        script: {
          eth_getBalance: [drill.ok('0x0')],
          eth_gasPrice: [drill.ok('0x3b9aca00')],
          eth_estimateGas: [drill.ok('0x5208')],
          eth_getCode: [drill.ok('0x')],
        },
      })
      const request = { address: TOKEN, abi: TOKEN_ABI, functionName: 'approve', args: [OTHER_ADDRESS, 5n] }
      expect(await codeOf(page.adapter.writeContract?.(page.connection, request) ?? Promise.resolve())).toBe(
        'GAS_TOO_LOW',
      )
      expect(count(page.wallet, 'eth_sendTransaction')).toBe(0)
    })

    it('arguments that do not fit the contract are a mistake of the site; the wallet is not asked', async () => {
      const page = await playConnected()
      for (const args of [[OTHER_ADDRESS], ['nobody', 5n], [OTHER_ADDRESS, 'many']]) {
        const request = { address: TOKEN, abi: TOKEN_ABI, functionName: 'approve', args }
        expect(await codeOf(page.adapter.writeContract?.(page.connection, request) ?? Promise.resolve())).toBe(
          'REQUEST_INVALID',
        )
      }
      expect(count(page.wallet, 'eth_sendTransaction')).toBe(0)
    })
  })
}
