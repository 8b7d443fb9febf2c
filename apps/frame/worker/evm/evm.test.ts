import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import {
  hashTypedData as hashByViem,
  hashMessage,
  parseTransaction,
  recoverMessageAddress,
  recoverTransactionAddress,
  type TransactionSerializedEIP1559,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { fillTransaction } from './fillTransaction.ts'
import { hashTypedData, readTypedData } from './hashTypedData.ts'
import { toHex } from './hex.ts'
import { hashPersonalMessage, signDigest, signTransaction } from './signTransaction.ts'

const KEY = `0x${'4c'.repeat(32)}` as const
const account = privateKeyToAccount(KEY)
const sign = (hash: Uint8Array) => {
  const recovered = secp256k1.sign(hash, Uint8Array.from(Buffer.from(KEY.slice(2), 'hex')), {
    prehash: false,
    format: 'recovered',
  })
  return {
    signature: Uint8Array.from(recovered.subarray(1)),
    yParity: recovered[0] === 1 ? (1 as const) : (0 as const),
  }
}

it('signs transactions that another library reads as the same ones, from the same account', async () => {
  const wei = fc.bigInt({ min: 0n, max: 2n ** 128n })
  const bytes = fc.uint8Array({ maxLength: 300 }).map(toHex)
  const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(toHex)
  await fc.assert(
    fc.asyncProperty(
      wei,
      fc.integer({ min: 0, max: 2 ** 32 }),
      bytes,
      fc.option(address),
      async (value, nonce, data, to) => {
        const transaction = {
          from: account.address,
          to: to ?? undefined,
          value,
          data,
          nonce: BigInt(nonce),
          gas: 21_000n,
          maxFeePerGas: value / 2n,
          maxPriorityFeePerGas: 0n,
        }
        const { raw } = signTransaction(transaction, 31_337n, sign)
        const read = parseTransaction(raw as TransactionSerializedEIP1559)
        expect([read.value ?? 0n, read.nonce ?? 0, read.data ?? '0x', read.to?.toLowerCase(), read.chainId]).toEqual([
          value,
          nonce,
          data,
          to ?? undefined,
          31_337,
        ])
        expect(await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerializedEIP1559 })).toBe(
          account.address,
        )
      },
    ),
    { numRuns: 40 },
  )
})

it('signs texts as wallets do', async () => {
  const bytes = Uint8Array.from(Buffer.from('grüße 🌲'))
  expect(toHex(hashPersonalMessage(bytes))).toBe(hashMessage('grüße 🌲'))
  const signature = signDigest(hashPersonalMessage(bytes), sign)
  expect(await recoverMessageAddress({ message: 'grüße 🌲', signature })).toBe(account.address)
})

const MAIL = {
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  primaryType: 'Mail',
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[]' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person[2]' },
      { name: 'contents', type: 'string' },
      { name: 'amounts', type: 'int64[][]' },
      { name: 'tag', type: 'bytes4' },
      { name: 'body', type: 'bytes' },
      { name: 'isDraft', type: 'bool' },
    ],
  },
  message: {
    from: { name: 'Cow', wallets: ['0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826'] },
    to: [
      { name: 'Bob', wallets: [] },
      { name: 'Ann', wallets: ['0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB'] },
    ],
    contents: 'Hello, Bob!',
    amounts: [['-1', 2], []],
    tag: '0x01020304',
    body: '0x0102',
    isDraft: false,
  },
}

describe('typed data', () => {
  it('has the hash that another library computes', () => {
    const parse = (value: unknown) => hashByViem(value as Parameters<typeof hashByViem>[0])
    expect(toHex(hashTypedData(readTypedData(JSON.stringify(MAIL))))).toBe(parse(MAIL))
    const only = { ...MAIL, primaryType: 'EIP712Domain', message: {} }
    expect(toHex(hashTypedData(readTypedData(only)))).toBe(parse(only))
  })

  const change = (path: readonly string[], value: unknown) => {
    const copy = structuredClone(MAIL) as unknown as Record<string, unknown>
    let at = copy
    for (const name of path.slice(0, -1)) at = at[name] as Record<string, unknown>
    const [last = ''] = path.slice(-1)
    if (value === undefined) delete at[last]
    else at[last] = value
    return copy
  }

  it.each<[string, readonly string[], unknown]>([
    ['a type that is not there', ['types', 'Person'], undefined],
    ['a type that is none', ['types', 'Person'], [{ name: 'name', type: 'uint7' }]],
    ['a primary type that is not there', ['primaryType'], 'Letter'],
    ['a name that every object has', ['primaryType'], 'constructor'],
    ['a value that is missing', ['message', 'contents'], undefined],
    ['a struct that is null', ['message', 'from'], null],
    ['a text where bytes stand', ['message', 'body'], 'hello'],
    ['bytes of another length', ['message', 'tag'], '0x0102030405'],
    ['a list of another length', ['message', 'to'], []],
    ['a number that is too large', ['message', 'amounts'], [['9223372036854775808']]],
    ['a number that lost digits', ['message', 'amounts'], [[1e21]]],
    ['a truth that is a text', ['message', 'isDraft'], 'false'],
    ['a type that holds itself for ever', ['types', 'Person'], [{ name: 'name', type: 'Person' }]],
  ])('SEC-47: %s is refused', (_, path, value) => {
    expect(() => hashTypedData(readTypedData(change(path, value)))).toThrow(
      expect.objectContaining({ told: expect.objectContaining({ code: -32602 }) }),
    )
  })
})

describe('SEC-55: what a page may choose of a transaction', () => {
  const to = '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB'
  const node = async (method: string, [, block]: readonly unknown[]) => {
    if (method === 'eth_getBlockByNumber') return { baseFeePerGas: '0xa' }
    if (method === 'eth_maxPriorityFeePerGas') return '0x5'
    if (method === 'eth_estimateGas') return '0x5208'
    if (method === 'eth_getTransactionCount') return block === 'latest' ? '0x3' : '0x4'
    throw new Error(method)
  }
  const fill = (wanted: object) =>
    fillTransaction({ to, ...wanted }, { account: account.address, network: 'eip155:1', ask: node })

  it('is filled by the network where the page says nothing', async () => {
    expect(await fill({ value: '0x1' })).toEqual({
      isNonceGiven: false,
      transaction: {
        from: account.address,
        to,
        value: 1n,
        data: '0x',
        nonce: 4n,
        gas: 25_200n,
        maxFeePerGas: 25n,
        maxPriorityFeePerGas: 5n,
      },
    })
  })

  it('is at most five times what the network says', async () => {
    const { transaction } = await fill({ gas: '0xffffffff', maxFeePerGas: '0xffff', maxPriorityFeePerGas: '0xfffe' })
    expect([transaction.gas, transaction.maxFeePerGas, transaction.maxPriorityFeePerGas]).toEqual([126_000n, 125n, 25n])
  })

  it('keeps a tip below the whole fee, and a limit above what is needed', async () => {
    const { transaction } = await fill({ gasPrice: '0x2', gas: '0x1' })
    expect([transaction.gas, transaction.maxFeePerGas, transaction.maxPriorityFeePerGas]).toEqual([25_200n, 2n, 2n])
  })

  it.each([
    { from: to },
    { chainId: '0x2' },
    { nonce: '0x2' },
    { nonce: '0x5' },
    { data: '0x01', input: '0x02' },
    { to: null },
    { value: '1' },
    { authorizationList: [{}] },
    { blobs: ['0x'] },
    { type: '0x4' },
    { to: 'vitalik.eth' },
  ])('is refused as %j', async (wanted) => {
    await expect(fill(wanted)).rejects.toMatchObject({ told: { code: -32602 } })
  })

  it('may be the number of one that waits, which it replaces', async () => {
    expect((await fill({ nonce: '0x3' })).transaction.nonce).toBe(3n)
  })
})
