/** `tests/bundler` carries all of this out on a chain; here is what is read, refused and signed. */

import { readDelegatorCalls } from '@latchkey/wire/smartAccount'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { encodeAbiParameters, type Hex, hashTypedData as hashByViem, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { recoverAuthorizationAddress } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { hashTypedData } from '../hashTypedData.ts'
import { fromHex, toHex } from '../hex.ts'
import { DELEGATION_MANAGER, DELEGATOR, ENFORCERS } from './contracts.ts'
import { PERMISSION_LIFE, readPermission } from './permission.ts'
import { signAuthorization, signSetCodeTransaction, toBundlerAuthorization } from './signAuthorization.ts'
import { createDelegation, signDelegation, toDelegationTypedData } from './signDelegation.ts'
import { writeDelegatorCalls } from './signDelegatorOperation.ts'

const KEY: Hex = `0x${'4c'.repeat(32)}`
const owner = privateKeyToAccount(KEY)
const session = privateKeyToAccount(`0x${'5d'.repeat(32)}`)
const sign = (hash: Uint8Array) => {
  const recovered = secp256k1.sign(hash, fromHex(KEY), { prehash: false, format: 'recovered' })
  return {
    signature: Uint8Array.from(recovered.subarray(1)),
    yParity: recovered[0] === 1 ? (1 as const) : (0 as const),
  }
}

describe('authorizations (EIP-7702)', () => {
  it('SEC-54: are for the one listed code, or for none, on one chain', async () => {
    const given = signAuthorization({ chainId: 31_337n, nonce: 4n, isEnabled: true }, sign)
    expect([given.address, given.chainId, given.nonce]).toEqual([DELEGATOR, 31_337n, 4n])
    const read = { ...given, chainId: 31_337, nonce: 4 }
    expect(await recoverAuthorizationAddress({ authorization: read })).toBe(owner.address)
    const theirs = await owner.signAuthorization({ address: DELEGATOR, chainId: 31_337, nonce: 4 })
    expect([given.r, given.s, given.yParity]).toEqual([theirs.r, theirs.s, theirs.yParity])
    const taken = signAuthorization({ chainId: 31_337n, nonce: 4n, isEnabled: false }, sign)
    expect(taken.address).toBe(`0x${'00'.repeat(20)}`)
    expect(() => signAuthorization({ chainId: 0n, nonce: 0n, isEnabled: true }, sign)).toThrow(RangeError)
  })

  it('stand in a transaction that another library reads as the same one', () => {
    const authorization = signAuthorization({ chainId: 31_337n, nonce: 8n, isEnabled: false }, sign)
    const { raw } = signSetCodeTransaction(
      {
        from: owner.address,
        to: owner.address,
        value: 0n,
        data: '0x',
        nonce: 7n,
        gas: 60_000n,
        maxFeePerGas: 30n,
        maxPriorityFeePerGas: 1n,
      },
      authorization,
      sign,
    )
    expect(parseTransaction(raw)).toMatchObject({
      type: 'eip7702',
      chainId: 31_337,
      nonce: 7,
      to: owner.address.toLowerCase(),
      authorizationList: [
        { chainId: 31_337, nonce: 8, address: authorization.address, yParity: authorization.yParity },
      ],
    })
    expect(toBundlerAuthorization(authorization)).toMatchObject({ chainId: '0x7a69', nonce: '0x8', r: authorization.r })
  })
})

it('calls of such an account are read back as they were written', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(toHex)
  const call = fc.record({
    to: bytes(20),
    value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    data: fc.uint8Array({ maxLength: 100 }).map(toHex),
  })
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 20 }), (calls) => {
      expect(readDelegatorCalls(writeDelegatorCalls(calls))).toEqual(calls)
    }),
  )
  expect(() => writeDelegatorCalls([])).toThrow(RangeError)
  const mode = (hex: Hex) =>
    `0xe9ae5c53${encodeAbiParameters([{ type: 'bytes32' }, { type: 'bytes' }], [hex, `0x${'00'.repeat(60)}`]).slice(2)}` as const
  // A mode that goes on after a failure, and one that runs foreign code in the account's place.
  for (const other of [`0x0001${'00'.repeat(30)}`, `0xff${'00'.repeat(31)}`] as const)
    expect(readDelegatorCalls(mode(other))).toBeUndefined()
})

const TOKEN: Hex = `0x${'b2'.repeat(20)}`
const NOW = 1_800_000_000
const place = { account: owner.address, network: 'eip155:31337', now: NOW }
const product = {
  chainId: '0x7a69',
  address: owner.address,
  expiry: NOW + 3600,
  signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: session.publicKey }] } },
  permissions: [
    { type: 'erc20-recurring-allowance', data: { token: TOKEN, allowance: '0xa', start: NOW, period: 86_400 } },
  ],
  policies: [],
}
const viem = {
  expiry: NOW + 3600,
  signer: { type: 'account', data: { id: session.address } },
  permissions: [
    {
      type: 'erc20-token-transfer',
      data: { address: TOKEN, ticker: 'PINE' },
      policies: [
        { type: 'token-allowance', data: { allowance: '0xa' } },
        { type: 'rate-limit', data: { count: 3, interval: 60 } },
      ],
      required: true,
    },
  ],
}
const draft = {
  chainId: '0x7a69',
  from: owner.address,
  to: session.address,
  permission: {
    type: 'erc20-token-allowance',
    isAdjustmentAllowed: false,
    data: { tokenAddress: TOKEN, allowanceAmount: '0xa', justification: 'Trees' },
  },
  rules: [{ type: 'expiry', data: { timestamp: NOW + 3600 } }],
}
const periodic = {
  ...draft,
  permission: {
    type: 'erc20-token-periodic',
    isAdjustmentAllowed: true,
    data: { tokenAddress: TOKEN, periodAmount: '0xa', periodDuration: 86_400 },
  },
}
const inner = { target: TOKEN, methods: ['0xa9059cbb'], validUntil: NOW + 3600 }

describe('requests of a permission (ERC-7715)', () => {
  it('have one meaning in the form of the product, of viem and of the draft', () => {
    const delegate = expect.stringMatching(new RegExp(`^${session.address}$`, 'iu'))
    const period = { seconds: 86_400, startsAt: NOW }
    expect(readPermission(product, place).permission).toEqual({
      ...inner,
      delegate,
      cap: { amount: 10n, period },
      calls: 100,
    })
    expect(readPermission(viem, place).permission).toEqual({ ...inner, delegate, cap: { amount: 10n }, calls: 3 })
    expect(readPermission(draft, place).permission).toEqual({ ...inner, delegate, cap: { amount: 10n }, calls: 100 })
    expect(readPermission(periodic, place).permission).toEqual({
      ...inner,
      delegate,
      cap: { amount: 10n, period },
      calls: 100,
    })
    const short = secp256k1.getPublicKey(fromHex(`0x${'5d'.repeat(32)}`), true)
    const compressed = { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: toHex(short) }] } }
    expect(readPermission({ ...product, signer: compressed }, place).permission).toMatchObject({ delegate })
  })

  const change = (request: object, path: readonly (string | number)[], value: unknown) => {
    const copy = structuredClone(request) as Record<string | number, unknown>
    let at = copy
    for (const name of path.slice(0, -1)) at = at[name] as Record<string | number, unknown>
    const [last = ''] = path.slice(-1)
    if (value === undefined) delete at[last]
    else at[last] = value
    return copy
  }
  const inData = ['permissions', 0, 'data'] as const

  it.each<[string, object, readonly (string | number)[], unknown]>([
    ['no cap', product, [...inData, 'allowance'], undefined],
    ['a cap of nothing', product, [...inData, 'allowance'], '0x0'],
    ['no cap among its policies', viem, ['permissions', 0, 'policies'], []],
    ['two caps', viem, ['permissions', 0, 'policies', 1], { type: 'token-allowance', data: { allowance: '0xff' } }],
    ['no cap of the draft', draft, ['permission', 'data', 'allowanceAmount'], undefined],
    ['no target', product, [...inData, 'token'], undefined],
    ['no target of the draft', draft, ['permission', 'data', 'tokenAddress'], undefined],
    [
      'coin, which goes to anybody',
      draft,
      ['permission'],
      { type: 'native-token-allowance', isAdjustmentAllowed: false, data: { allowanceAmount: '0x1' } },
    ],
    ['coin of viem', viem, ['permissions', 0, 'type'], 'native-token-transfer'],
    [
      'calls of any contract',
      product,
      ['permissions', 0],
      { type: 'contract-call', data: { address: TOKEN, abi: [], functions: [] } },
    ],
    ['a policy that no contract holds to', product, ['policies'], [{ type: 'gas-limit', data: {} }]],
    [
      'a limit that no contract holds to',
      viem,
      ['permissions', 0, 'policies', 1],
      { type: 'gas-limit', data: { limit: '0x1' } },
    ],
    ['two permissions at once', product, ['permissions', 1], product.permissions[0]],
    ['two keys', product, ['signer', 'data', 'keys', 1], product.signer.data.keys[0]],
    ['a key of another curve', product, ['signer', 'data', 'keys', 0, 'type'], 'secp256r1'],
    ['a key that is none', product, ['signer', 'data', 'keys', 0, 'publicKey'], '0x1234'],
    ['another network', product, ['chainId'], '0x1'],
    ['another account', draft, ['from'], TOKEN],
    ['itself', draft, ['to'], owner.address],
    ['an end in the past', product, ['expiry'], NOW],
    ['more than 30 days', viem, ['expiry'], NOW + PERMISSION_LIFE + 1],
    ['a beginning after its end', product, [...inData, 'start'], NOW + 7200],
    ['two ends', draft, ['rules', 1], { type: 'expiry', data: { timestamp: NOW + 10 } }],
    ['a rule that is not known', draft, ['rules', 0, 'type'], 'payee'],
    ['a field that is not known', product, ['operation'], 'DelegateCall'],
  ])('SEC-53: a permission with %s is refused', (_, request, path, value) => {
    expect(() => readPermission(change(request, path, value), place)).toThrow(
      expect.objectContaining({ told: expect.objectContaining({ reason: 'PERMISSION_REFUSED' }) }),
    )
  })

  it('last 30 days where the draft says no end', () => {
    const { rules: _, ...endless } = draft
    expect(readPermission(endless, place).permission.validUntil).toBe(NOW + PERMISSION_LIFE)
  })
})

describe('what is signed of a permission (ERC-7710)', () => {
  const random = (length: number) => new Uint8Array(length).fill(7)

  it('SEC-53: names each limit as a contract that holds to it, and has the hash that another library computes', () => {
    const delegation = createDelegation(readPermission(viem, place).permission, owner.address, random)
    expect(delegation.caveats).toEqual([
      { enforcer: ENFORCERS.targets, terms: TOKEN },
      { enforcer: ENFORCERS.methods, terms: '0xa9059cbb' },
      { enforcer: ENFORCERS.amount, terms: `${TOKEN}${'a'.padStart(64, '0')}` },
      { enforcer: ENFORCERS.calls, terms: `0x${'3'.padStart(64, '0')}` },
      { enforcer: ENFORCERS.time, terms: `0x${'0'.repeat(32)}${(NOW + 3600).toString(16).padStart(32, '0')}` },
    ])
    const data = toDelegationTypedData(delegation, 31_337n)
    expect(data.domain).toMatchObject({ verifyingContract: DELEGATION_MANAGER, chainId: '31337' })
    expect(toHex(hashTypedData(data))).toBe(hashByViem(data as unknown as Parameters<typeof hashByViem>[0]))
    const { signature, context } = signDelegation(delegation, 31_337n, sign)
    expect(context).toContain(signature.slice(2))
    expect(signDelegation(delegation, 1n, sign).signature).not.toBe(signature)
  })

  it('a cap that comes again is held by period', () => {
    const { caveats } = createDelegation(readPermission(periodic, place).permission, owner.address, random)
    const word = (value: number) => value.toString(16).padStart(64, '0')
    expect(caveats[2]).toEqual({ enforcer: ENFORCERS.period, terms: `${TOKEN}${word(10)}${word(86_400)}${word(NOW)}` })
  })
})
