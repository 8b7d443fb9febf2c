/** The form of sending on Solana, against the real runtime and the real token programs. */

import { TOKEN_2022_PROGRAM as TOKEN_2022_PROGRAM_ADDRESS } from '@latchkey/testing/solana/calls.ts'
import { type SolanaChain, startSolanaChain } from '@latchkey/testing/solana/startSolanaChain.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { solana } from '../../packages/latchkey/src/adapters/solana/index.ts'
import { sendTransfer } from '../../packages/latchkey/src/core/features/send/actions.ts'
import { checkSolanaTransfer } from '../../packages/latchkey/src/core/features/send/checkSolanaTransaction.ts'
import { RENT_LAMPORTS, SIGNATURE_LAMPORTS } from '../../packages/latchkey/src/core/features/send/rules.ts'
import { sendOf } from '../../packages/latchkey/src/core/features/send/state.ts'
import { getConnection } from '../../packages/latchkey/src/core/kernel/connections/connection.ts'
import type { SendRequest } from '../../packages/latchkey/src/core/types/adapter.ts'
import { createScriptedSolanaWallet } from '../../packages/latchkey/src/testing/index.ts'
import { createFakeServices } from '../../packages/testing/src/createFakeServices.ts'
import { createTestLatchkey } from '../../packages/testing/src/createTestLatchkey.ts'

const SOL = 10n ** 9n

let chain: SolanaChain
beforeAll(async () => {
  chain = await startSolanaChain()
})
afterAll(() => chain.stop())

async function play() {
  const walletWindow = new EventTarget()
  const id = chain.genesisHash.slice(0, 32)
  const network = {
    id,
    name: 'Local Solana',
    chainNamespace: 'solana',
    caipNetworkId: `solana:${id}`,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [chain.url] } },
  } as const
  const wallet = createScriptedSolanaWallet({ name: 'Local', fetch })
  const me = wallet.getAddress()
  chain.fund(me, 5n * SOL)
  wallet.register(walletWindow)
  const { latchkey, instance } = createTestLatchkey({
    options: { networks: [network], adapters: [solana()] },
    services: createFakeServices({ walletWindow, fetch }),
  })
  await latchkey.connect({ connectorId: 'Local', namespace: 'solana' })
  const connection = getConnection(instance.stores.connection.get(), 'solana')
  if (!connection) throw new Error('Nothing is connected.')
  const friend: string = (await generateKeyPairSigner()).address
  const check = async (request: SendRequest) => {
    const { findings, effects, cost } = await checkSolanaTransfer(instance, connection, request)
    return { codes: findings.map(({ code }) => code), findings, effects, cost }
  }
  const leave = async (request: SendRequest) => {
    await sendTransfer(instance, { connection, request, amount: 'some' })
    return sendOf(instance).get()
  }
  return { latchkey, me, friend, check, leave }
}

test.each([
  ['SPL', TOKEN_PROGRAM_ADDRESS],
  ['Token-2022', TOKEN_2022_PROGRAM_ADDRESS],
])('a token of %s is looked at as it is sent, and arrives in an account that is made for it', async (_, program) => {
  const { latchkey, me, friend, check, leave } = await play()
  const mint = await chain.createToken({ decimals: 2, owner: me, amount: 100n, program })
  const request = { to: friend, amount: 30n, token: { address: mint, decimals: 2 } }
  const { codes, effects, cost } = await check(request)
  expect(codes).toEqual(['RECIPIENT_UNUSED', 'RECIPIENT_NEW'])
  expect(effects).toMatchObject({
    status: 'simulated',
    changes: [{ kind: 'native' }, { kind: 'token', token: mint, before: 100n, after: 70n }],
  })
  const lamports = chain.getLamports(me)
  expect(await leave(request)).toMatchObject({ phase: 'idle', failure: undefined, sent: { to: friend } })
  // What was said to be paid is what was paid, the new account's rent with it.
  expect(lamports - chain.getLamports(me)).toBe((cost?.fee ?? 0n) + (cost?.rent ?? 0n))
  expect(cost?.fee).toBe(SIGNATURE_LAMPORTS)
  // Another one finds the account there.
  expect((await check(request)).cost?.rent).toBe(0n)
  expect([await chain.getTokens(friend, mint), await chain.getTokens(me, mint)]).toEqual([30n, 70n])
  latchkey.destroy()
})

test('a fee that the mint keeps is said to the last digit, and that much arrives', async () => {
  const { latchkey, me, friend, check, leave } = await play()
  const mint = await chain.createToken({
    decimals: 2,
    owner: me,
    amount: 10_000n,
    program: TOKEN_2022_PROGRAM_ADDRESS,
    feeBasisPoints: 250,
  })
  const request = { to: friend, amount: 1_001n, token: { address: mint, decimals: 2 } }
  const { findings } = await check(request)
  expect(findings).toContainEqual({
    code: 'TOKEN_FEE',
    level: 'note',
    facts: { token: mint, fee: 26n, arrives: 975n },
  })
  expect(await leave(request)).toMatchObject({ sent: { to: friend } })
  expect(await chain.getTokens(friend, mint)).toBe(975n)
  latchkey.destroy()
})

test('who has spent everything is no address that nobody ever used', async () => {
  const { latchkey, friend, check, leave } = await play()
  const { me: spent, leave: spend, latchkey: other } = await play()
  expect(await spend({ to: friend, amount: 5n * SOL - SIGNATURE_LAMPORTS })).toMatchObject({ failure: undefined })
  expect(chain.getLamports(spent)).toBe(0n)
  expect((await check({ to: spent, amount: SOL })).codes).toEqual(['RECIPIENT_NEW'])
  expect(await leave({ to: spent, amount: SOL })).toMatchObject({ sent: { to: spent } })
  other.destroy()
  latchkey.destroy()
})

test('the mint of another token as recipient is said before, and never sent to', async () => {
  const { latchkey, me, check, leave } = await play()
  const mint = await chain.createToken({ decimals: 2, owner: me, amount: 100n })
  const other = await chain.createToken({ decimals: 2, owner: me, amount: 1n })
  const request = { to: other, amount: 30n, token: { address: mint, decimals: 2 } }
  expect((await check(request)).codes).toEqual(['RECIPIENT_PROGRAM', 'WOULD_FAIL', 'RECIPIENT_NEW'])
  // Its own mint, and SOL for one.
  expect((await check({ ...request, to: mint })).codes).toEqual(['RECIPIENT_TOKEN', 'WOULD_FAIL'])
  expect((await check({ to: other, amount: 30n })).codes).toEqual(['RECIPIENT_PROGRAM', 'RECIPIENT_NEW'])
  expect(await leave(request)).toMatchObject({ sent: undefined })
  expect(await chain.getTokens(me, mint)).toBe(100n)
  latchkey.destroy()
})

test('SOL that would leave less than the rent would fail, and leaves where the rent stays', async () => {
  const { latchkey, me, friend, check, leave } = await play()
  const left = 5n * SOL - SIGNATURE_LAMPORTS
  expect((await check({ to: friend, amount: left - RENT_LAMPORTS + 1n })).codes).toContain('WOULD_FAIL')
  const amount = left - RENT_LAMPORTS
  expect((await check({ to: friend, amount })).codes).toEqual(['RECIPIENT_UNUSED', 'RECIPIENT_NEW'])
  expect(await leave({ to: friend, amount })).toMatchObject({ failure: undefined, sent: { to: friend } })
  expect([chain.getLamports(friend), chain.getLamports(me)]).toEqual([amount, RENT_LAMPORTS])
  latchkey.destroy()
})
