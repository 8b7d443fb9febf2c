/** Messages whose addresses stand in tables on the chain, read by a library and carried out by the real runtime. */
import { transferLamports } from '@latchkey/testing/solana/calls.ts'
import { createLedger } from '@latchkey/testing/solana/createLedger.ts'
import { loadRuntime } from '@latchkey/testing/solana/loadRuntime.ts'
import { createSolanaKey, decode58 } from '@latchkey/testing/solana/values.ts'
import {
  type Address,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  type Instruction,
} from '@solana/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeMessage, encodeTransaction, readMessage } from '../../packages/latchkey/src/adapters/solana/wire.ts'

const TABLES = 'AddressLookupTab1e1111111111111111111111111'
const runtime = loadRuntime()

/** A table as the chain keeps it. Source: Solana, `AddressLookupTable`: kind, two slots, an index, no authority, then addresses. */
function writeTable(held: readonly string[]): Uint8Array {
  const head = Buffer.alloc(56)
  head.writeUInt32LE(1, 0)
  head.writeBigUInt64LE(2n ** 64n - 1n, 4)
  return Buffer.concat([head, ...held.map(decode58)])
}

test.skipIf(runtime === undefined && !process.env.CI)(
  'the runtime takes an address out of a table at its place there, and pays it',
  () => {
    if (!runtime) throw new Error('Solana needs litesvm: npm ci --prefix tests/solana')
    const ledger = createLedger(runtime)
    const payer = createSolanaKey()
    const [table, other, friend] = [createSolanaKey(), createSolanaKey(), createSolanaKey()].map(
      ({ address }) => address,
    )
    if (!table || !other || !friend) throw new Error('no keys')
    ledger.svm.airdrop(decode58(payer.address), 10n ** 9n)
    const data = writeTable([other, friend])
    const account = new runtime.Account(10n ** 8n, data, decode58(TABLES), false, 0n)
    ledger.svm.setAccount(decode58(table), account)
    const message = encodeMessage({
      payer: payer.address,
      blockhash: ledger.takeBlockhash(),
      instructions: [transferLamports(payer.address, friend, 2_000_000n)],
      version: 0,
      tables: { [table]: [other, friend] },
    })
    // The recipient is one byte of the message, and no address in it.
    expect(Buffer.from(message).includes(Buffer.from(decode58(friend)))).toBe(false)
    const bytes = encodeTransaction({ signatures: [payer.sign(message)], message })
    const result = ledger.svm.sendVersionedTransaction(bytes)
    expect(ledger.isFailure(result)).toBe(false)
    expect([ledger.getLamports(friend), ledger.getLamports(other)]).toEqual([2_000_000n, 0n])
  },
)

test('a library that knows the tables reads the very calls, whatever stands in which table', () => {
  const keys = Array.from({ length: 14 }, (_, index) => createSolanaKey(new Uint8Array(32).fill(index + 1)).address)
  const pick = fc.nat({ max: keys.length - 1 }).map((index) => keys[index] ?? '')
  const call = fc.record({
    programAddress: pick,
    accounts: fc.array(fc.record({ address: pick, role: fc.constantFrom(0, 1) }), { maxLength: 8 }),
    data: fc.uint8Array({ maxLength: 6 }),
  })
  const held = fc.uniqueArray(pick, { maxLength: 10 })
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 4 }), held, held, (instructions, first, second) => {
      const payer = createSolanaKey(new Uint8Array(32).fill(99)).address
      const [one, two] = [100, 101].map((seed) => createSolanaKey(new Uint8Array(32).fill(seed)).address)
      const tables = { [one ?? '']: first, [two ?? '']: second }
      const blockhash = keys[0] ?? ''
      const bytes = encodeMessage({ payer, blockhash, instructions, version: 0, tables })
      expect(readMessage(bytes).signers).toEqual([payer])
      const compiled = getCompiledTransactionMessageDecoder().decode(bytes)
      const read = decompileTransactionMessage(compiled, {
        addressesByLookupTableAddress: tables as Record<Address, Address[]>,
        lastValidBlockHeight: 1n,
      })
      // An account that one call may write is one that the transaction may write.
      const roles = new Map<string, number>()
      for (const { accounts } of instructions) {
        for (const { address, role } of accounts) roles.set(address, (roles.get(address) ?? 0) | role)
      }
      expect(
        (read.instructions as readonly Instruction[]).map(({ programAddress, accounts = [], data = [] }) => ({
          programAddress,
          accounts: accounts.map(({ address, role }) => ({ address, role })),
          data: [...data],
        })),
      ).toEqual(
        instructions.map(({ programAddress, accounts, data }) => ({
          programAddress,
          accounts: accounts.map(({ address }) => ({ address, role: roles.get(address) ?? 0 })),
          data: [...data],
        })),
      )
    }),
  )
})
