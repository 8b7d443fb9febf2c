/** What tokens and collections are asked. Sources: ERC-20, ERC-721, ERC-777, ERC-1155, ERC-1363, ERC-2612, DAI, OpenZeppelin's ERC-20. */
import { MAX_UINT256 } from '../operations.ts'
import type { Hex } from '../readAbi.ts'
import { type Call, does, type Meaning, type Readings, reading } from './reading.ts'

/** Where burnt tokens go. */
const NOBODY: Hex = `0x${'0'.repeat(40)}`

const move =
  (standard: 'erc20' | 'erc20OrErc721') =>
  (from: Hex, to: Hex, amount: bigint, { by, to: token }: Call): Meaning =>
    does({ kind: 'moveToken', by, token, from, to, amount, standard })
const moveToken = move('erc20')
const moveEither = move('erc20OrErc721')

const moveItem = ([from, to, id]: readonly [Hex, Hex, bigint], { by, to: token }: Call): Meaning =>
  does({ kind: 'moveNft', by, token, from, to, items: [{ id, amount: 1n }], standard: 'erc721' })

const changeAllowance =
  (how: 'set' | 'increase' | 'decrease', standard: 'erc20' | 'erc20OrErc721') =>
  ([spender, amount]: readonly [Hex, bigint, ...unknown[]], { by, to: token }: Call): Meaning =>
    does({ kind: 'approve', by, token, owner: by, spender, amount, how, standard })

const setOperator =
  (amount: bigint) =>
  ([spender]: readonly [Hex], { by, to: token }: Call): Meaning =>
    does({ kind: 'approve', by, token, owner: by, spender, amount, how: 'set', standard: 'erc20' })

export const TOKEN_READINGS: Readings = {
  // transfer(address,uint256)
  a9059cbb: reading(['address', 'uint256'], ([to, amount], call) => moveToken(call.by, to, amount, call)),
  // transferFrom(address,address,uint256), of ERC-20 and of ERC-721
  '23b872dd': reading(['address', 'address', 'uint256'], ([from, to, amount], call) =>
    moveEither(from, to, amount, call),
  ),
  // transferAndCall and transferFromAndCall, with and without bytes
  '1296ee62': reading(['address', 'uint256'], ([to, amount], call) => moveToken(call.by, to, amount, call)),
  '4000aea0': reading(['address', 'uint256', 'bytes'], ([to, amount], call) => moveToken(call.by, to, amount, call)),
  d8fbe994: reading(['address', 'address', 'uint256'], ([from, to, amount], call) => moveToken(from, to, amount, call)),
  c1d34b89: reading(['address', 'address', 'uint256', 'bytes'], ([from, to, amount], call) =>
    moveToken(from, to, amount, call),
  ),
  // burn(uint256) and burnFrom(address,uint256); some collections burn an item by the first
  '42966c68': reading(['uint256'], ([amount], call) => moveEither(call.by, NOBODY, amount, call)),
  '79cc6790': reading(['address', 'uint256'], ([from, amount], call) => moveToken(from, NOBODY, amount, call)),
  // approve(address,uint256), of ERC-20 and of ERC-721
  '095ea7b3': reading(['address', 'uint256'], changeAllowance('set', 'erc20OrErc721')),
  // approveAndCall, with and without bytes
  '3177029f': reading(['address', 'uint256'], changeAllowance('set', 'erc20')),
  cae9ca51: reading(['address', 'uint256', 'bytes'], changeAllowance('set', 'erc20')),
  // increaseAllowance(address,uint256), decreaseAllowance(address,uint256), and their older names
  '39509351': reading(['address', 'uint256'], changeAllowance('increase', 'erc20')),
  d73dd623: reading(['address', 'uint256'], changeAllowance('increase', 'erc20')),
  a457c2d7: reading(['address', 'uint256'], changeAllowance('decrease', 'erc20')),
  '66188463': reading(['address', 'uint256'], changeAllowance('decrease', 'erc20')),
  // authorizeOperator(address), revokeOperator(address): ERC-777, without a limit
  '959b8c3f': reading(['address'], setOperator(MAX_UINT256)),
  fad8b32a: reading(['address'], setOperator(0n)),
  // setApprovalForAll(address,bool)
  a22cb465: reading(['address', 'bool'], ([operator, isApproved], { by, to: token }) =>
    does({ kind: 'approveAll', by, token, operator, isApproved }),
  ),
  // safeTransferFrom(address,address,uint256) and with bytes: ERC-721
  '42842e0e': reading(['address', 'address', 'uint256'], moveItem),
  b88d4fde: reading(['address', 'address', 'uint256', 'bytes'], ([from, to, id], call) =>
    moveItem([from, to, id], call),
  ),
  // safeTransferFrom(address,address,uint256,uint256,bytes): ERC-1155
  f242432a: reading(
    ['address', 'address', 'uint256', 'uint256', 'bytes'],
    ([from, to, id, amount], { by, to: token }) =>
      does({ kind: 'moveNft', by, token, from, to, items: [{ id, amount }], standard: 'erc1155' }),
  ),
  // safeBatchTransferFrom(address,address,uint256[],uint256[],bytes): ERC-1155
  '2eb2c2d6': reading(
    ['address', 'address', { list: 'uint256' }, { list: 'uint256' }, 'bytes'],
    ([from, to, ids, amounts], { by, to: token }) => {
      if (ids.length !== amounts.length) return undefined
      const items = ids.map((id, index) => ({ id, amount: amounts[index] ?? 0n }))
      return does({ kind: 'moveNft', by, token, from, to, items, standard: 'erc1155' })
    },
  ),
  // permit(address,address,uint256,uint256,uint8,bytes32,bytes32): ERC-2612
  d505accf: reading(
    ['address', 'address', 'uint256', 'uint256', 'uint8', 'bytes32', 'bytes32'],
    ([owner, spender, amount], { by, to: token }) =>
      does({ kind: 'approve', by, token, owner, spender, amount, how: 'permit', standard: 'erc20' }),
  ),
  // permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32): DAI
  '8fcbaf0c': reading(
    ['address', 'address', 'uint256', 'uint256', 'bool', 'uint8', 'bytes32', 'bytes32'],
    ([owner, spender, , , isAllowed], { by, to: token }) => {
      const amount = isAllowed ? MAX_UINT256 : 0n
      return does({ kind: 'approve', by, token, owner, spender, amount, how: 'permit', standard: 'erc20' })
    },
  ),
}
