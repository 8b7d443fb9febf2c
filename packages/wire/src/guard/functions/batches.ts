/** Functions that carry other calls. Sources: Multicall3, Uniswap's `multicall`, accounts of ERC-4337. */
import type { Hex } from '../readAbi.ts'
import { type Call, type Meaning, type Readings, reading } from './reading.ts'

/** Calls of a contract on itself, by `delegatecall`: whoever asked stays who acts. */
const inItself = (list: readonly Hex[], { by, to }: Call): Meaning => ({
  inner: list.map((data) => ({ by, to, value: 0n, data: data.slice(2) })),
})

/** Calls that a contract makes in its own name. */
const inItsName = (
  list: readonly { readonly to: Hex; readonly value?: bigint; readonly data: Hex }[],
  { to: by }: Call,
): Meaning => ({ inner: list.map(({ to, value = 0n, data }) => ({ by, to, value, data: data.slice(2) })) })

const plain = (list: readonly (readonly [Hex, Hex])[], call: Call): Meaning =>
  inItsName(
    list.map(([to, data]) => ({ to, data })),
    call,
  )
const withValue = (list: readonly (readonly [Hex, bigint, Hex])[], call: Call): Meaning =>
  inItsName(
    list.map(([to, value, data]) => ({ to, value, data })),
    call,
  )

const CALL = { tuple: ['address', 'bytes'] } as const
const CALL_WITH_VALUE = { tuple: ['address', 'uint256', 'bytes'] } as const

export const BATCH_READINGS: Readings = {
  // multicall(bytes[]), multicall(uint256,bytes[]), multicall(bytes32,bytes[])
  ac9650d8: reading([{ list: 'bytes' }], ([list], call) => inItself(list, call)),
  '5ae401dc': reading(['uint256', { list: 'bytes' }], ([, list], call) => inItself(list, call)),
  '1f0464d1': reading(['bytes32', { list: 'bytes' }], ([, list], call) => inItself(list, call)),
  // aggregate((address,bytes)[]), blockAndAggregate, tryAggregate(bool,(address,bytes)[]), tryBlockAndAggregate
  '252dba42': reading([{ list: CALL }], ([list], call) => plain(list, call)),
  c3077fa9: reading([{ list: CALL }], ([list], call) => plain(list, call)),
  bce38bd7: reading(['bool', { list: CALL }], ([, list], call) => plain(list, call)),
  '399542e9': reading(['bool', { list: CALL }], ([, list], call) => plain(list, call)),
  // aggregate3((address,bool,bytes)[]) and aggregate3Value((address,bool,uint256,bytes)[])
  '82ad56cb': reading([{ list: { tuple: ['address', 'bool', 'bytes'] } }], ([list], call) =>
    plain(
      list.map(([to, , data]) => [to, data]),
      call,
    ),
  ),
  '174dea71': reading([{ list: { tuple: ['address', 'bool', 'uint256', 'bytes'] } }], ([list], call) =>
    withValue(
      list.map(([to, , value, data]) => [to, value, data]),
      call,
    ),
  ),
  // execute(address,uint256,bytes), and executeBatch of a list of those, of addresses and bytes, and with amounts between them
  b61d27f6: reading(['address', 'uint256', 'bytes'], (each, call) => withValue([each], call)),
  '34fcd5be': reading([{ list: CALL_WITH_VALUE }], ([list], call) => withValue(list, call)),
  '18dfb3c7': reading([{ list: 'address' }, { list: 'bytes' }], ([targets, list], call) =>
    targets.length === list.length
      ? plain(
          targets.map((to, index) => [to, list[index] ?? '0x']),
          call,
        )
      : undefined,
  ),
  '47e1da2a': reading(
    [{ list: 'address' }, { list: 'uint256' }, { list: 'bytes' }],
    ([targets, amounts, list], call) =>
      targets.length === list.length && targets.length === amounts.length
        ? withValue(
            targets.map((to, index) => [to, amounts[index] ?? 0n, list[index] ?? '0x']),
            call,
          )
        : undefined,
  ),
}
