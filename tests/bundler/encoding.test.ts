/** Our encoding of smart accounts beside another client's: equal addresses, equal data, equal hashes, equal signatures. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { toSafeSmartAccount } from 'permissionless/accounts'
import {
  createPublicClient,
  custom,
  encodeAbiParameters,
  type Hex,
  hashTypedData,
  isErc6492Signature,
  parseErc6492Signature,
} from 'viem'
import { getUserOperationHash, type UserOperation as TheirOperation } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { fromHex } from '../../apps/frame/worker/evm/hex.ts'
import { deploymentOf, safeAddressOf } from '../../apps/frame/worker/evm/smartAccount/safeAccount.ts'
import { signSafeMessage } from '../../apps/frame/worker/evm/smartAccount/signSafeMessage.ts'
import { signSafeOperation } from '../../apps/frame/worker/evm/smartAccount/signSafeOperation.ts'
import { hashUserOperation, type UserOperation } from '../../apps/frame/worker/evm/smartAccount/userOperation.ts'
import { writeCalls } from '../../apps/frame/worker/evm/smartAccount/writeCalls.ts'
import { readArtifact } from '../../packages/testing/src/smartAccounts/bundlerBox.ts'
import { ENTRY_POINT, readSafeCalls } from '../../packages/wire/src/smartAccount.ts'

const CHAIN = 31_337
const { bytecode: proxy } = readArtifact(
  '@safe-global/safe-contracts/build/artifacts/contracts/proxies/SafeProxy.sol/SafeProxy.json',
)
/** A node on which nothing is deployed but the factory that says how a proxy is made. */
const client = createPublicClient({
  transport: custom({
    request: async ({ method }: { method: string }) => {
      if (method === 'eth_chainId') return `0x${CHAIN.toString(16)}`
      if (method === 'eth_call') return encodeAbiParameters([{ type: 'bytes' }], [proxy])
      return '0x'
    },
  }),
})

const signWith = (key: Hex) => (hash: Uint8Array) => {
  const recovered = secp256k1.sign(hash, fromHex(key), { prehash: false, format: 'recovered' })
  return {
    signature: Uint8Array.from(recovered.subarray(1)),
    yParity: recovered[0] === 1 ? (1 as const) : (0 as const),
  }
}

const theirs = (key: Hex, validity: { validAfter?: number; validUntil?: number } = {}) =>
  toSafeSmartAccount({
    client,
    owners: [privateKeyToAccount(key)],
    version: '1.4.1',
    entryPoint: { address: ENTRY_POINT, version: '0.7' },
    saltNonce: 0n,
    useMultiSendForSetup: false,
    ...validity,
  })

const keys = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => secp256k1.utils.isValidSecretKey(bytes))
  .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
const bytes = (max = 200) =>
  fc.uint8Array({ maxLength: max }).map((list): Hex => `0x${Buffer.from(list).toString('hex')}`)
const addresses = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((list): Hex => `0x${Buffer.from(list).toString('hex')}`)
const upTo = (bits: bigint) => fc.bigInt({ min: 0n, max: 2n ** bits - 1n })
const calls = fc.array(fc.record({ to: addresses, value: upTo(256n), data: bytes() }), { minLength: 1, maxLength: 20 })
const operations = fc.record({
  nonce: upTo(256n),
  callData: bytes(),
  callGasLimit: upTo(128n),
  verificationGasLimit: upTo(128n),
  preVerificationGas: upTo(256n),
  maxFeePerGas: upTo(128n),
  maxPriorityFeePerGas: upTo(128n),
  isDeployed: fc.boolean(),
  paymaster: fc.option(
    fc.record({ address: addresses, verificationGasLimit: upTo(128n), postOpGasLimit: upTo(128n), data: bytes() }),
    { nil: undefined },
  ),
})

const toTheirs = ({ deployment, paymaster, ...rest }: UserOperation): TheirOperation<'0.7'> => ({
  ...rest,
  signature: '0x',
  // The other client looks for a paymaster only where the field is there.
  factory: deployment?.factory,
  factoryData: deployment?.data,
  ...(paymaster && {
    paymaster: paymaster.address,
    paymasterVerificationGasLimit: paymaster.verificationGasLimit,
    paymasterPostOpGasLimit: paymaster.postOpGasLimit,
    paymasterData: paymaster.data,
  }),
})

it('SEC-54: an owner has the account, and makes it the way, that another client says', async () => {
  await fc.assert(
    fc.asyncProperty(keys, async (key) => {
      const owner = privateKeyToAccount(key).address
      const account = await theirs(key)
      expect(safeAddressOf(owner)).toBe(account.address)
      const { factory, factoryData } = await account.getFactoryArgs()
      expect(deploymentOf(owner)).toEqual({ factory, data: factoryData })
    }),
    { numRuns: 20 },
  )
})

it('calls are written as another client writes them, and read back', async () => {
  const account = await theirs(`0x${'4c'.repeat(32)}`)
  await fc.assert(
    fc.asyncProperty(calls, async (list) => {
      expect(writeCalls(list)).toBe(await account.encodeCalls(list))
      expect(readSafeCalls(writeCalls(list))).toEqual(list)
    }),
  )
})

it('a user operation has the hash that another library computes, and the signature that another client makes', async () => {
  await fc.assert(
    fc.asyncProperty(
      keys,
      operations,
      upTo(48n),
      upTo(48n),
      async (key, { isDeployed, ...rest }, validAfter, validUntil) => {
        const owner = privateKeyToAccount(key).address
        const sender = safeAddressOf(owner)
        const operation: UserOperation = { ...rest, sender, ...(!isDeployed && { deployment: deploymentOf(owner) }) }
        expect(hashUserOperation(operation, BigInt(CHAIN))).toBe(
          getUserOperationHash({
            chainId: CHAIN,
            entryPointAddress: ENTRY_POINT,
            entryPointVersion: '0.7',
            userOperation: toTheirs(operation),
          }),
        )
        const validity = { validAfter: Number(validAfter), validUntil: Number(validUntil) }
        const account = await theirs(key, validity)
        expect(signSafeOperation(operation, { chainId: BigInt(CHAIN), ...validity }, signWith(key))).toBe(
          await account.signUserOperation(toTheirs(operation)),
        )
      },
    ),
    { numRuns: 50 },
  )
})

it('typed data is signed for the account as another client signs it, wrapped while the account is not there', async () => {
  const key: Hex = `0x${'4c'.repeat(32)}`
  const owner = privateKeyToAccount(key).address
  const account = safeAddressOf(owner)
  const data = {
    domain: { name: 'Shop', chainId: CHAIN },
    types: { Order: [{ name: 'amount', type: 'uint256' }] },
    primaryType: 'Order',
    message: { amount: 7n },
  } as const
  const digest = fromHex(hashTypedData(data))
  const signed = signSafeMessage(
    digest,
    { account, chainId: BigInt(CHAIN), deployment: deploymentOf(owner) },
    signWith(key),
  )
  const other = await theirs(key)
  const bare = await other.signTypedData(data)
  expect(isErc6492Signature(signed)).toBe(true)
  const { address, data: made, signature } = parseErc6492Signature(signed)
  expect({ factory: address, data: made }).toEqual(deploymentOf(owner))
  expect(signature).toBe(isErc6492Signature(bare) ? parseErc6492Signature(bare).signature : bare)
  expect(signSafeMessage(digest, { account, chainId: BigInt(CHAIN) }, signWith(key))).toBe(signature)
})
