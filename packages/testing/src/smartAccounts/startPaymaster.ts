/** A paymaster's service on loopback, as ERC-7677 has it, for a VerifyingPaymaster of a dev chain: it signs whatever it is asked. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Address,
  concat,
  createPublicClient,
  encodeAbiParameters,
  type Hex,
  http,
  type LocalAccount,
  toHex,
} from 'viem'
import { readArtifact } from './bundlerBox.ts'

/** A running service. */
export type PaymasterService = {
  readonly url: string
  stop(): Promise<void>
}

/** How long what it signs holds (s). */
const LIFE_SECONDS = 600

/** What VerifyingPaymaster and its signature take. */
const VERIFICATION_GAS = 200_000n

/** A signature of the right form, low s and all, while gas is estimated: another one is refused as AA33. */
const STUB_SIGNATURE: Hex = `0x${'ff'.repeat(15)}f0${'00'.repeat(16)}7${'a'.repeat(63)}1c`

type Operation = Readonly<Record<string, Hex | undefined>>

const pair = (high: bigint, low: bigint): Hex => concat([toHex(high, { size: 16 }), toHex(low, { size: 16 })])
const read = (quantity: Hex | undefined): bigint => BigInt(quantity ?? '0x0')

/** Starts it on a free port. `signer` is whom the paymaster trusts. */
export async function startPaymaster(parameters: {
  rpcUrl: string
  paymaster: Address
  signer: LocalAccount
}): Promise<PaymasterService> {
  const { rpcUrl, paymaster, signer } = parameters
  const chain = createPublicClient({ transport: http(rpcUrl) })
  const { abi } = readArtifact('@account-abstraction/contracts/artifacts/VerifyingPaymaster.json')

  const answer = async (method: string, [operation]: readonly [Operation]): Promise<object> => {
    const gas = { paymasterVerificationGasLimit: toHex(VERIFICATION_GAS), paymasterPostOpGasLimit: '0x0' }
    // The chain's clock, which a test may have moved.
    const { timestamp } = await chain.getBlock()
    const validUntil = Number(timestamp) + LIFE_SECONDS
    const times = encodeAbiParameters([{ type: 'uint48' }, { type: 'uint48' }], [validUntil, 0])
    if (method === 'pm_getPaymasterStubData') {
      return { paymaster, paymasterData: concat([times, STUB_SIGNATURE]), ...gas, isFinal: false }
    }
    if (method !== 'pm_getPaymasterData') throw new Error(`no such method: ${method}`)
    const { sender, nonce, factory, factoryData, callData = '0x' } = operation
    const limits = pair(
      read(operation.paymasterVerificationGasLimit ?? gas.paymasterVerificationGasLimit),
      read(operation.paymasterPostOpGasLimit),
    )
    const packed = {
      sender,
      nonce: read(nonce),
      initCode: factory ? concat([factory, factoryData ?? '0x']) : '0x',
      callData,
      accountGasLimits: pair(read(operation.verificationGasLimit), read(operation.callGasLimit)),
      preVerificationGas: read(operation.preVerificationGas),
      gasFees: pair(read(operation.maxPriorityFeePerGas), read(operation.maxFeePerGas)),
      paymasterAndData: concat([paymaster, limits, times]),
      signature: '0x',
    }
    const hash = (await chain.readContract({
      address: paymaster,
      abi,
      functionName: 'getHash',
      args: [packed, validUntil, 0],
    })) as Hex
    return { paymaster, paymasterData: concat([times, await signer.signMessage({ message: { raw: hash } })]) }
  }

  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: [Operation] }
    const said = await answer(method, params).then(
      (result) => ({ result }),
      (error: Error) => ({ error: { code: -32603, message: error.message } }),
    )
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...said }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
