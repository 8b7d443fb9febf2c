import fc from 'fast-check'
import { encodeFunctionData, erc721Abi, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { toNftTransfer } from './toNftTransfer.ts'

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const)
const word = fc.bigInt(0n, (1n << 256n) - 1n)
const erc1155 = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
])

test('the data is what another library makes of it, for every holder, receiver, number and amount', () => {
  fc.assert(
    fc.property(address, address, address, word, word, (from, to, contract, id, amount) => {
      expect(toNftTransfer({ from, to, contract, id, amount, standard: 'ERC721' })).toEqual({
        to: contract,
        data: encodeFunctionData({ abi: erc721Abi, functionName: 'safeTransferFrom', args: [from, to, id] }),
      })
      expect(toNftTransfer({ from, to, contract, id, amount, standard: 'ERC1155' }).data).toBe(
        encodeFunctionData({ abi: erc1155, functionName: 'safeTransferFrom', args: [from, to, id, amount, '0x'] }),
      )
    }),
    { numRuns: 50 },
  )
})

test.each([
  ['a receiver that is none', { to: '0x12' }],
  ['a number that is negative', { id: -1n }],
  ['a number of more than 256 bits', { id: 1n << 256n }],
])('%s is REQUEST_INVALID', (_name, change) => {
  const one = `0x${'1f'.repeat(20)}`
  const transfer = { from: one, to: one, contract: one, id: 1n, amount: 1n, standard: 'ERC721' as const, ...change }
  expect(() => toNftTransfer(transfer)).toThrow(expect.objectContaining({ code: 'REQUEST_INVALID' }))
})
