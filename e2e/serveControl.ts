import { createServer } from 'node:http'
import { listen } from '../apps/demo/server/listen.ts'
import type { createPhones } from './createPhones.ts'
import type { GateMode, RelayGate } from './createRelayGate.ts'

/** What tests do to the Solana chain, past everything that is tested. Amounts in lamports and base units. */
export type SolanaControl = {
  fund(address: string, amount: bigint): void
  getLamports(address: string): bigint
  /** Makes a token and gives all of it to its owner; the mint. */
  createToken(options: { decimals: number; owner: string; amount: bigint }): Promise<string>
  getTokens(owner: string, mint: string): Promise<bigint | undefined>
  /** Lets every blockhash that was given out so far expire. */
  expire(): void
}

/** Takes what tests want of the phones, of the gate and of the Solana chain, as JSON; resolves with its address. */
export async function serveControl(parts: {
  readonly phones: ReturnType<typeof createPhones>
  readonly gate: RelayGate
  readonly solana: SolanaControl
}): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const run = async (text: string): Promise<unknown> => {
    const { phone, act, values } = JSON.parse(text) as { phone?: string; act: string; values: readonly unknown[] }
    if (phone !== undefined) return parts.phones.call(phone, act, values)
    const [address, amount] = values as readonly string[]
    if (act === 'fund') parts.solana.fund(String(address), BigInt(String(amount)))
    else if (act === 'lamports') return String(parts.solana.getLamports(String(address)))
    else if (act === 'mint')
      return parts.solana.createToken({ decimals: 2, owner: String(address), amount: BigInt(String(amount)) })
    else if (act === 'tokens') return String((await parts.solana.getTokens(String(address), String(amount))) ?? 0n)
    else if (act === 'expire') parts.solana.expire()
    else if (act === 'cut') parts.gate.cut()
    else parts.gate.set(act as GateMode)
    return null
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const answer = await run(text).then(
      (value) => ({ value }),
      (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
    )
    response.end(JSON.stringify(answer))
  })
  const port = await listen(server, 0)
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
