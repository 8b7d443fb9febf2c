/** What Permit2 is asked. Source: Uniswap/permit2, `AllowanceTransfer` and `SignatureTransfer`. */
import { MAX_UINT256, type Operation } from '../operations.ts'
import type { Hex } from '../readAbi.ts'
import { does, type Meaning, type Readings, reading } from './reading.ts'

/** Where Permit2 stands on every chain that has it. Source: Uniswap/permit2, deterministic deployment. */
export const PERMIT2: Hex = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/** Permit2 counts in 160 bits; all of them set stand for no limit. */
export function widenPermit2(amount: bigint): bigint {
  return amount === (1n << 160n) - 1n ? MAX_UINT256 : amount
}

const DETAILS = { tuple: ['address', 'uint160', 'uint48', 'uint48'] } as const
const PERMITTED = { tuple: ['address', 'uint256'] } as const
const TRANSFER = { tuple: ['address', 'uint256'] } as const
const ONE = { tuple: [PERMITTED, 'uint256', 'uint256'] } as const
const MANY = { tuple: [{ list: PERMITTED }, 'uint256', 'uint256'] } as const

function allow(
  by: Hex,
  owner: Hex,
  spender: Hex,
  [token, amount, expiry]: readonly [Hex, bigint, bigint, ...unknown[]],
): Operation {
  return {
    kind: 'approve',
    by,
    token,
    owner,
    spender,
    amount: widenPermit2(amount),
    how: 'permit2',
    standard: 'erc20',
    expiresAt: Number(expiry) * 1000,
  }
}

const take = (by: Hex, token: Hex, from: Hex, to: Hex, amount: bigint): Operation => ({
  kind: 'moveToken',
  by,
  token,
  from,
  to,
  amount,
  standard: 'erc20',
})

/** A signature names tokens and limits, and whoever brings it says how much of each goes where. */
function takeSigned(
  by: Hex,
  owner: Hex,
  permitted: readonly (readonly [Hex, bigint])[],
  transfers: readonly (readonly [Hex, bigint])[],
): Meaning {
  if (permitted.length !== transfers.length) return undefined
  return does(...transfers.map(([to, amount], index) => take(by, permitted[index]?.[0] ?? owner, owner, to, amount)))
}

export const PERMIT2_READINGS: Readings = {
  // approve(address,address,uint160,uint48)
  '87517c45': reading(['address', 'address', 'uint160', 'uint48'], ([token, spender, amount, expiry], { by }) =>
    does(allow(by, by, spender, [token, amount, expiry])),
  ),
  // lockdown((address,address)[])
  cc53287f: reading([{ list: { tuple: ['address', 'address'] } }], ([list], { by }) =>
    does(...list.map(([token, spender]) => allow(by, by, spender, [token, 0n, 0n]))),
  ),
  // transferFrom(address,address,uint160,address), and of a list of those
  '36c78516': reading(['address', 'address', 'uint160', 'address'], ([from, to, amount, token], { by }) =>
    does(take(by, token, from, to, amount)),
  ),
  '0d58b1db': reading([{ list: { tuple: ['address', 'address', 'uint160', 'address'] } }], ([list], { by }) =>
    does(...list.map(([from, to, amount, token]) => take(by, token, from, to, amount))),
  ),
  // permit(address,((address,uint160,uint48,uint48),address,uint256),bytes), and of a list of tokens
  '2b67b570': reading(
    ['address', { tuple: [DETAILS, 'address', 'uint256'] }, 'bytes'],
    ([owner, [details, spender]], { by }) => does(allow(by, owner, spender, details)),
  ),
  '2a2d80d1': reading(
    ['address', { tuple: [{ list: DETAILS }, 'address', 'uint256'] }, 'bytes'],
    ([owner, [list, spender]], { by }) => does(...list.map((details) => allow(by, owner, spender, details))),
  ),
  // permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes), and of lists
  '30f28b7a': reading([ONE, TRANSFER, 'address', 'bytes'], ([[permitted], transfer, owner], { by }) =>
    takeSigned(by, owner, [permitted], [transfer]),
  ),
  edd9444b: reading([MANY, { list: TRANSFER }, 'address', 'bytes'], ([[permitted], transfers, owner], { by }) =>
    takeSigned(by, owner, permitted, transfers),
  ),
  // permitWitnessTransferFrom(…,address,bytes32,string,bytes), of one and of lists; a text is laid out as bytes are
  '137c29fe': reading(
    [ONE, TRANSFER, 'address', 'bytes32', 'bytes', 'bytes'],
    ([[permitted], transfer, owner], { by }) => takeSigned(by, owner, [permitted], [transfer]),
  ),
  fe8ec1a7: reading(
    [MANY, { list: TRANSFER }, 'address', 'bytes32', 'bytes', 'bytes'],
    ([[permitted], transfers, owner], { by }) => takeSigned(by, owner, permitted, transfers),
  ),
}
