/** What a Solana account holds: SOL, and tokens of both token programs. Sources: Solana's RPC reference; SPL Token; Token-2022. */
import * as v from 'valibot'
import { RequestError } from '../../RequestError.ts'
import type { RpcAnswer, RpcPool } from '../rpcPool.ts'
import { metadataAddress, parseMetadataAccount, type TokenText } from './metaplex.ts'

/** The two programs that tokens live under. */
export const TOKEN_PROGRAMS = {
  spl: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
} as const

/** Accounts in one `getMultipleAccounts`. Source: Solana's RPC reference. */
const ACCOUNTS_PER_CALL = 100

/** Tokens of one account that are read at most; of more those with the largest amounts stay. */
export const SOLANA_TOKEN_LIMIT = 500

/** One token of an account, all of its token accounts together. */
export type SolanaToken = {
  readonly mint: string
  readonly program: keyof typeof TOKEN_PROGRAMS
  readonly amount: bigint
  readonly decimals: number
}

const u64 = v.pipe(v.string(), v.regex(/^\d{1,20}$/))
const byte = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))
const tokenAccounts = v.object({ value: v.array(v.unknown()) })
const tokenAccount = v.object({
  account: v.object({
    data: v.object({
      parsed: v.object({
        info: v.object({
          mint: v.string(),
          owner: v.string(),
          tokenAmount: v.object({ amount: u64, decimals: byte }),
        }),
      }),
    }),
  }),
})
const lamports = v.object({ value: v.union([v.pipe(v.number(), v.integer(), v.minValue(0)), u64]) })

/**
 * SOL in lamports and every token with an amount, in one request of three calls. Throws `RequestError` UPSTREAM_UNAVAILABLE
 * where any of the three is not told: what is unknown is not none.
 */
export async function readSolanaTokens(
  pool: RpcPool,
  owner: string,
): Promise<{ readonly lamports: bigint; readonly tokens: readonly SolanaToken[] }> {
  const { lamports, tokens } = await readHeld(pool, owner)
  const largest = [...tokens].sort((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1))
  return { lamports, tokens: largest.slice(0, SOLANA_TOKEN_LIMIT) }
}

/** NFTs of one account that are read at most. */
export const SOLANA_NFT_LIMIT = 2_000

/**
 * Mints of which there is one that cannot be divided, and which the account holds, in the order of their addresses: a chain that
 * tells no time of arrival has no newest. One request more for a hundred of them. Throws `RequestError` UPSTREAM_UNAVAILABLE.
 */
export async function readSolanaNfts(
  pool: RpcPool,
  owner: string,
): Promise<{ readonly mints: readonly Pick<SolanaToken, 'mint' | 'program'>[]; readonly isWhole: boolean }> {
  const { tokens } = await readHeld(pool, owner)
  const single = tokens
    .filter(({ amount, decimals }) => amount === 1n && decimals === 0)
    .sort((a, b) => (a.mint < b.mint ? -1 : 1))
  const asked = single.slice(0, SOLANA_NFT_LIMIT)
  const mints: (typeof single)[number][] = []
  for (let start = 0; start < asked.length; start += ACCOUNTS_PER_CALL) {
    const part = asked.slice(start, start + ACCOUNTS_PER_CALL)
    const addresses = part.map(({ mint }) => mint)
    const [answer] = await pool.send([
      { method: 'getMultipleAccounts', params: [addresses, { encoding: 'base64', commitment: 'confirmed' }] },
    ])
    const found = readAs(accounts, answer, pool).value
    mints.push(...part.filter(({ program }, index) => isSingle(found[index], program)))
  }
  return { mints, isWhole: asked.length === single.length }
}

/** Whether a mint has made one that cannot be divided. Source: SPL Token: the supply stands at byte 36, the decimals at 44. */
function isSingle(account: Account, program: SolanaToken['program']): boolean {
  const data = v.safeParse(base64Data, account?.data)
  if (!data.success || account?.owner !== TOKEN_PROGRAMS[program]) return false
  const bytes = Buffer.from(data.output[0], 'base64')
  return bytes.length >= 82 && bytes.readBigUInt64LE(36) === 1n && bytes[44] === 0
}

async function readHeld(
  pool: RpcPool,
  owner: string,
): Promise<{ readonly lamports: bigint; readonly tokens: readonly SolanaToken[] }> {
  const held = (programId: string) => ({
    method: 'getTokenAccountsByOwner',
    params: [owner, { programId }, { encoding: 'jsonParsed', commitment: 'confirmed' }],
  })
  const [coin, spl, token2022] = await pool.send([
    { method: 'getBalance', params: [owner, { commitment: 'confirmed' }] },
    held(TOKEN_PROGRAMS.spl),
    held(TOKEN_PROGRAMS.token2022),
  ])
  const tokens = new Map<string, SolanaToken>()
  for (const [program, answer] of [
    ['spl', spl],
    ['token2022', token2022],
  ] as const) {
    for (const entry of readAs(tokenAccounts, answer, pool).value) {
      const result = v.safeParse(tokenAccount, entry)
      if (!result.success) continue
      const { mint, owner: whose, tokenAmount } = result.output.account.data.parsed.info
      const amount = BigInt(tokenAmount.amount)
      // A node that answers more than it was asked is not believed.
      if (whose !== owner || amount === 0n) continue
      tokens.set(mint, {
        mint,
        program,
        amount: amount + (tokens.get(mint)?.amount ?? 0n),
        decimals: tokenAmount.decimals,
      })
    }
  }
  return { lamports: BigInt(readAs(lamports, coin, pool).value), tokens: [...tokens.values()] }
}

const accounts = v.object({
  value: v.array(v.nullable(v.object({ owner: v.string(), data: v.unknown() }))),
})
const base64Data = v.tuple([v.string(), v.literal('base64')])
const extensions = v.object({
  parsed: v.object({ info: v.object({ extensions: v.array(v.unknown()) }) }),
})
const metadataExtension = v.object({
  extension: v.literal('tokenMetadata'),
  state: v.object({ name: v.string(), symbol: v.string(), uri: v.optional(v.string(), '') }),
})

/**
 * What mints say of themselves, by mint: in their own metadata extension (Token-2022), or in Metaplex's metadata account. Mints
 * that say nothing are absent. One request for fifty mints.
 */
export async function readMintTexts(
  pool: RpcPool,
  mints: readonly Pick<SolanaToken, 'mint' | 'program'>[],
): Promise<ReadonlyMap<string, TokenText>> {
  const texts = new Map<string, TokenText>()
  for (let start = 0; start < mints.length; start += ACCOUNTS_PER_CALL) {
    const part = mints.slice(start, start + ACCOUNTS_PER_CALL)
    const ask = (addresses: readonly string[], encoding: string) => ({
      method: 'getMultipleAccounts',
      params: [addresses, { encoding, commitment: 'confirmed' }],
    })
    const own = part.filter(({ program }) => program === 'token2022').map(({ mint }) => mint)
    const [outside, inside] = await pool.send([
      ask(
        part.map(({ mint }) => metadataAddress(mint)),
        'base64',
      ),
      ...(own.length > 0 ? [ask(own, 'jsonParsed')] : []),
    ])
    for (const [index, { mint }] of part.entries()) {
      const text = readMetaplex(readAs(accounts, outside, pool).value[index], mint)
      if (text !== null) texts.set(mint, text)
    }
    if (inside === undefined) continue
    for (const [index, mint] of own.entries()) {
      const text = readExtension(readAs(accounts, inside, pool).value[index])
      if (text !== undefined) texts.set(mint, text)
    }
  }
  return texts
}

type Account = v.InferOutput<typeof accounts>['value'][number] | undefined

function readMetaplex(account: Account, mint: string): TokenText | null {
  const data = v.safeParse(base64Data, account?.data)
  return data.success ? parseMetadataAccount(new Uint8Array(Buffer.from(data.output[0], 'base64')), mint) : null
}

function readExtension(account: Account): TokenText | undefined {
  const data = v.safeParse(extensions, account?.data)
  if (!data.success) return undefined
  for (const each of data.output.parsed.info.extensions) {
    const found = v.safeParse(metadataExtension, each)
    if (found.success) return found.output.state
  }
  return undefined
}

function readAs<Output>(
  schema: v.GenericSchema<unknown, Output>,
  answer: RpcAnswer | undefined,
  pool: RpcPool,
): Output {
  const result = v.safeParse(schema, answer !== undefined && 'result' in answer ? answer.result : undefined)
  if (result.success) return result.output
  throw new RequestError('UPSTREAM_UNAVAILABLE', `No node of ${pool.networkId} tells balances.`, { field: 'chainId' })
}
