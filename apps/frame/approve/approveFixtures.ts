/** Requests of every kind, for tests and pictures of approvals. */
import { writeCalls } from '../worker/evm/smartAccount/writeCalls.ts'
import type { ApprovalRequest, ApprovalSubject, DescribedCall } from './types.ts'

export const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const FRIEND = `0x${'b2'.repeat(20)}` as const
const TOKEN = `0x${'1f'.repeat(20)}` as const
const SPENDER = `0x${'5d'.repeat(20)}` as const

const word = (value: bigint): string => value.toString(16).padStart(64, '0')
const toWord = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')
const toHex = (text: string): `0x${string}` =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** A node that never answers. */
export const SILENT: ApprovalRequest['ask'] = () => new Promise(() => {})
/** A node that cannot tell anything. */
export const REFUSING: ApprovalRequest['ask'] = () => Promise.reject(new Error('No node serves.'))

/** A node that tries a transaction, and finds that the account loses so much of its coin. */
export const losing =
  (lost: bigint): ApprovalRequest['ask'] =>
  async (method, params) => {
    if (method !== 'eth_simulateV1') return method === 'eth_getCode' ? '0x' : '0x1'
    const [{ blockStateCalls }] = params as readonly [{ blockStateCalls: readonly { calls: readonly unknown[] }[] }]
    const calls = blockStateCalls[0]?.calls ?? []
    const have = 5n * 10n ** 18n
    const answer = (value: bigint) => ({ status: '0x1', returnData: `0x${word(value)}`, logs: [] })
    // The coin is asked first, before and after; what is between is the transaction.
    const half = calls.findIndex((call) => Object(call).from !== undefined)
    return [{ calls: calls.map((_, index) => answer(index < half ? have : have - lost)) }]
  }

const TOLD: DescribedCall = {
  intent: 'Plant trees',
  selector: '0x12345678',
  rows: [
    { label: 'Paid', kind: 'coin', amount: 10n ** 17n },
    { label: 'Seeds', kind: 'token', amount: 25_000_000n, token: `0x${'1f'.repeat(20)}` },
    { label: 'For', kind: 'address', address: `0x${'5d'.repeat(20)}` },
    { label: 'Until', kind: 'date', at: 1_900_000_000n },
    { label: 'Lasts', kind: 'duration', seconds: 7_200n },
    { label: 'Mass', kind: 'unit', amount: 1_500n, decimals: 3, unit: 'kg' },
    { label: 'Note', kind: 'text', text: 'for\u202e Ada' },
  ],
}

/** An operator who says what each call is for, in every kind of words. */
export const DESCRIBED: ApprovalRequest['describe'] = async (calls) => calls.map(() => TOLD)

export const request = (subject: ApprovalSubject, part: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  id: crypto.randomUUID(),
  host: 'https://shop.hollowpine.example',
  claimed: { name: 'Hollowpine', url: 'https://shop.hollowpine.example' },
  account: ACCOUNT,
  network: 'eip155:1',
  subject,
  ask: losing(10n ** 17n),
  describe: async (calls) => calls.map(() => undefined),
  ...part,
})

const transaction = (
  part: Partial<Extract<ApprovalSubject, { kind: 'transaction' }>['transaction']>,
): ApprovalSubject => ({
  kind: 'transaction',
  transaction: {
    from: ACCOUNT,
    to: FRIEND,
    value: 10n ** 17n,
    data: '0x',
    nonce: 3n,
    gas: 21_000n,
    maxFeePerGas: 20_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    ...part,
  },
})

const SIGN_IN = (domain: string): string =>
  [
    `${domain} wants you to sign in with your Ethereum account:`,
    ACCOUNT,
    '',
    'Plant a tree, own its shade.',
    '',
    `URI: https://${domain}/`,
    'Version: 1',
    'Chain ID: 1',
    'Nonce: abcdefgh12345678',
    'Issued At: 2026-11-24T00:00:00Z',
  ].join('\n')

/** Trees for a day, until a day in 2030. */
const permission = (
  part: Partial<Extract<ApprovalSubject, { kind: 'permission' }>>,
): Extract<ApprovalSubject, { kind: 'permission' }> => ({
  kind: 'permission',
  permission: {
    delegate: SPENDER,
    target: TOKEN,
    cap: { amount: 25_000_000n, period: { seconds: 86_400 } },
    calls: 100,
    validUntil: 1_900_000_000,
  },
  fee: 0n,
  isEnding: false,
  isEnabling: false,
  ...part,
})

/** Calls of an account that reads them itself, a Safe by default. */
const operation = (
  calls: Parameters<typeof writeCalls>[0],
  part: Partial<Extract<ApprovalSubject, { kind: 'operation' }>['operation']> = {},
): Extract<ApprovalSubject, { kind: 'operation' }> => ({
  kind: 'operation',
  operation: {
    form: 'safe',
    sender: ACCOUNT,
    callData: writeCalls(calls),
    fee: 3n * 10n ** 15n,
    isSponsored: false,
    deploys: false,
    isEnabling: false,
    ...part,
  },
})
const APPROVE = `0x095ea7b3${toWord(SPENDER)}${word(25_000_000n)}` as const

/** One of each. */
export const SUBJECTS = {
  payment: transaction({}),
  unlimited: transaction({ to: TOKEN, value: 0n, data: `0x095ea7b3${toWord(SPENDER)}${word((1n << 256n) - 1n)}` }),
  unknown: transaction({ to: TOKEN, value: 0n, data: '0x12345678' }),
  batch: operation([
    { to: TOKEN, value: 0n, data: APPROVE },
    { to: FRIEND, value: 10n ** 17n, data: '0x' },
  ]),
  firstUse: operation([{ to: FRIEND, value: 10n ** 17n, data: '0x' }], { isSponsored: true, deploys: true }),
  unknownBatch: operation([
    { to: FRIEND, value: 10n ** 17n, data: '0x' },
    { to: TOKEN, value: 0n, data: '0x12345678' },
  ]),
  firstBatch: operation(
    [
      { to: TOKEN, value: 0n, data: APPROVE },
      { to: FRIEND, value: 10n ** 17n, data: '0x' },
    ],
    { isEnabling: true },
  ),
  permission: permission({ fee: 3n * 10n ** 15n, isEnabling: true }),
  permissionEnd: permission({ fee: 10n ** 15n, isEnding: true }),
  message: { kind: 'message', bytes: toHex('I agree to the terms of Hollowpine.\n\nNumber 31.') },
  hidden: { kind: 'message', bytes: toHex('Pay 100 \u202eto\u200b me') },
  bytes: { kind: 'message', bytes: `0x${'fe'.repeat(40)}` },
  signIn: { kind: 'message', bytes: toHex(SIGN_IN('shop.hollowpine.example')) },
  foreignSignIn: { kind: 'message', bytes: toHex(SIGN_IN('bank.example')) },
  typedData: {
    kind: 'typedData',
    data: {
      types: {
        Person: [
          { name: 'name', type: 'string' },
          { name: 'wallets', type: 'address[]' },
        ],
        Mail: [
          { name: 'from', type: 'Person' },
          { name: 'contents', type: 'string' },
        ],
      },
      primaryType: 'Mail',
      domain: { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: TOKEN },
      message: { from: { name: 'Cow', wallets: [ACCOUNT] }, contents: 'Hello, Bob!' },
    },
  },
  permit: {
    kind: 'typedData',
    data: {
      types: {
        PermitDetails: [
          { name: 'token', type: 'address' },
          { name: 'amount', type: 'uint160' },
          { name: 'expiration', type: 'uint48' },
          { name: 'nonce', type: 'uint48' },
        ],
        PermitSingle: [
          { name: 'details', type: 'PermitDetails' },
          { name: 'spender', type: 'address' },
          { name: 'sigDeadline', type: 'uint256' },
        ],
      },
      primaryType: 'PermitSingle',
      domain: { name: 'Permit2', chainId: 1, verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' },
      message: {
        details: { token: TOKEN, amount: String((1n << 160n) - 1n), expiration: '1900000000', nonce: 0 },
        spender: SPENDER,
        sigDeadline: '1900000000',
      },
    },
  },
} as const satisfies Readonly<Record<string, ApprovalSubject>>
