import fc from 'fast-check'
import {
  hashTypedData as hashByViem,
  parseTransaction,
  recoverTransactionAddress,
  toRlp,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { bytesToHex } from '../evm/hex.ts'
import { hashTypedData, type TypedData } from './hashTypedData.ts'
import { createLocalAccount } from './localAccount.ts'
import { encodeRlp } from './rlp.ts'

const privateKey = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => {
  bytes[0] = 1
  return bytesToHex(bytes)
})

/** The example of EIP-712. */
const MAIL: TypedData = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}

describe('createLocalAccount', () => {
  it('has the address that another library derives from the same key', () => {
    fc.assert(
      fc.property(privateKey, (key) => {
        expect(createLocalAccount(key).address).toBe(privateKeyToAccount(key).address)
      }),
      { numRuns: 10 },
    )
  })

  it('makes a new key when none is given', () => {
    expect(createLocalAccount().address).not.toBe(createLocalAccount().address)
  })

  it('signs messages that another library verifies', async () => {
    await fc.assert(
      fc.asyncProperty(privateKey, fc.uint8Array({ maxLength: 300 }), async (key, raw) => {
        const { address, signMessage } = createLocalAccount(key)
        expect(await verifyMessage({ address, message: { raw }, signature: signMessage(raw) })).toBe(true)
      }),
      { numRuns: 10 },
    )
  })

  it('signs transactions from which another library reads the sender and every field', async () => {
    const big = fc.bigInt({ min: 0n, max: 2n ** 96n })
    await fc.assert(
      fc.asyncProperty(
        privateKey,
        big,
        big,
        big,
        fc.uint8Array({ maxLength: 80 }),
        async (key, nonce, value, fee, bytes) => {
          const { address, signTransaction } = createLocalAccount(key)
          const transaction = {
            chainId: 31_337n,
            nonce: nonce % 2n ** 32n,
            maxPriorityFeePerGas: fee / 2n,
            maxFeePerGas: fee,
            gas: 21_000n,
            to: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB',
            value,
            data: bytesToHex(bytes),
          } as const
          const serialized = signTransaction(transaction) as `0x02${string}`
          expect(await recoverTransactionAddress({ serializedTransaction: serialized })).toBe(address)
          const read = parseTransaction(serialized)
          expect(BigInt(read.nonce ?? 0)).toBe(transaction.nonce)
          expect(read.value ?? 0n).toBe(value)
          expect(read.maxFeePerGas ?? 0n).toBe(fee)
          expect(read.to?.toLowerCase()).toBe(transaction.to.toLowerCase())
          expect(read.data ?? '0x').toBe(transaction.data)
        },
      ),
      { numRuns: 15 },
    )
  })

  it('signs typed data that another library verifies', async () => {
    const account = createLocalAccount()
    const signature = account.signTypedData(MAIL)
    expect(
      await verifyTypedData({ ...MAIL, address: account.address, signature } as Parameters<typeof verifyTypedData>[0]),
    ).toBe(true)
  })
})

describe('hashTypedData', () => {
  it('gives the hash of the example in EIP-712', () => {
    expect(bytesToHex(hashTypedData(MAIL))).toBe('0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2')
  })

  it('agrees with another library on lists, nested types, fixed bytes, negative numbers and a missing domain type', () => {
    const data: TypedData = {
      types: {
        Order: [
          { name: 'lines', type: 'Line[]' },
          { name: 'pair', type: 'uint8[2]' },
          { name: 'mark', type: 'bytes4' },
          { name: 'raw', type: 'bytes' },
          { name: 'delta', type: 'int64' },
          { name: 'paid', type: 'bool' },
        ],
        Line: [
          { name: 'item', type: 'string' },
          { name: 'amount', type: 'uint256' },
        ],
      },
      primaryType: 'Order',
      domain: { name: 'Shop', chainId: 5 },
      message: {
        lines: [
          { item: 'larch', amount: '12345678901234567890' },
          { item: 'pine', amount: 2 },
        ],
        pair: [1, 255],
        mark: '0x01020304',
        raw: '0xdeadbeef00',
        delta: -42,
        paid: true,
      },
    }
    const domainType = [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ]
    const wanted = hashByViem({ ...data, types: { ...data.types, EIP712Domain: domainType } } as Parameters<
      typeof hashByViem
    >[0])
    expect(bytesToHex(hashTypedData(data))).toBe(wanted)
  })

  it('refuses a type that the data does not describe', () => {
    expect(() => hashTypedData({ ...MAIL, primaryType: 'Parcel' })).toThrow('unknown type Parcel')
  })
})

describe('encodeRlp', () => {
  it('agrees with another library on any nesting', () => {
    const bytes = fc.uint8Array({ maxLength: 70 })
    const { item } = fc.letrec<{ item: Uint8Array | unknown[] }>((tie) => ({
      item: fc.oneof({ depthSize: 'small' }, bytes, fc.array(tie('item'), { maxLength: 5 })),
    }))
    fc.assert(
      fc.property(item, (value) => {
        expect(encodeRlp(value as Uint8Array)).toEqual(toRlp(value as Uint8Array, 'bytes'))
      }),
    )
  })
})
