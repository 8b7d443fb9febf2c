/**
 * The account of an owner: a Safe of one owner, made by one transaction whose every byte follows from the owner's address. What is set
 * here is set for ever: another singleton, salt or set-up would give everybody another address. `safeAccount.test.ts` holds a vector.
 */
import type { Hex } from '@latchkey/wire/guard'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { withChecksum } from '../../../keys/derive.ts'
import { fromHex, toHex } from '../hex.ts'
import { PROXY_CREATION_HASH, PROXY_FACTORY, SAFE_MODULE, SAFE_MODULE_SETUP, SAFE_SINGLETON } from './contracts.ts'
import { toWord, writeCall } from './writeAbi.ts'

/** An owner's one account. */
const SALT_NONCE = 0n

/** `setup(address[],uint256,address,bytes,address,address,uint256,address)` of Safe */
const SETUP: Hex = '0xb63e800d'
/** `enableModules(address[])` of SafeModuleSetup */
const ENABLE_MODULES: Hex = '0x8d0dc49f'
/** `createProxyWithNonce(address,bytes,uint256)` of SafeProxyFactory */
const CREATE_PROXY: Hex = '0x1688f0b9'

/** What makes an account that is not there yet: the contract that is called, and the data of that call. */
export type Deployment = { readonly factory: Hex; readonly data: Hex }

/** One owner, one signature, the module enabled and answering for the account; nobody is paid for it. */
const writeSetup = (owner: Hex): Hex =>
  writeCall(SETUP, [
    { list: [BigInt(owner)] },
    1n,
    BigInt(SAFE_MODULE_SETUP),
    fromHex(writeCall(ENABLE_MODULES, [{ list: [BigInt(SAFE_MODULE)] }])),
    BigInt(SAFE_MODULE),
    0n,
    0n,
    0n,
  ])

/** How the account of an owner is made, by a user operation or by anybody. */
export const deploymentOf = (owner: Hex): Deployment => ({
  factory: PROXY_FACTORY,
  data: writeCall(CREATE_PROXY, [BigInt(SAFE_SINGLETON), fromHex(writeSetup(owner)), SALT_NONCE]),
})

/** The address of an owner's account, whether it is there yet or not, with the checksum of EIP-55. The same on every chain. */
export const safeAddressOf = (owner: Hex): Hex => {
  const salt = keccak_256(concatBytes(keccak_256(fromHex(writeSetup(owner))), toWord(SALT_NONCE)))
  // EIP-1014
  const made = keccak_256(concatBytes(Uint8Array.of(0xff), fromHex(PROXY_FACTORY), salt, fromHex(PROXY_CREATION_HASH)))
  return withChecksum(toHex(made.subarray(12)).slice(2)) as Hex
}
