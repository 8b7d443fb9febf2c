import { expect, it } from 'vitest'
import { deriveEd25519 } from './slip10.ts'

/** Test vector 1 for ed25519 of SLIP-10. */
const SEED = Uint8Array.from(Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex'))

it.each([
  ['m', [], '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
  ["m/0'", [0], '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
  ["m/0'/1'", [0, 1], 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
  ["m/0'/1'/2'", [0, 1, 2], '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9'],
])('derives %s as the vectors of SLIP-10 say', (_, path, key) => {
  expect(Buffer.from(deriveEd25519(SEED, path)).toString('hex')).toBe(key)
})
