/**
 * EntryPoint 0.7 and Safe 1.4.1 with its ERC-4337 module on a dev chain, byte for byte as published and at the addresses that every client
 * knows. Their code is GPL and LGPL: it is read from `tests/bundler` at run time, and nothing that is published holds any of it.
 */
import { readFileSync } from 'node:fs'
import {
  type Address,
  concat,
  createTestClient,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  http,
  parseEther,
  publicActions,
  walletActions,
  zeroHash,
} from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import { pathInBox, readArtifact } from './bundlerBox.ts'

/** Deploys by CREATE2 whatever it is sent; a dev chain of anvil has it. */
const CREATE2_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
/** By which EntryPoint 0.7 has its address. Source: its release. */
const ENTRY_POINT_SALT: Hex = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3'

const safe = (path: string): Hex =>
  readArtifact(`@safe-global/safe-contracts/build/artifacts/contracts/${path}.json`).bytecode
const module = (name: string): Hex =>
  readArtifact(`@safe-global/safe-4337/build/artifacts/contracts/${name}.sol/${name}.json`).bytecode

/** Safe's own contracts, and where each of them stands on public chains. */
const SAFE_CONTRACTS: readonly (readonly [path: string, place: Address])[] = [
  ['Safe.sol/Safe', '0x41675C099F32341bf84BFc5382aF534df5C7461a'],
  ['proxies/SafeProxyFactory.sol/SafeProxyFactory', '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67'],
  ['libraries/MultiSend.sol/MultiSend', '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526'],
  ['libraries/MultiSendCallOnly.sol/MultiSendCallOnly', '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'],
]

const openChain = (rpcUrl: string) =>
  createTestClient({ mode: 'anvil', transport: http(rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)

type Chain = ReturnType<typeof openChain>

async function send(
  chain: Chain,
  account: Address,
  transaction: { to?: Address | undefined; data: Hex; value?: bigint },
): Promise<Address | null | undefined> {
  const hash = await chain.sendTransaction({ account, chain: null, ...transaction })
  const receipt = await chain.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  if (receipt.status !== 'success') throw new Error(`The dev chain reverted ${hash}.`)
  return receipt.contractAddress
}

/** By CREATE2; rejects where the code does not land where public chains have it. */
async function place(
  chain: Chain,
  account: Address,
  { deployer, salt = zeroHash, code, at }: { deployer: Address; salt?: Hex; code: Hex; at: Address },
): Promise<void> {
  if (await chain.getCode({ address: at })) return
  await send(chain, account, { to: deployer, data: concat([salt, code]) })
  if (!(await chain.getCode({ address: at }))) throw new Error(`Nothing was placed at ${at}.`)
}

/** Places what smart accounts need, in the name of `maker`, whom the chain must sign for. What is there already stays. */
export async function placeSmartAccounts(parameters: { rpcUrl: string; maker: Address }): Promise<void> {
  const { rpcUrl, maker } = parameters
  const chain = openChain(rpcUrl)
  // Safe's own deployer has a signed transaction of its own for each chain.
  const factory = JSON.parse(
    readFileSync(
      pathInBox(`@safe-global/safe-singleton-factory/artifacts/${await chain.getChainId()}/deployment.json`),
      'utf8',
    ),
  ) as { readonly address: Address; readonly signerAddress: Address; readonly transaction: Hex }
  if (!(await chain.getCode({ address: factory.address }))) {
    await chain.setBalance({ address: factory.signerAddress, value: parseEther('1') })
    const hash = await chain.sendRawTransaction({ serializedTransaction: factory.transaction })
    await chain.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  }
  await place(chain, maker, {
    deployer: CREATE2_DEPLOYER,
    salt: ENTRY_POINT_SALT,
    code: readArtifact('@account-abstraction/contracts/artifacts/EntryPoint.json').bytecode,
    at: entryPoint07Address,
  })
  for (const [path, at] of SAFE_CONTRACTS)
    await place(chain, maker, { deployer: factory.address, code: safe(path), at })
  await place(chain, maker, {
    deployer: CREATE2_DEPLOYER,
    code: encodeDeployData({
      ...readArtifact('@safe-global/safe-4337/build/artifacts/contracts/Safe4337Module.sol/Safe4337Module.json'),
      args: [entryPoint07Address],
    }),
    at: '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226',
  })
  await place(chain, maker, {
    deployer: CREATE2_DEPLOYER,
    code: module('SafeModuleSetup'),
    at: '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47',
  })
}

/** A VerifyingPaymaster that pays for what `sponsor` signs, with `deposit` wei of `maker`'s in the entry point. */
export async function placePaymaster(parameters: {
  rpcUrl: string
  maker: Address
  sponsor: Address
  deposit: bigint
}): Promise<Address> {
  const { rpcUrl, maker, sponsor, deposit } = parameters
  const chain = openChain(rpcUrl)
  const artifact = readArtifact('@account-abstraction/contracts/artifacts/VerifyingPaymaster.json')
  const paymaster = await send(chain, maker, {
    data: encodeDeployData({ ...artifact, args: [entryPoint07Address, sponsor] }),
  })
  if (!paymaster) throw new Error('The paymaster was not placed.')
  await send(chain, maker, {
    to: paymaster,
    value: deposit,
    data: encodeFunctionData({ abi: artifact.abi, functionName: 'deposit' }),
  })
  return paymaster
}
