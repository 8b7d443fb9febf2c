/** What a bundler, or who pays, may say to the frame, and what comes of it. The gateway's own refusals: `bundler.test.ts` there. */

import type { Hex } from '@latchkey/wire/guard'
import { ENTRY_POINT } from '@latchkey/wire/smartAccount'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { CallError } from '../../../channel/CallError.ts'
import { createPassingStore } from '../../../device/deviceStore.ts'
import type { Keyring } from '../../../keys/createKeyring.ts'
import type { KeyAccount } from '../../keyTasks.ts'
import { createCallBook } from '../callBook.ts'
import { DELEGATION_MANAGER } from '../delegation/contracts.ts'
import { fromHex } from '../hex.ts'
import { createSmartAccounts } from './createSmartAccounts.ts'
import { safeAddressOf } from './safeAccount.ts'

const KEY: Hex = `0x${'4c'.repeat(32)}`
const owner = privateKeyToAccount(KEY).address
const smartAccount = safeAddressOf(owner)
const NETWORK = 'eip155:31337'
const SHOP: Hex = `0x${'a1'.repeat(20)}`
const PAYMASTER: Hex = `0x${'e0'.repeat(20)}`
const OTHER: Hex = `0x${'d0'.repeat(20)}`
const TRANSACTION: Hex = `0x${'77'.repeat(32)}`
const OPERATION_EVENT = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
const GWEI = 10n ** 9n
const START = 1_800_000_000

const account: KeyAccount = {
  email: 'ann@shop.example',
  name: 'ann@shop.example',
  provider: null,
  userName: null,
  addresses: { eip155: owner, solana: '' },
  smartAccount,
  isFrozen: false,
  isBackedUp: false,
}
const keyring = {
  signEvm: (hash: Uint8Array) => {
    const recovered = secp256k1.sign(hash, fromHex(KEY), { prehash: false, format: 'recovered' })
    return { signature: Uint8Array.from(recovered.subarray(1)), yParity: recovered[0] === 1 ? 1 : 0 }
  },
} as unknown as Keyring

const hex = (value: bigint | number): Hex => `0x${value.toString(16)}`
const away = () => new CallError({ message: 'The network cannot be reached', code: -32603, reason: 'NETWORK_FAILED' })
const word = (value: bigint) => value.toString(16).padStart(64, '0')

type Answer = (params: readonly unknown[]) => unknown

/** An account on a chain of one block a second, with a bundler that does as it should but for `says`. */
const open = (
  says: Readonly<Record<string, Answer>> = {},
  node: Readonly<Record<string, Answer>> = {},
  store = createPassingStore(),
) => {
  let now = START + 100
  const asked: { readonly method: string; readonly params: readonly unknown[] }[] = []
  /** Logs of the entry point, by the number of their block. */
  const events: { readonly hash: Hex; readonly block: number; readonly isGood: boolean }[] = []
  const logOf = ({ hash, block, isGood }: (typeof events)[number]) => ({
    address: ENTRY_POINT,
    topics: [OPERATION_EVENT, hash, `0x${smartAccount.slice(2).toLowerCase().padStart(64, '0')}`, `0x${word(0n)}`],
    data: `0x${word(0n)}${word(isGood ? 1n : 0n)}${word(1n)}${word(1n)}`,
    blockNumber: hex(block),
    transactionHash: TRANSACTION,
  })
  const chain: Record<string, Answer> = {
    eth_getCode: () => '0x',
    eth_call: ([call]) => ((call as { to: string }).to === ENTRY_POINT ? `0x${word(0n)}` : '0x'),
    eth_getBalance: () => hex(10n ** 18n),
    eth_getBlockByNumber: ([at]) => {
      const number = at === 'latest' ? now - START : Number(at)
      return { number: hex(number), timestamp: hex(START + number), baseFeePerGas: hex(GWEI) }
    },
    eth_maxPriorityFeePerGas: () => hex(GWEI),
    eth_estimateGas: () => hex(60_000),
    eth_getLogs: ([filter]) => {
      const { fromBlock, toBlock, topics } = filter as { fromBlock: Hex; toBlock: Hex; topics: readonly Hex[] }
      return events
        .filter(({ hash, block }) => topics[1] === hash && block >= Number(fromBlock) && block <= Number(toBlock))
        .map(logOf)
    },
    eth_getTransactionReceipt: () => ({
      transactionHash: TRANSACTION,
      blockHash: TRANSACTION,
      blockNumber: '0x1',
      gasUsed: '0x1',
      logs: events.map(logOf),
    }),
    ...node,
  }
  const bundler: Record<string, Answer> = {
    pimlico_getUserOperationGasPrice: () => {
      const price = { maxFeePerGas: hex(3n * GWEI), maxPriorityFeePerGas: hex(GWEI) }
      return { slow: price, standard: price, fast: price }
    },
    pm_getPaymasterStubData: () => ({
      paymaster: PAYMASTER,
      paymasterData: '0x01',
      paymasterVerificationGasLimit: hex(100_000),
      paymasterPostOpGasLimit: '0x0',
    }),
    pm_getPaymasterData: () => ({ paymaster: PAYMASTER, paymasterData: '0x02' }),
    eth_estimateUserOperationGas: () => ({
      callGasLimit: hex(50_000),
      verificationGasLimit: hex(400_000),
      preVerificationGas: hex(60_000),
    }),
    eth_sendUserOperation: () => `0x${'99'.repeat(32)}`,
    eth_getUserOperationReceipt: () => null,
    ...says,
  }
  const answer = (from: Record<string, Answer>) => async (_: string, method: string, params: unknown) => {
    asked.push({ method, params: params as readonly unknown[] })
    const say = from[method]
    if (!say) throw new Error(`nobody answers ${method}`)
    return say(params as readonly unknown[])
  }
  const accounts = createSmartAccounts({
    gatewayUrl: 'https://gate.example',
    readSupported: async () => ({ smart: [{ id: NETWORK, isSponsored: true }], delegation: [], permissions: [] }),
    book: createCallBook({
      store,
      projectId: 'shop',
      host: 'https://shop.example',
      now: Date.now,
    }),
    ask: answer(chain),
    askBundler: answer(bundler),
    clock: {
      after: (ms, run) => {
        now += Math.ceil(ms / 1000)
        queueMicrotask(run)
        return () => undefined
      },
    },
  })
  return {
    accounts,
    /** Prepares a batch that the visitor approves. */
    send: async (wanted: object = {}) => {
      const ready = await accounts.prepareCalls({ calls: [{ to: SHOP, data: '0x1234' }], ...wanted }, account, NETWORK)
      const { id } = (await ready.sign(keyring)) as { readonly id: Hex }
      return { id, hash: id.slice(0, 66) as Hex, ready }
    },
    sent: () =>
      asked
        .filter(({ method }) => method === 'eth_sendUserOperation')
        .map(({ params }) => params[0] as Readonly<Record<string, Hex>>),
    wait: (seconds: number) => {
      now += seconds
    },
    /** Carries an operation out now. */
    include: (hash: Hex, isGood = true) => events.push({ hash, block: now - START, isGood }),
    now: () => now,
  }
}
const statusOf = async ({ accounts }: ReturnType<typeof open>, id: string) =>
  ((await accounts.readStatus(id)) as { readonly status: number }).status

const told = (hash: Hex, more: object = {}) => ({
  userOpHash: hash,
  entryPoint: ENTRY_POINT,
  sender: smartAccount,
  nonce: '0x0',
  actualGasCost: '0x1',
  actualGasUsed: '0x1',
  success: true,
  logs: [],
  receipt: { transactionHash: TRANSACTION, blockHash: TRANSACTION, blockNumber: '0x1' },
  ...more,
})

describe('what a bundler says', () => {
  it('SEC-54: another hash than that of what was signed is not believed: the page gets the one that we computed', async () => {
    const stack = open()
    const { hash } = await stack.send()
    expect(hash).not.toBe(`0x${'99'.repeat(32)}`)
    expect(stack.sent()).toHaveLength(1)
  })

  it('no answer to an operation may mean that it has left: it is followed, and not sent again', async () => {
    const stack = open({
      eth_sendUserOperation: () => {
        throw away()
      },
    })
    const { id, hash } = await stack.send()
    expect(await statusOf(stack, id)).toBe(100)
    stack.include(hash)
    stack.wait(601)
    expect(await statusOf(stack, id)).toBe(200)
    expect(stack.sent()).toHaveLength(1)
  })

  it.each<[string, object]>([
    ['of a transaction without it', {}],
    ['of another sender', { sender: OTHER }],
    [
      'of another chain, where its transaction is',
      { receipt: { transactionHash: `0x${'55'.repeat(32)}`, blockHash: TRANSACTION, blockNumber: '0x1' } },
    ],
  ])('SEC-54: a receipt %s makes nothing done', async (_, more) => {
    const stack = open(
      { eth_getUserOperationReceipt: ([hash]) => told(hash as Hex, more) },
      {
        eth_getTransactionReceipt: ([hash]) =>
          hash === TRANSACTION
            ? { transactionHash: TRANSACTION, blockHash: TRANSACTION, blockNumber: '0x1', gasUsed: '0x1', logs: [] }
            : null,
      },
    )
    const { id } = await stack.send()
    expect(await statusOf(stack, id)).toBe(100)
  })

  it('SEC-54: success is what the chain says, not what the bundler says', async () => {
    const stack = open({ eth_getUserOperationReceipt: ([hash]) => told(hash as Hex) })
    const { id, hash } = await stack.send()
    stack.include(hash, false)
    expect(await statusOf(stack, id)).toBe(500)
  })

  it('one that carries nothing out leaves it open until its time is over, and only then it never will be', async () => {
    const stack = open()
    const { id } = await stack.send()
    stack.wait(590)
    expect(await statusOf(stack, id)).toBe(100)
    stack.wait(20)
    expect(await statusOf(stack, id)).toBe(400)
  })

  it('SEC-54: one that keeps back what it carried out is found out by the chain, so that nobody pays twice', async () => {
    const stack = open()
    const { id, hash } = await stack.send()
    stack.wait(30)
    stack.include(hash)
    stack.wait(5_000)
    expect(await statusOf(stack, id)).toBe(200)
  })

  it('what another tab sent, or this one before a reload, is waited for and known by its name', async () => {
    const store = createPassingStore()
    const { id } = await open({}, {}, store).send({ id: '0xab' })
    expect(id).toBe('0xab')
    const tab = open({}, {}, store)
    expect(await statusOf(tab, id)).toBe(100)
    await expect(tab.send({ id: '0xab' })).rejects.toMatchObject({ told: { code: 5720 } })
    await expect(tab.send()).rejects.toMatchObject({ told: { reason: 'OPERATION_PENDING' } })
    expect(tab.sent()).toEqual([])
    // Its time is over, and the chain has none of it.
    tab.wait(700)
    await tab.send()
    expect(tab.sent()).toHaveLength(1)
  })

  it.each<[string, Answer]>([
    [
      'is not there',
      () => {
        throw away()
      },
    ],
    ['answers with HTML', () => '<html>'],
    ['answers with a list', () => []],
  ])('one that %s leaves the chain to be asked', async (_, answer) => {
    const stack = open({ eth_getUserOperationReceipt: answer })
    const { id, hash } = await stack.send()
    await expect(statusOf(stack, id)).resolves.toBe(100)
    stack.include(hash)
    stack.wait(601)
    expect(await statusOf(stack, id)).toBe(200)
  })

  it('SEC-55: fees far above those of the network are cut to five times what it asks', async () => {
    const price = { maxFeePerGas: hex(10n ** 15n), maxPriorityFeePerGas: hex(10n ** 15n) }
    const stack = open({ pimlico_getUserOperationGasPrice: () => ({ slow: price, standard: price, fast: price }) })
    await stack.send()
    // Twice the base fee and a tip, of one gwei each.
    expect(BigInt(stack.sent()[0]?.maxFeePerGas ?? 0)).toBe(15n * GWEI)
    expect(BigInt(stack.sent()[0]?.maxPriorityFeePerGas ?? 0)).toBe(5n * GWEI)
  })

  it.each(['callGasLimit', 'verificationGasLimit', 'preVerificationGas'])(
    'SEC-55: more %s than any honest operation takes is refused',
    async (name) => {
      const gas = { callGasLimit: hex(50_000), verificationGasLimit: hex(400_000), preVerificationGas: hex(60_000) }
      const stack = open({ eth_estimateUserOperationGas: () => ({ ...gas, [name]: hex(10n ** 9n) }) })
      await expect(stack.send()).rejects.toBeInstanceOf(CallError)
      expect(stack.sent()).toEqual([])
    },
  )

  it('SEC-55: gas that the bundler keeps whole is at most five times what the network asks for the same bytes', async () => {
    const stack = open({
      eth_estimateUserOperationGas: () => ({
        callGasLimit: hex(50_000),
        verificationGasLimit: hex(400_000),
        preVerificationGas: hex(300_001),
      }),
    })
    await expect(stack.send()).rejects.toMatchObject({ told: { reason: 'FEES_UNUSUAL' } })
    expect(stack.sent()).toEqual([])
  })

  it('SEC-54: an account whose code is another one signs nothing', async () => {
    const stack = open({}, { eth_getCode: () => '0x6000' })
    expect(keccak256('0x6000')).not.toBe('0x')
    await expect(stack.send()).rejects.toMatchObject({ told: { reason: 'ACCOUNT_CODE_FOREIGN' } })
  })
})

describe('who pays', () => {
  it('SEC-124: another paymaster than the one that gas was estimated with is not signed for', async () => {
    const stack = open({ pm_getPaymasterData: () => ({ paymaster: OTHER, paymasterData: '0x02' }) })
    await expect(stack.send()).rejects.toMatchObject({ told: { reason: 'SPONSOR_REFUSED' } })
    expect(stack.sent()).toEqual([])
  })

  it('SEC-124: one that draws back at the last moment leaves nothing sent, and nothing charged to the account', async () => {
    const refused = () => {
      throw new CallError({ message: 'no', code: -32600, reason: 'SPONSOR_BUDGET_SPENT' })
    }
    const stack = open({ pm_getPaymasterData: refused })
    await expect(stack.send()).rejects.toMatchObject({ told: { reason: 'SPONSOR_BUDGET_SPENT' } })
    expect(stack.sent()).toEqual([])
  })

  it('one that pays for nothing leaves the account to pay, where the page lets it', async () => {
    const refused = () => {
      throw new CallError({ message: 'no', code: -32600, reason: 'SPONSOR_REFUSED' })
    }
    const stack = open({ pm_getPaymasterStubData: refused })
    await stack.send()
    expect(stack.sent()[0]).not.toHaveProperty('paymaster')
  })

  it.each<[string, unknown]>([
    ['no address', { paymaster: '0x12', paymasterData: '0x' }],
    ['data that is none', { paymaster: PAYMASTER, paymasterData: 'trust me' }],
    ['HTML', '<html>'],
  ])('SEC-124: a word of a sponsor with %s is not signed for', async (_, said) => {
    const stack = open({ pm_getPaymasterData: () => said })
    await expect(stack.send()).rejects.toBeInstanceOf(CallError)
    expect(stack.sent()).toEqual([])
  })

  it.each(['https://evil.example/pay', 'http://gate.example/v1/bundler', 'gate.example'])(
    'SEC-124: a page names no paymaster of its own (%s)',
    async (url) => {
      const stack = open()
      await expect(stack.send({ capabilities: { paymasterService: { url } } })).rejects.toMatchObject({
        told: { code: 5700 },
      })
    },
  )

  it('SEC-54: a call by which the account would take another owner, or foreign code, is refused; coin for itself is not', async () => {
    const stack = open()
    // `enableModule(address)` of a Safe.
    const takeOver = { to: account.smartAccount, data: `0x610b5925${'00'.repeat(32)}` }
    await expect(stack.send({ calls: [{ to: SHOP }, takeOver] })).rejects.toMatchObject({ told: { code: -32602 } })
    await expect(stack.accounts.prepareTransaction(takeOver, account, NETWORK)).rejects.toMatchObject({
      told: { code: -32602 },
    })
    await expect(stack.send({ calls: [{ ...takeOver, to: DELEGATION_MANAGER }] })).rejects.toMatchObject({
      told: { code: -32602 },
    })
    expect(stack.sent()).toEqual([])
    await stack.send({ calls: [{ to: account.smartAccount, value: '0x0' }] })
  })
})
