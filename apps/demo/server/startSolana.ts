import {
  openTokenAccount,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  transferLamports,
  transferTokens,
} from '@latchkey/testing/solana/calls.ts'
import type { RuntimePackage } from '@latchkey/testing/solana/loadRuntime.ts'
import { type SolanaChain, startSolanaChain } from '@latchkey/testing/solana/startSolanaChain.ts'
import { createSolanaKey } from '@latchkey/testing/solana/values.ts'
import { getSolanaSeed } from './accounts.ts'

const DAY_S = 86_400
const SOL = 10n ** 9n

/** The demo's Solana chain. */
export const SOLANA = { name: 'Brook' } as const

/** Tokens of the demo's Solana chain, by their mints. */
export type SolanaTokens = {
  /** Under the first token program. */
  readonly cone: string
  /** Under the newer one, and keeps 1 percent of each transfer. */
  readonly resin: string
}

/** A running Solana chain with tokens and a past. */
export type DemoSolana = {
  readonly chain: SolanaChain
  /** Part of its CAIP-2 id: the first 32 letters of its genesis hash. */
  readonly id: string
  readonly tokens: SolanaTokens
}

/**
 * Starts it and gives the demo wallet's first Solana account SOL, tokens of both programs, and the past that two weeks of use
 * leave behind. Rejects when the chain refuses a step.
 */
export async function startSolana(runtime: RuntimePackage, port: number): Promise<DemoSolana> {
  const chain = await startSolanaChain({ port, runtime })
  try {
    return { chain, id: chain.genesisHash.slice(0, 32), tokens: await writeSolanaPast(chain) }
  } catch (error) {
    await chain.stop()
    throw error
  }
}

async function writeSolanaPast(chain: SolanaChain): Promise<SolanaTokens> {
  const { faucet } = chain
  const [visitor, friend] = [createSolanaKey(getSolanaSeed(0)), createSolanaKey(getSolanaSeed(1))]
  const nowS = Math.floor(Date.now() / 1000)
  const at = (daysAgo: number): void => chain.setTime(Math.round(nowS - daysAgo * DAY_S))
  at(14.2)
  const cone = await chain.createToken({
    decimals: 6,
    owner: visitor.address,
    amount: 96_000_000n,
    text: { name: 'Cone', symbol: 'CONE' },
  })
  const resin = await chain.createToken({
    decimals: 2,
    owner: visitor.address,
    amount: 25_000n,
    program: TOKEN_2022_PROGRAM,
    feeBasisPoints: 100,
    text: { name: 'Resin', symbol: 'RESIN' },
  })
  at(13.6)
  chain.carryOut([faucet], [transferLamports(faucet.address, visitor.address, 4n * SOL)])
  at(13.5)
  chain.carryOut([faucet], [transferLamports(faucet.address, friend.address, SOL)])
  at(9.3)
  chain.carryOut([visitor], [transferLamports(visitor.address, friend.address, SOL / 4n)])
  at(6.8)
  chain.carryOut(
    [visitor],
    [
      openTokenAccount(visitor.address, friend.address, cone, TOKEN_PROGRAM),
      transferTokens({
        mint: cone,
        program: TOKEN_PROGRAM,
        decimals: 6,
        from: visitor.address,
        to: friend.address,
        amount: 6_000_000n,
      }),
    ],
  )
  at(2.1)
  chain.carryOut([friend], [transferLamports(friend.address, visitor.address, SOL / 10n)])
  chain.setTime(undefined)
  return { cone, resin }
}
