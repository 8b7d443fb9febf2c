import type { RpcPool } from '../upstreams/rpcPool.ts'
import { NodeUnavailableError } from './checkEvmSignature.ts'
import type { AskNode } from './signatureClaim.ts'

/** Asks the gateway's own nodes about contract accounts. */
export function createPoolAskNode(pools: ReadonlyMap<string, RpcPool>): AskNode {
  return async (networkId, call, signal) => {
    const pool = pools.get(networkId)
    if (pool === undefined) throw new NodeUnavailableError(`This gateway has no node of ${networkId}.`)
    const [answer] = await pool.send([call], signal).catch((cause: unknown) => {
      throw new NodeUnavailableError(`No node of ${networkId} answers.`, { cause })
    })
    if (answer === undefined) throw new NodeUnavailableError(`No node of ${networkId} answers.`)
    if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error)
    return answer.result
  }
}
