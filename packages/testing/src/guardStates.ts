import { type CheckRequest, decodeRequest } from '../../latchkey/src/core/features/send/checkTransaction.ts'
import { guardOf, type Question } from '../../latchkey/src/core/features/send/guard/state.ts'
import type { TransactionCheck } from '../../latchkey/src/core/features/send/transactionCheck.ts'
import type { Instance } from '../../latchkey/src/core/types/latchkey.ts'
import { hold } from './fills.ts'
import { FRIEND, SENDABLE, TWIN } from './sendStates.ts'
import type { ViewState } from './viewState.ts'

const TOKEN = `0x${'1f'.repeat(20)}` as const
const SPENDER = `0x${'5d'.repeat(20)}` as const
const word = (value: bigint): string => value.toString(16).padStart(64, '0')
const toWord = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')
const UNLIMITED = (1n << 256n) - 1n

const TRANSFER: CheckRequest = { to: TOKEN, data: `0xa9059cbb${toWord(FRIEND)}${word(25_000_000n)}` }
const APPROVE: CheckRequest = { to: TOKEN, data: `0x095ea7b3${toWord(SPENDER)}${word(UNLIMITED)}` }

const LOSS: TransactionCheck['effects'] = {
  status: 'simulated',
  isComplete: true,
  changes: [{ kind: 'token', token: TOKEN, standard: 'erc20', decimals: 6, before: 612_400_000n, after: 587_400_000n }],
}
const STILL: TransactionCheck['effects'] = { status: 'simulated', isComplete: true, changes: [] }

/** A site that asks for `request`, about which `found` is known so far. */
export function askVisitor(
  request: CheckRequest,
  found: Pick<TransactionCheck, 'effects' | 'findings'> | undefined,
): (instance: Instance) => void {
  return (instance) => {
    hold(SENDABLE)(instance)
    const connection = instance.stores.connection.get().byNamespace.eip155?.connection
    if (!connection) throw new Error('Nobody is connected.')
    const said = decodeRequest(connection, request)
    const check = found && { operations: said.operations, typedData: said.typedData, ...found }
    const question: Question = { id: 1, step: 'send', connection, request, said, check, answer: undefined }
    guardOf(instance).set(() => ({ questions: [question], nextId: 2 }))
  }
}

const PERMIT = {
  primaryType: 'PermitSingle',
  domain: { name: 'Permit2', chainId: 1, verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' },
  message: {
    details: { token: TOKEN, amount: ((1n << 160n) - 1n).toString(), expiration: '1900000000', nonce: 0 },
    spender: SPENDER,
    sigDeadline: 1_900_000_000,
  },
}
const ORDER = (recipient: string) => ({
  primaryType: 'OrderComponents',
  domain: { name: 'Seaport', chainId: 1 },
  message: {
    offerer: recipient,
    offer: [{ itemType: 2, token: TOKEN, identifierOrCriteria: '7', startAmount: '1', endAmount: '1' }],
    consideration: [],
    endTime: 1_900_000_000,
  },
})

const STATES: readonly [name: string, CheckRequest, Pick<TransactionCheck, 'effects' | 'findings'> | undefined][] = [
  ['checking', TRANSFER, undefined],
  ['quiet', TRANSFER, { effects: LOSS, findings: [] }],
  [
    'unchecked',
    TRANSFER,
    { effects: { status: 'unchecked' }, findings: [{ code: 'EFFECTS_UNCHECKED', level: 'note', facts: {} }] },
  ],
  [
    'warned',
    { to: SPENDER, data: '0x12345678' },
    {
      effects: STILL,
      findings: [{ code: 'CALL_UNKNOWN', level: 'warning', facts: { address: SPENDER, selector: '0x12345678' } }],
    },
  ],
  [
    'unlimited',
    APPROVE,
    {
      effects: STILL,
      findings: [{ code: 'APPROVAL_UNLIMITED', level: 'danger', facts: { token: TOKEN, spender: SPENDER } }],
    },
  ],
  [
    'batch with a lookalike',
    {
      calls: [
        { to: TWIN, value: 500_000_000_000_000_000n },
        APPROVE,
        { to: TOKEN, data: `0xa22cb465${toWord(SPENDER)}${word(1n)}` },
      ],
    },
    {
      effects: {
        status: 'simulated',
        isComplete: true,
        changes: [{ kind: 'native', before: 1_842_600_000_000_000_000n, after: 1_342_600_000_000_000_000n }],
      },
      findings: [
        {
          code: 'RECIPIENT_LOOKALIKE',
          level: 'danger',
          facts: {
            address: TWIN,
            known: { address: FRIEND, relation: 'recent' },
            positions: [...FRIEND].flatMap((sign, at) => (sign.toLowerCase() === TWIN[at]?.toLowerCase() ? [] : [at])),
          },
        },
        { code: 'APPROVAL_UNLIMITED', level: 'danger', facts: { token: TOKEN, spender: SPENDER } },
        { code: 'APPROVAL_ALL', level: 'danger', facts: { token: TOKEN, operator: SPENDER } },
      ],
    },
  ],
  [
    'permit',
    { typedData: PERMIT },
    {
      effects: { status: 'unchecked' },
      findings: [
        {
          code: 'PERMIT',
          level: 'danger',
          facts: { standard: 'permit2Allowance', spender: SPENDER, tokens: [TOKEN], isUnlimited: true },
        },
      ],
    },
  ],
  [
    'order for nothing',
    { typedData: ORDER(FRIEND) },
    {
      effects: { status: 'unchecked' },
      findings: [
        {
          code: 'ORDER_FOR_NOTHING',
          level: 'danger',
          facts: { gives: [{ token: TOKEN, isNft: true, id: 7n, amount: 1n }] },
        },
      ],
    },
  ],
  [
    'blind',
    { hash: `0x${'11'.repeat(32)}` },
    { effects: { status: 'unchecked' }, findings: [{ code: 'SIGNS_BLINDLY', level: 'danger', facts: {} }] },
  ],
]

/** All that may be worth knowing of somebody who gets something, of an allowance, of a call, and of a transaction of Solana. */
const EVERY: readonly (readonly [name: string, request: CheckRequest, findings: TransactionCheck['findings']])[] = [
  [
    'everything of a recipient',
    TRANSFER,
    [
      { code: 'RECIPIENT_CHECKSUM', level: 'danger', facts: { address: FRIEND } },
      { code: 'RECIPIENT_BURN', level: 'danger', facts: { address: FRIEND } },
      { code: 'RECIPIENT_TOKEN', level: 'danger', facts: { address: FRIEND } },
      { code: 'RECIPIENT_PROGRAM', level: 'danger', facts: { address: FRIEND } },
      { code: 'RECIPIENT_CONTRACT', level: 'warning', facts: { address: FRIEND } },
      { code: 'RECIPIENT_SELF', level: 'warning', facts: { address: FRIEND } },
      { code: 'RECIPIENT_UNUSED', level: 'warning', facts: { address: FRIEND } },
      { code: 'RECIPIENT_NEW', level: 'note', facts: { address: FRIEND } },
    ],
  ],
  [
    'everything of an allowance',
    APPROVE,
    [
      {
        code: 'APPROVAL_ABOVE_BALANCE',
        level: 'danger',
        facts: { token: TOKEN, spender: SPENDER, amount: 2n, balance: 1n },
      },
      { code: 'APPROVAL_TO_ACCOUNT', level: 'danger', facts: { token: TOKEN, spender: SPENDER } },
      { code: 'PERMIT_FOREIGN', level: 'danger', facts: { what: 'owner' } },
      { code: 'PERMIT_UNREADABLE', level: 'danger', facts: { primaryType: 'Permit' } },
      { code: 'ACCOUNT_DELEGATED', level: 'danger', facts: { address: SPENDER, isEverywhere: false } },
      { code: 'ORDER', level: 'warning', facts: { gives: [], gets: [] } },
      { code: 'MOVES_FOREIGN', level: 'warning', facts: { token: TOKEN, from: FRIEND } },
    ],
  ],
  [
    'everything of a call',
    { to: SPENDER, data: '0x12345678' },
    [
      { code: 'CONTRACT_MISSING', level: 'danger', facts: { address: SPENDER } },
      { code: 'CALL_UNREADABLE', level: 'danger', facts: { address: SPENDER, selector: '0x12345678' } },
      { code: 'WOULD_FAIL', level: 'danger', facts: { reason: 'Paused until Monday', isOfFunds: false } },
      { code: 'LOSES_MORE', level: 'danger', facts: { token: TOKEN, said: 1n, lost: 2n } },
      { code: 'AUTHORITY_CHANGED', level: 'danger', facts: { account: FRIEND, to: SPENDER } },
      { code: 'DELEGATE_SET', level: 'danger', facts: { account: FRIEND, delegate: SPENDER } },
      { code: 'CLOSES_TO_OTHER', level: 'danger', facts: { account: FRIEND, to: SPENDER } },
      { code: 'PROGRAM_UNKNOWN', level: 'warning', facts: { program: undefined } },
      { code: 'CAN_WAIT', level: 'warning', facts: {} },
      { code: 'TOKEN_FEE', level: 'note', facts: { token: TOKEN, fee: 1n, arrives: 2n } },
    ],
  ],
]

/** The check before signing, in every state worth looking at. */
export const GUARD_STATES: readonly ViewState[] = [
  ...STATES,
  ...EVERY.map(([name, request, findings]) => [name, request, { effects: STILL, findings }] as const),
].map(([name, request, found]) => ({
  view: 'ReviewRequest',
  name,
  options: { features: { guard: true } },
  fill: askVisitor(request, found),
  target: { view: 'ReviewRequest' },
}))
