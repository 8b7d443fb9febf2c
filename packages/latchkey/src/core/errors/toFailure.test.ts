import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FailureContext, FailureStep } from './failure.ts'
import { FailureError } from './failure.ts'
import { FAILURE_CODES } from './failureCodes.ts'
import { LatchkeyError } from './LatchkeyError.ts'
import { type FailureFamily, toFailure } from './toFailure.ts'

function nameOf(error: unknown, step: FailureStep = 'connect', family: FailureFamily = 'eip155', isAdding = false) {
  return toFailure(error, { step }, { family, isAdding }).code
}

/** Each way of docs/failures.md, rule 6, in which one error wraps another. */
const wraps: readonly ((inner: object) => unknown)[] = [
  (inner) => inner,
  (inner) => ({ code: -32603, data: inner }),
  (inner) => ({ code: -32603, data: { originalError: inner } }),
  (inner) => new Error('wrapped', { cause: inner }),
  (inner) => ({ error: inner }),
  (inner) => ({ code: 'UNKNOWN_ERROR', info: { error: inner } }),
  (inner) => ({ message: `Internal JSON-RPC error: ${JSON.stringify(inner)} end` }),
]

describe('toFailure', () => {
  it.each([
    [{ code: 4001 }, 'connect', 'USER_REJECTED'],
    [{ code: '4001' }, 'connect', 'USER_REJECTED'],
    [{ code: 'ACTION_REJECTED' }, 'sign', 'USER_REJECTED'],
    [{ code: 5000 }, 'switch', 'USER_REJECTED'],
    [{ code: 5003 }, 'connect', 'USER_REJECTED'],
    [{ code: 5750 }, 'send', 'USER_REJECTED'],
    [{ code: 4100 }, 'sign', 'ACCOUNT_NOT_SHARED'],
    [{ code: 4200 }, 'sign', 'METHOD_NOT_GRANTED'],
    [{ code: -32601 }, 'send', 'METHOD_NOT_GRANTED'],
    [{ code: 4200 }, 'switch', 'SWITCH_NOT_APPLIED'],
    [{ code: -32601 }, 'switch', 'SWITCH_NOT_APPLIED'],
    [{ code: -32602 }, 'switch', 'SWITCH_NOT_APPLIED'],
    [{ code: 4900 }, 'sign', 'WALLET_NOT_RESPONDING'],
    [{ code: 4901 }, 'sign', 'WALLET_NOT_RESPONDING'],
    [{ code: 1013 }, 'sign', 'EXTENSION_RELOADED'],
    [{ code: 4902 }, 'switch', 'CHAIN_NOT_IN_WALLET'],
    [{ code: -32603, message: 'Unrecognized chain ID "0x5"' }, 'switch', 'CHAIN_NOT_IN_WALLET'],
    [{ code: 5000, message: 'Unrecognized chain ID' }, 'switch', 'CHAIN_NOT_IN_WALLET'],
    [{ code: 32603, message: 'unrecognized chain' }, 'switch', 'CHAIN_NOT_IN_WALLET'],
    [{ code: 4200, message: 'Unrecognized chain' }, 'switch', 'CHAIN_NOT_IN_WALLET'],
    [{ code: 4001, message: 'Unrecognized chain' }, 'switch', 'USER_REJECTED'],
    [{ code: -32603 }, 'switch', 'UNKNOWN_FAILURE'],
    [{ code: -32603, message: 'User rejected the request.' }, 'connect', 'UNKNOWN_FAILURE'],
    [{ code: -32002 }, 'connect', 'PROMPT_PENDING'],
    [{ code: -32000, message: 'insufficient funds for gas * price + value' }, 'send', 'GAS_TOO_LOW'],
    [{ code: -32010, message: 'gas required exceeds allowance (0)' }, 'send', 'GAS_TOO_LOW'],
    [{ code: -32603, message: 'Insufficient funds' }, 'send', 'GAS_TOO_LOW'],
    [{ code: -32000, message: 'ERC20: transfer amount exceeds allowance' }, 'send', 'UNKNOWN_FAILURE'],
    [{ code: 'INSUFFICIENT_FUNDS' }, 'send', 'GAS_TOO_LOW'],
    [{ code: 'NETWORK_ERROR' }, 'send', 'CHAIN_MISMATCH'],
    [Object.assign(new Error('x'), { name: 'ChainMismatchError' }), 'send', 'CHAIN_MISMATCH'],
    [{ code: 'TRANSACTION_REPLACED' }, 'send', 'TX_REPLACED'],
    [{ code: -32005 }, 'read', 'DATA_UNAVAILABLE'],
    [{ code: 429 }, 'read', 'DATA_UNAVAILABLE'],
    [{ code: 503 }, 'read', 'DATA_UNAVAILABLE'],
    [{ code: 5700 }, 'send', 'METHOD_NOT_GRANTED'],
    [new Error('Extension context invalidated.'), 'sign', 'EXTENSION_RELOADED'],
    ['Could not establish connection. Receiving end does not exist.', 'connect', 'EXTENSION_RELOADED'],
    [{ code: -32603, message: 'Ledger device: Locked (0x5515)' }, 'sign', 'HARDWARE_NOT_READY'],
    [{ code: -32603, message: 'Ledger device: (0x650f)' }, 'send', 'HARDWARE_NOT_READY'],
    [{ code: -32603, message: 'Ledger device: (0x650f)' }, 'connect', 'UNKNOWN_FAILURE'],
    ['User closed the popup', 'connect', 'UNKNOWN_FAILURE'],
    [undefined, 'connect', 'UNKNOWN_FAILURE'],
    [null, 'connect', 'UNKNOWN_FAILURE'],
    [4001, 'connect', 'UNKNOWN_FAILURE'],
  ] as const)('names %o on %s as %s', (error, step, code) => {
    expect(nameOf(error, step)).toBe(code)
  })

  it.each([
    [{ code: -32602 }, 'ADD_CHAIN_INVALID'],
    [{ code: -32601 }, 'CHAIN_NOT_IN_WALLET'],
    [{ code: 4200 }, 'CHAIN_NOT_IN_WALLET'],
    [{ code: 4001 }, 'USER_REJECTED'],
    [{ code: -32002 }, 'PROMPT_PENDING'],
  ] as const)('while a network is being added, names %o as %s', (error, code) => {
    expect(nameOf(error, 'switch', 'eip155', true)).toBe(code)
  })

  it.each([
    ['satsConnect', { code: -32000 }, 'connect', 'USER_REJECTED'],
    ['satsConnect', { code: -32002 }, 'connect', 'ACCOUNT_NOT_SHARED'],
    ['satsConnect', { code: -32001 }, 'sign', 'BITCOIN_ADDRESS_KIND'],
    ['satsConnect', { message: 'ECDSA is not supported for P2TR' }, 'sign', 'BITCOIN_ADDRESS_KIND'],
    ['solanaRpc', { code: -32002, message: 'Blockhash not found' }, 'send', 'SOLANA_TX_EXPIRED'],
    ['solanaRpc', { code: -32002, message: 'no record of a prior credit' }, 'send', 'GAS_TOO_LOW'],
    ['solanaRpc', { code: -32002, message: 'custom program error' }, 'send', 'UNKNOWN_FAILURE'],
    ['walletStandard', new Error('Simulation failed: Blockhash not found'), 'send', 'SOLANA_TX_EXPIRED'],
    ['walletStandard', new Error('Signature 5x has expired: block height exceeded.'), 'send', 'REQUEST_UNANSWERED'],
    ['walletConnect', { code: 5102 }, 'pair', 'CHAINS_UNSUPPORTED'],
    ['walletConnect', { code: 3001 }, 'sign', 'METHOD_NOT_GRANTED'],
    ['walletConnect', { code: 10001 }, 'sign', 'METHOD_NOT_GRANTED'],
    ['walletConnect', { code: 6000 }, 'sign', 'SESSION_ENDED'],
    ['walletConnect', { code: 7001 }, 'sign', 'SESSION_ENDED'],
    ['walletConnect', { code: 8000 }, 'sign', 'REQUEST_UNANSWERED'],
    ['walletConnect', { code: 7000 }, 'signIn', 'SIGNATURE_UNVERIFIED'],
    ['walletConnect', new Error('No matching key. session topic'), 'sign', 'SESSION_ENDED'],
    ['walletConnect', new Error('Request expired. Please try again.'), 'sign', 'REQUEST_UNANSWERED'],
    ['walletConnect', new Error('Proposal expired'), 'pair', 'PAIRING_EXPIRED'],
    ['walletStandard', new Error('User rejected the request.'), 'connect', 'USER_REJECTED'],
    ['walletStandard', new Error('Transaction cancelled'), 'send', 'USER_REJECTED'],
    [
      'walletStandard',
      new Error('Signing off-chain messages with Ledger is not yet supported'),
      'connect',
      'UNKNOWN_FAILURE',
    ],
    ['polkadot', new Error('The source has been rejected'), 'connect', 'UNKNOWN_FAILURE'],
    ['polkadot', new Error('Cancelled'), 'sign', 'USER_REJECTED'],
    ['polkadot', new Error('Rejected by user'), 'signIn', 'USER_REJECTED'],
    [
      'polkadot',
      new Error('The source is not allowed to interact with this extension'),
      'connect',
      'POLKADOT_NOT_ALLOWED',
    ],
  ] as const)('in the family %s, names %o on %s as %s', (family, error, step, code) => {
    expect(nameOf(error, step, family)).toBe(code)
  })

  it('finds a code in every nesting of rule 6', () => {
    for (const wrap of wraps) expect(nameOf(wrap({ code: 4902 }), 'switch')).toBe('CHAIN_NOT_IN_WALLET')
  })

  it('finds a code through any mixture of nestings up to depth 5, and not below', () => {
    const single = fc.constantFrom<(inner: object) => object>(
      (inner) => ({ data: inner }),
      (inner) => ({ cause: inner }),
      (inner) => ({ error: inner }),
      (inner) => ({ originalError: inner, code: 'SOMETHING' }),
      (inner) => ({ message: `failed: ${JSON.stringify(inner)}` }),
    )
    fc.assert(
      fc.property(fc.array(single, { maxLength: 7 }), (nest) => {
        const error = nest.reduce<object>((inner, wrap) => wrap(inner), { code: 4001 })
        expect(nameOf(error)).toBe(nest.length <= 5 ? 'USER_REJECTED' : 'UNKNOWN_FAILURE')
      }),
    )
  })

  it('gives a name of the closed list for anything that can be thrown, and never throws', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }), (thrown) => {
        const failure = toFailure(thrown, { step: 'sign' }, { family: 'eip155' })
        expect(Object.keys(FAILURE_CODES)).toContain(failure.code)
        expect(failure).toBeInstanceOf(FailureError)
        expect(failure.step).toBe('sign')
      }),
    )
  })

  it('survives cycles and members that throw', () => {
    const circle: Record<string, unknown> = { message: 'round' }
    circle.cause = circle
    circle.data = { originalError: circle, error: { code: 4001 } }
    expect(nameOf(circle)).toBe('USER_REJECTED')
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no')
        },
      },
    )
    expect(nameOf(hostile)).toBe('UNKNOWN_FAILURE')
  })

  it('keeps an error that already has its name, and the original as cause otherwise', () => {
    const named = new FailureError('PROMPT_PENDING', 'x', { step: 'connect' })
    expect(toFailure(named, { step: 'sign' }, { family: 'eip155' })).toBe(named)
    const other = new LatchkeyError('OFFLINE', 'You are offline.')
    expect(nameOf(other)).toBe('OFFLINE')
    const thrown = { code: 4001 }
    expect(toFailure(thrown, { step: 'sign' }, { family: 'eip155' }).cause).toBe(thrown)
  })

  it('tells a package whose file did not come from one that the site lacks', () => {
    const lacking = (text: string): LatchkeyError =>
      new LatchkeyError('PACKAGE_MISSING', 'Install wagmi.', { cause: new TypeError(text) })
    expect(nameOf(lacking("Failed to resolve module specifier 'wagmi/actions'"))).toBe('PACKAGE_MISSING')
    const late = lacking('Failed to fetch dynamically imported module: https://shop.example/assets/actions-1.js')
    expect(nameOf(late)).toBe('UNKNOWN_FAILURE')
    const offline = { family: 'eip155', isOnline: false } as const
    expect(toFailure(late, { step: 'connect' }, offline).code).toBe('OFFLINE')
  })

  it('says in one sentence what happened and where, with the wallet’s name as it is', () => {
    const say = (error: unknown, context: FailureContext) =>
      toFailure(error, context, { family: 'eip155' }).shortMessage
    expect(say({ code: 4001 }, { step: 'connect', walletName: '$& Wallet' })).toBe('The visitor said no in $& Wallet.')
    expect(say({ code: -32002 }, { step: 'connect' })).toBe('The wallet is already asking the visitor.')
    expect(say('boom', { step: 'sign', walletName: 'Tide' })).toBe('UNKNOWN_FAILURE in the step sign, with Tide.')
  })

  it('carries what surrounds the failure as facts', () => {
    const context: FailureContext = { step: 'switch', namespace: 'eip155', connectorId: 'a.b', networkId: 'eip155:10' }
    expect(toFailure({ code: 4001 }, context, { family: 'eip155' }).facts).toEqual(context)
  })
})
