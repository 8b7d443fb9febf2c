/** The adapters for ethers 6 and 5 with the real libraries: held to the contract of every EVM adapter. */
import * as library6 from 'ethers'
import { ethers as library5 } from 'ethers5'
import { expect, expectTypeOf, it } from 'vitest'
import { describeEvmAdapter } from '../../packages/latchkey/src/adapters/contract/evmContract.ts'
import { playPage } from '../../packages/latchkey/src/adapters/contract/evmPageContract.ts'
import { ethers } from '../../packages/latchkey/src/adapters/ethers/index.ts'
import { ethers5 } from '../../packages/latchkey/src/adapters/ethers5/index.ts'

describeEvmAdapter('ethers 6', ethers({ library: library6 }))
describeEvmAdapter('ethers 5', ethers5({ library: library5 }))

it('the libraries fit as they are, and their class alone is enough', () => {
  expectTypeOf(library6).toExtend<NonNullable<ethers.Options['library']>>()
  expectTypeOf(library5).toExtend<NonNullable<ethers5.Options['library']>>()
  const adapter = playPage(ethers({ library: { Interface: library6.Interface } })).adapter
  expect([adapter.type, adapter.namespace]).toEqual(['ethers', 'eip155'])
  expect(playPage(ethers5({ library: library5 })).adapter.type).toBe('ethers5')
})

it('the library of the other major is told apart by its shape, in types', () => {
  expectTypeOf(library6).not.toExtend<NonNullable<ethers5.Options['library']>>()
  expectTypeOf(library5).not.toExtend<NonNullable<ethers.Options['library']>>()
})
