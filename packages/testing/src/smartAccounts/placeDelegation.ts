/**
 * The code of EIP-7702 accounts, and what holds those whom they let do something, on a dev chain at the addresses of public ones. It is
 * put there, and not deployed, because its own deployer is on no package registry.
 */
import { createRequire } from 'node:module'
import { type Abi, type Address, createTestClient, encodeDeployData, type Hex, http, publicActions } from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import { pathInBox } from './bundlerBox.ts'

const MANAGER: Address = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'

/** Owns the manager, whose owner could stop it. */
const NOBODY: Address = '0x000000000000000000000000000000000000dEaD'

/** Where each stands on public chains, and what it is made with. Source: deployments of the Delegation Framework 1.3.0. */
const CONTRACTS: Readonly<Record<string, { readonly at: Address; readonly with?: readonly unknown[] }>> = {
  DelegationManager: { at: MANAGER, with: [NOBODY] },
  EIP7702StatelessDeleGator: {
    at: '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B',
    with: [MANAGER, entryPoint07Address],
  },
  AllowedTargetsEnforcer: { at: '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB' },
  AllowedMethodsEnforcer: { at: '0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5' },
  ERC20TransferAmountEnforcer: { at: '0xf100b0819427117EcF76Ed94B358B1A5b5C6D2Fc' },
  ERC20PeriodTransferEnforcer: { at: '0x474e3Ae7E169e940607cC624Da8A15Eb120139aB' },
  LimitedCallsEnforcer: { at: '0x04658B29F6b82ed55274221a06Fc97D318E25416' },
  TimestampEnforcer: { at: '0x1046bb45C8d673d4ea75321280DB34899413c069' },
}

/** Places what accounts of EIP-7702 need. Needs `tests/bundler` (`hasBundlerBox`), and an entry point for their operations. */
export async function placeDelegation(rpcUrl: string): Promise<void> {
  const chain = createTestClient({ mode: 'anvil', transport: http(rpcUrl) }).extend(publicActions)
  const load = createRequire(pathInBox('@metamask/delegation-abis/package.json'))
  const abis = load('@metamask/delegation-abis') as Readonly<Record<string, Abi>>
  const code = load('@metamask/delegation-abis/bytecode') as Readonly<Record<string, Hex>>
  for (const [name, { at, with: args = [] }] of Object.entries(CONTRACTS)) {
    const [abi, bytecode] = [abis[name], code[name]]
    if (!abi || !bytecode) throw new Error(`The package has no ${name}.`)
    // What a creation answers in a call is the code that it would leave behind.
    const { data } = await chain.call({ data: encodeDeployData({ abi, bytecode, args }) })
    if (!data) throw new Error(`${name} could not be prepared on the dev chain.`)
    await chain.setCode({ address: at, bytecode: data })
  }
}
