import { expect, it } from 'vitest'
import type { FailureStep } from './failure.ts'
import { type FailureFamily, toFailure } from './toFailure.ts'

type Where = { readonly family?: FailureFamily; readonly step?: FailureStep; readonly isAdding?: boolean }

/**
 * Which signal means which code (docs/failures.md), signal by signal. What no error carries (events, timers, what a page
 * hides and shows) is named where it is seen, and acted out in the journeys.
 */
const SIGNALS: readonly (readonly [signal: string, error: unknown, code: string, where?: Where | undefined])[] = [
  ['EIP-1193 4001', { code: 4001 }, 'USER_REJECTED'],
  ['EIP-1193 4100', { code: 4100 }, 'ACCOUNT_NOT_SHARED'],
  ['EIP-1193 4200', { code: 4200 }, 'METHOD_NOT_GRANTED'],
  ['-32601', { code: -32601 }, 'METHOD_NOT_GRANTED'],
  ['4200 on a switch', { code: 4200 }, 'SWITCH_NOT_APPLIED', { step: 'switch' }],
  ['-32601 on a switch', { code: -32601 }, 'SWITCH_NOT_APPLIED', { step: 'switch' }],
  ['4900, the probe failed', { code: 4900 }, 'WALLET_NOT_RESPONDING'],
  ['4901, the probe failed', { code: 4901 }, 'WALLET_NOT_RESPONDING'],
  ['disconnect 1013, the probe failed', { code: 1013 }, 'EXTENSION_RELOADED'],
  ['4902', { code: 4902 }, 'CHAIN_NOT_IN_WALLET', { step: 'switch' }],
  ['4902 inside', { code: -32603, data: { originalError: { code: 4902 } } }, 'CHAIN_NOT_IN_WALLET', { step: 'switch' }],
  ['-32002 (eip155)', { code: -32002 }, 'PROMPT_PENDING'],
  ['-32002 (sats-connect)', { code: -32002 }, 'ACCOUNT_NOT_SHARED', { family: 'satsConnect' }],
  [
    '-32002 (Solana RPC) about the blockhash',
    { code: -32002, message: 'Transaction simulation failed: Blockhash not found' },
    'SOLANA_TX_EXPIRED',
    { family: 'solanaRpc', step: 'send' },
  ],
  [
    '-32002 (Solana RPC) about a prior credit',
    { code: -32002, message: 'Attempt to debit an account but found no record of a prior credit.' },
    'GAS_TOO_LOW',
    { family: 'solanaRpc', step: 'send' },
  ],
  [
    '-32002 (Solana RPC) about lamports',
    { code: -32002, message: 'custom program error: insufficient lamports 5, need 6' },
    'GAS_TOO_LOW',
    { family: 'solanaRpc', step: 'send' },
  ],
  ['-32602 on add', { code: -32602 }, 'ADD_CHAIN_INVALID', { step: 'switch', isAdding: true }],
  ['-32602 on switch', { code: -32602 }, 'SWITCH_NOT_APPLIED', { step: 'switch' }],
  ['-32000 about funds', { code: -32000, message: 'insufficient funds for transfer' }, 'GAS_TOO_LOW', { step: 'send' }],
  ['-32010 about funds', { code: -32010, message: 'Insufficient funds.' }, 'GAS_TOO_LOW', { step: 'send' }],
  ['-32000 about an allowance', { code: -32000, message: 'exceeds allowance' }, 'UNKNOWN_FAILURE', { step: 'send' }],
  ['-32005', { code: -32005 }, 'DATA_UNAVAILABLE', { step: 'read' }],
  ['HTTP 429', { code: 429 }, 'DATA_UNAVAILABLE', { step: 'read' }],
  ['HTTP 503', { code: 503 }, 'DATA_UNAVAILABLE', { step: 'read' }],
  ['-32000 (sats-connect)', { code: -32000 }, 'USER_REJECTED', { family: 'satsConnect' }],
  ['-32001 (sats-connect)', { code: -32001 }, 'BITCOIN_ADDRESS_KIND', { family: 'satsConnect', step: 'sign' }],
  [
    '-32603 with a text of F-09',
    { code: -32603, message: 'Ledger device: (0x650f)' },
    'HARDWARE_NOT_READY',
    { step: 'sign' },
  ],
  [
    '-32603 with a text of F-25',
    { code: -32603, message: 'Unrecognized chain ID' },
    'CHAIN_NOT_IN_WALLET',
    { step: 'switch' },
  ],
  [
    '-32603 with a text of F-30',
    { code: -32603, message: 'gas required exceeds allowance (0)' },
    'GAS_TOO_LOW',
    { step: 'send' },
  ],
  ['-32603 with nothing inside', { code: -32603, message: 'Internal error' }, 'UNKNOWN_FAILURE', { step: 'send' }],
  ['5700', { code: 5700 }, 'METHOD_NOT_GRANTED', { step: 'send' }],
  ['5710', { code: 5710 }, 'METHOD_NOT_GRANTED', { step: 'send' }],
  ['5760', { code: 5760 }, 'METHOD_NOT_GRANTED', { step: 'send' }],
  ['5750', { code: 5750 }, 'USER_REJECTED', { step: 'send' }],
  ...[5000, 5001, 5002, 5003].map((code) => over(`WC answer ${code}`, { code }, 'USER_REJECTED')),
  ...[5100, 5101, 5102, 5103, 5104].map((code) => over(`WC answer ${code}`, { code }, 'CHAINS_UNSUPPORTED')),
  over('WC answer 3001', { code: 3001 }, 'METHOD_NOT_GRANTED'),
  over('WC answer 10001', { code: 10_001 }, 'METHOD_NOT_GRANTED'),
  over('WC 6000', { code: 6000 }, 'SESSION_ENDED'),
  over('WC 7001', { code: 7001 }, 'SESSION_ENDED'),
  over('an unknown topic', { message: 'No matching key. session: 8f2c' }, 'SESSION_ENDED'),
  over('WC 8000', { code: 8000 }, 'REQUEST_UNANSWERED'),
  over('"Request expired"', { message: 'Request expired. Please try again.' }, 'REQUEST_UNANSWERED'),
  over('"Proposal expired"', { message: 'Proposal expired' }, 'PAIRING_EXPIRED'),
  over('WC 7000', { code: 7000 }, 'SIGNATURE_UNVERIFIED'),
  ['ACTION_REJECTED', { code: 'ACTION_REJECTED' }, 'USER_REJECTED', { step: 'send' }],
  ['INSUFFICIENT_FUNDS', { code: 'INSUFFICIENT_FUNDS' }, 'GAS_TOO_LOW', { step: 'send' }],
  ['NETWORK_ERROR', { code: 'NETWORK_ERROR' }, 'CHAIN_MISMATCH', { step: 'send' }],
  ['TRANSACTION_REPLACED', { code: 'TRANSACTION_REPLACED' }, 'TX_REPLACED', { step: 'send' }],
]

/** A signal of a session, on connecting. */
function over(signal: string, error: unknown, code: string): readonly [string, unknown, string, Where] {
  return [signal, error, code, { family: 'walletConnect' }]
}

it.each(SIGNALS.map(([signal, error, code, where]) => ({ signal, error, code, where })))(
  '$signal is named as the list says',
  ({ error, code, where = {} }) => {
    const { family = 'eip155', step = 'connect', isAdding } = where
    expect(toFailure(error, { step }, { family, isAdding }).code).toBe(code)
  },
)

it('an error that has its name keeps it, whatever step and family it passes through', () => {
  for (const [, error, code, where] of SIGNALS) {
    const { family = 'eip155', step = 'connect', isAdding }: Where = where ?? {}
    const named = toFailure(error, { step }, { family, isAdding })
    expect(toFailure(named, { step: 'read' }, { family: 'polkadot' }).code).toBe(code)
  }
})
