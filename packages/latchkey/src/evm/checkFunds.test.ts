import { createFakeServices } from '@latchkey/testing'
import { describe, expect, it } from 'vitest'
import type { Account, Connection, TransactionRequest } from '../core/types/adapter.ts'
import { checkFunds } from './checkFunds.ts'
import type { WalletPort } from './walletPort.ts'

const TO = `0x${'22'.repeat(20)}`

const NODE: Readonly<Record<string, unknown>> = {
  eth_gasPrice: '0x3b9aca00',
  eth_getCode: '0x',
  eth_estimateGas: '0x5208',
}

/** Asks with a node whose gas costs one gwei, and which says this besides. */
async function check(
  answers: Readonly<Record<string, unknown>>,
  request: Partial<TransactionRequest> = {},
  account: Partial<Account> = {},
  knowsCapabilities?: () => boolean,
) {
  const { clock } = createFakeServices()
  const asked: string[] = []
  const port: WalletPort = {
    ask: async (step, _connection, method) => {
      asked.push(`${step} ${method}`)
      const answer = { ...NODE, ...answers }[method]
      if (answer === 'hang') return new Promise(() => {})
      if (answer instanceof Error) throw answer
      return answer
    },
    send: async () => '0x',
    knowsCapabilities,
    confirmNetwork: async () => undefined,
  }
  const connection: Connection = {
    connector: { id: 'dev.drill', name: 'Drill', namespace: 'eip155', type: 'ANNOUNCED', provider: {} },
    accounts: [{ address: `0x${'11'.repeat(20)}`, type: 'eoa', ...account }],
    networkId: 'eip155:1',
    provider: {},
  }
  const checking = checkFunds(port, clock, connection, { to: TO, ...request }).then(
    () => 'may be asked',
    (error: { code: string; facts: unknown }) => ({ code: error.code, facts: error.facts }),
  )
  for (let turn = 0; turn < 8; turn += 1) await clock.advance(1_000)
  return { outcome: await checking, asked }
}

describe('checkFunds', () => {
  it('F-30: less than the fee is too little, and says what it takes, rounded up', async () => {
    const { outcome } = await check({ eth_getBalance: '0x1' })
    expect(outcome).toMatchObject({ code: 'GAS_TOO_LOW', facts: { quantity: '0.000021', step: 'send' } })
  })

  it('F-30: the fee alone is not enough where something is sent as well', async () => {
    const { outcome } = await check({ eth_getBalance: '0x1319718a5000' }, { value: 10n ** 18n })
    expect(outcome).toMatchObject({ code: 'GAS_TOO_LOW', facts: { quantity: '1.000021' } })
  })

  it('exactly enough is enough', async () => {
    // 21,000 gas at one gwei.
    expect((await check({ eth_getBalance: '0x1319718a5000' })).outcome).toBe('may be asked')
  })

  it('who has plenty is asked for no estimate', async () => {
    const { outcome, asked } = await check({ eth_getBalance: '0xde0b6b3a7640000' })
    expect(outcome).toBe('may be asked')
    expect(asked).toEqual(['read eth_getBalance', 'read eth_gasPrice'])
  })

  it.each([
    ['a contract', { eth_getCode: '0x6000' }],
    ['a node that does not know the code', { eth_getCode: new Error('down') }],
    ['a node without a balance', { eth_getBalance: new Error('down') }],
    ['a node without a price', { eth_gasPrice: 'cheap' }],
    ['a node that is silent', { eth_getBalance: 'hang' }],
  ])('%s stops nobody', async (_, answers) => {
    expect((await check({ eth_getBalance: '0x0', ...answers })).outcome).toBe('may be asked')
  })

  it('an account that lends itself code still pays for itself', async () => {
    const { outcome } = await check({ eth_getBalance: '0x0', eth_getCode: `0xef0100${'33'.repeat(20)}` })
    expect(outcome).toMatchObject({ code: 'GAS_TOO_LOW' })
  })

  const supported = { supported: true }
  it.each([
    ['a paymaster on this chain', { '0x1': { paymasterService: supported } }, 'may be asked'],
    ['a paymaster on every chain', { '0x0': { paymasterService: supported } }, 'may be asked'],
    ['funds elsewhere', { '0x1': { auxiliaryFunds: supported } }, 'may be asked'],
    ['a paymaster on another chain', { '0xa': { paymasterService: supported } }, 'GAS_TOO_LOW'],
    ['no paymaster', { '0x1': { paymasterService: { supported: false } } }, 'GAS_TOO_LOW'],
    ['batches alone', { '0x1': { atomic: { status: 'supported' } } }, 'GAS_TOO_LOW'],
    ['nonsense', 'yes', 'GAS_TOO_LOW'],
    ['nothing, since it lacks the method', new Error('unknown method'), 'GAS_TOO_LOW'],
    ['nothing at all', 'hang', 'GAS_TOO_LOW'],
  ])('an account that is not on the chain yet, and whose wallet names %s', async (_, capabilities, expected) => {
    const { outcome } = await check({ eth_getBalance: '0x0', wallet_getCapabilities: capabilities })
    expect(typeof outcome === 'string' ? outcome : outcome.code).toBe(expected)
  })

  it('a wallet that is far away is not asked what it can do', async () => {
    const { outcome, asked } = await check({ eth_getBalance: '0x0' }, {}, {}, () => false)
    expect(outcome).toMatchObject({ code: 'GAS_TOO_LOW' })
    expect(asked).not.toContain('read wallet_getCapabilities')
  })

  it('a smart account is not even looked up', async () => {
    const { outcome, asked } = await check({ eth_getBalance: '0x0' }, {}, { type: 'smartAccount' })
    expect([outcome, asked]).toEqual(['may be asked', []])
  })
})
