/** What the data of an EVM transaction says in words. Sources: ERC-20, ERC-721, ERC-1155, ERC-2612, Permit2, Multicall3, ERC-4337, EIP-7702. */
import { MAX_UINT256, type Operation } from './operations.ts'
import { type AbiType, type AbiValues, type Hex, readValues } from './readAbi.ts'

/** A transaction of eip155 before it is signed. `to` is missing where it creates a contract; `value` in wei. */
export type EvmTransaction = {
  readonly from: string
  readonly to?: string | undefined
  readonly value?: bigint | undefined
  readonly data?: string | undefined
  /** Code that accounts lend themselves with the transaction (EIP-7702); `chainId` 0 stands for every chain. */
  readonly authorizations?: readonly { readonly address: string; readonly chainId?: bigint | undefined }[] | undefined
}

/** Calls that are looked at in one transaction, and how deep they may lie in each other. */
const MOST_CALLS = 64
const MOST_LEVELS = 6

/** Where Permit2 stands on every chain that has it. Source: Uniswap/permit2, deterministic deployment. */
export const PERMIT2: Hex = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/** One call: by whom, of what, and with which coin. */
type Call = { readonly by: Hex; readonly to: Hex; readonly value: bigint; readonly data: string }

/** What a call is: things done, and calls inside it. */
type Meaning = { readonly done?: readonly Operation[]; readonly inner?: readonly Call[] }

type Reading = { readonly types: readonly AbiType[]; readonly say: (values: never, call: Call) => Meaning }

function reading<const Types extends readonly AbiType[]>(
  types: Types,
  say: (values: AbiValues<Types>, call: Call) => Meaning,
): Reading {
  return { types, say }
}

const does = (...done: readonly Operation[]): Meaning => ({ done })

const moveItem = ([from, to, id]: readonly [Hex, Hex, bigint], { by, to: token }: Call): Meaning =>
  does({ kind: 'moveNft', by, token, from, to, items: [{ id, amount: 1n }], standard: 'erc721' })

/** Calls of a contract on itself, by `delegatecall`: whoever asked stays who acts. */
const inItself = (list: readonly Hex[], { by, to }: Call): Meaning => ({
  inner: list.map((data) => ({ by, to, value: 0n, data: data.slice(2) })),
})

/** Calls that a contract makes in its own name. */
const inItsName = (
  list: readonly { readonly to: Hex; readonly value?: bigint; readonly data: Hex }[],
  { to: by }: Call,
): Meaning => ({ inner: list.map(({ to, value = 0n, data }) => ({ by, to, value, data: data.slice(2) })) })

const changeAllowance =
  (how: 'set' | 'increase' | 'decrease', standard: 'erc20' | 'erc20OrErc721') =>
  ([spender, amount]: readonly [Hex, bigint], { by, to: token }: Call): Meaning =>
    does({ kind: 'approve', by, token, owner: by, spender, amount, how, standard })

const CALL_WITH_VALUE = { tuple: ['address', 'uint256', 'bytes'] } as const
const CALL_WITHOUT_VALUE = { tuple: ['address', 'bytes'] } as const

/** Every function that is known, by the first four bytes of the hash of its signature. */
const READINGS: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  // transfer(address,uint256)
  [
    'a9059cbb',
    reading(['address', 'uint256'], ([to, amount], { by, to: token }) =>
      does({ kind: 'moveToken', by, token, from: by, to, amount, standard: 'erc20' }),
    ),
  ],
  // transferFrom(address,address,uint256), of ERC-20 and of ERC-721
  [
    '23b872dd',
    reading(['address', 'address', 'uint256'], ([from, to, amount], { by, to: token }) =>
      does({ kind: 'moveToken', by, token, from, to, amount, standard: 'erc20OrErc721' }),
    ),
  ],
  // approve(address,uint256), of ERC-20 and of ERC-721
  ['095ea7b3', reading(['address', 'uint256'], changeAllowance('set', 'erc20OrErc721'))],
  // increaseAllowance(address,uint256), decreaseAllowance(address,uint256)
  ['39509351', reading(['address', 'uint256'], changeAllowance('increase', 'erc20'))],
  ['a457c2d7', reading(['address', 'uint256'], changeAllowance('decrease', 'erc20'))],
  // setApprovalForAll(address,bool)
  [
    'a22cb465',
    reading(['address', 'bool'], ([operator, isApproved], { by, to: token }) =>
      does({ kind: 'approveAll', by, token, operator, isApproved }),
    ),
  ],
  // safeTransferFrom(address,address,uint256) and with bytes: ERC-721
  ['42842e0e', reading(['address', 'address', 'uint256'], moveItem)],
  [
    'b88d4fde',
    reading(['address', 'address', 'uint256', 'bytes'], ([from, to, id], call) => moveItem([from, to, id], call)),
  ],
  // safeTransferFrom(address,address,uint256,uint256,bytes): ERC-1155
  [
    'f242432a',
    reading(['address', 'address', 'uint256', 'uint256', 'bytes'], ([from, to, id, amount], { by, to: token }) =>
      does({ kind: 'moveNft', by, token, from, to, items: [{ id, amount }], standard: 'erc1155' }),
    ),
  ],
  // safeBatchTransferFrom(address,address,uint256[],uint256[],bytes): ERC-1155
  [
    '2eb2c2d6',
    reading(
      ['address', 'address', { list: 'uint256' }, { list: 'uint256' }, 'bytes'],
      ([from, to, ids, amounts], call) => {
        const { by, to: token } = call
        if (ids.length !== amounts.length) return does(sayUnknown(call, 'arguments'))
        const items = ids.map((id, index) => ({ id, amount: amounts[index] ?? 0n }))
        return does({ kind: 'moveNft', by, token, from, to, items, standard: 'erc1155' })
      },
    ),
  ],
  // permit(address,address,uint256,uint256,uint8,bytes32,bytes32): ERC-2612
  [
    'd505accf',
    reading(
      ['address', 'address', 'uint256', 'uint256', 'uint8', 'bytes32', 'bytes32'],
      ([owner, spender, amount], { by, to: token }) =>
        does({ kind: 'approve', by, token, owner, spender, amount, how: 'permit', standard: 'erc20' }),
    ),
  ],
  // permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32): DAI
  [
    '8fcbaf0c',
    reading(
      ['address', 'address', 'uint256', 'uint256', 'bool', 'uint8', 'bytes32', 'bytes32'],
      ([owner, spender, , , isAllowed], { by, to: token }) => {
        const amount = isAllowed ? MAX_UINT256 : 0n
        return does({ kind: 'approve', by, token, owner, spender, amount, how: 'permit', standard: 'erc20' })
      },
    ),
  ],
  // approve(address,address,uint160,uint48): Permit2
  [
    '87517c45',
    reading(['address', 'address', 'uint160', 'uint48'], ([token, spender, amount, expiry], { by }) =>
      does({
        kind: 'approve',
        by,
        token,
        owner: by,
        spender,
        amount: widenPermit2(amount),
        how: 'permit2',
        standard: 'erc20',
        expiresAt: Number(expiry) * 1000,
      }),
    ),
  ],
  // transferFrom(address,address,uint160,address): Permit2
  [
    '36c78516',
    reading(['address', 'address', 'uint160', 'address'], ([from, to, amount, token], { by }) =>
      does({ kind: 'moveToken', by, token, from, to, amount, standard: 'erc20' }),
    ),
  ],
  // permit(address,((address,uint160,uint48,uint48),address,uint256),bytes): Permit2
  [
    '2b67b570',
    reading(
      ['address', { tuple: [{ tuple: ['address', 'uint160', 'uint48', 'uint48'] }, 'address', 'uint256'] }, 'bytes'],
      ([owner, [[token, amount, expiry], spender]], { by }) =>
        does({
          kind: 'approve',
          by,
          token,
          owner,
          spender,
          amount: widenPermit2(amount),
          how: 'permit2',
          standard: 'erc20',
          expiresAt: Number(expiry) * 1000,
        }),
    ),
  ],
  // multicall(bytes[]), multicall(uint256,bytes[]), multicall(bytes32,bytes[])
  ['ac9650d8', reading([{ list: 'bytes' }], ([list], call) => inItself(list, call))],
  ['5ae401dc', reading(['uint256', { list: 'bytes' }], ([, list], call) => inItself(list, call))],
  ['1f0464d1', reading(['bytes32', { list: 'bytes' }], ([, list], call) => inItself(list, call))],
  // aggregate((address,bytes)[]) and tryAggregate(bool,(address,bytes)[]): Multicall3
  [
    '252dba42',
    reading([{ list: CALL_WITHOUT_VALUE }], ([list], call) =>
      inItsName(
        list.map(([to, data]) => ({ to, data })),
        call,
      ),
    ),
  ],
  [
    'bce38bd7',
    reading(['bool', { list: CALL_WITHOUT_VALUE }], ([, list], call) =>
      inItsName(
        list.map(([to, data]) => ({ to, data })),
        call,
      ),
    ),
  ],
  // aggregate3((address,bool,bytes)[]) and aggregate3Value((address,bool,uint256,bytes)[]): Multicall3
  [
    '82ad56cb',
    reading([{ list: { tuple: ['address', 'bool', 'bytes'] } }], ([list], call) =>
      inItsName(
        list.map(([to, , data]) => ({ to, data })),
        call,
      ),
    ),
  ],
  [
    '174dea71',
    reading([{ list: { tuple: ['address', 'bool', 'uint256', 'bytes'] } }], ([list], call) =>
      inItsName(
        list.map(([to, , value, data]) => ({ to, value, data })),
        call,
      ),
    ),
  ],
  // execute(address,uint256,bytes) and executeBatch((address,uint256,bytes)[]): accounts of ERC-4337
  [
    'b61d27f6',
    reading(['address', 'uint256', 'bytes'], ([to, value, data], call) => inItsName([{ to, value, data }], call)),
  ],
  [
    '34fcd5be',
    reading([{ list: CALL_WITH_VALUE }], ([list], call) =>
      inItsName(
        list.map(([to, value, data]) => ({ to, value, data })),
        call,
      ),
    ),
  ],
])

/**
 * What a transaction does, in its order. Never throws, whatever it is handed: what has no known form is said to be unknown. A
 * payment of nothing with no data is an empty list.
 */
export function decodeTransaction(transaction: EvmTransaction): readonly Operation[] {
  const { from, to, value = 0n, data = '0x', authorizations = [] } = transaction
  const by = toLower(from)
  const done: Operation[] = authorizations.slice(0, MOST_CALLS).map(({ address, chainId }) => {
    const code = toLower(address)
    return { kind: 'delegate', by, to: /^0x0{40}$/.test(code) ? undefined : code, chainId }
  })
  if (to === undefined) return [...done, { kind: 'create', by }]
  const left = { calls: MOST_CALLS }
  decodeCall({ by, to: toLower(to), value, data: data.replace(/^0x/i, '').toLowerCase() }, 0, left, done)
  return done
}

function decodeCall(call: Call, level: number, left: { calls: number }, done: Operation[]): void {
  const { by, to, value, data } = call
  if (left.calls === 0) {
    // Said once: what follows is not looked at any more.
    const last = done.at(-1)
    if (last?.kind !== 'unknown' || last.reason !== 'nesting') done.push(sayUnknown(call, 'nesting'))
    return
  }
  left.calls -= 1
  if (value > 0n) done.push({ kind: 'pay', by, to, amount: value, hasData: data !== '' })
  if (data === '') return
  const known = READINGS.get(data.slice(0, 8))
  if (!known || data.length < 8) {
    done.push(sayUnknown(call, 'selector'))
    return
  }
  if (level >= MOST_LEVELS) {
    done.push(sayUnknown(call, 'nesting'))
    return
  }
  const values = readValues(known.types, data.slice(8))
  if (!values) {
    done.push(sayUnknown(call, 'arguments'))
    return
  }
  const { done: own = [], inner = [] } = known.say(values as never, call)
  done.push(...own)
  for (const each of inner) decodeCall(each, level + 1, left, done)
}

function sayUnknown({ by, to, data }: Call, reason: 'selector' | 'arguments' | 'nesting'): Operation {
  const selector: Hex | undefined = data.length < 8 ? undefined : `0x${data.slice(0, 8)}`
  return { kind: 'unknown', by, to, selector, reason }
}

/** Permit2 counts in 160 bits; all of them set stand for no limit. */
export function widenPermit2(amount: bigint): bigint {
  return amount === (1n << 160n) - 1n ? MAX_UINT256 : amount
}

function toLower(address: string): Hex {
  return address.toLowerCase() as Hex
}
