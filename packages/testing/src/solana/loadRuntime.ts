/**
 * Finds litesvm, Solana's runtime in a process, as its packages for single platforms bring it, in a box of their own
 * (`tests/solana`, 12 MB). The package that joins them brings @solana/kit along, twice the size of the runtime, and adds
 * nothing that is used here.
 */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

const BOX = resolve(import.meta.dirname, '../../../../tests/solana')

/** An account as the runtime keeps it. */
export type RuntimeAccount = {
  lamports(): bigint
  data(): Uint8Array
  owner(): Uint8Array
  executable(): boolean
}

export type RuntimeAddressAndAccount = { readonly address: Uint8Array; account(): RuntimeAccount }

export type RuntimeMeta = {
  signature(): Uint8Array
  logs(): readonly string[]
  computeUnitsConsumed(): bigint
}

/** What the runtime says is wrong with a transaction: a number, or an object for the kinds that carry more. */
export type RuntimeError =
  | number
  | { readonly accountIndex: number }
  | { readonly index: number }
  | { readonly index: number; err(): number | { readonly code: number } | { readonly msg: string } }

export type RuntimeFailure = { err(): RuntimeError; meta(): RuntimeMeta }

export type RuntimeSimulation = { meta(): RuntimeMeta; postAccounts(): readonly RuntimeAddressAndAccount[] }

/** The runtime's own class, as far as it is used here. Addresses are 32 bytes. */
export type Runtime = {
  setTransactionHistory(capacity: bigint): void
  setBlockhashCheck(isOn: boolean): void
  setSigverify(isOn: boolean): void
  expireBlockhash(): void
  latestBlockhash(): string
  warpToSlot(slot: bigint): void
  getAccount(address: Uint8Array): RuntimeAccount | null
  setAccount(address: Uint8Array, account: RuntimeAccount): void
  getBalance(address: Uint8Array): bigint | null
  getProgramAccounts(program: Uint8Array): readonly RuntimeAddressAndAccount[]
  minimumBalanceForRentExemption(length: bigint): bigint
  airdrop(address: Uint8Array, lamports: bigint): RuntimeMeta | RuntimeFailure | null
  sendLegacyTransaction(bytes: Uint8Array): RuntimeMeta | RuntimeFailure
  sendVersionedTransaction(bytes: Uint8Array): RuntimeMeta | RuntimeFailure
  simulateLegacyTransaction(bytes: Uint8Array): RuntimeSimulation | RuntimeFailure
  simulateVersionedTransaction(bytes: Uint8Array): RuntimeSimulation | RuntimeFailure
}

/** What a package of litesvm for one platform exports, as far as it is used here. */
export type RuntimePackage = {
  readonly LiteSvm: { new (): Runtime; default(): Runtime }
  readonly Account: new (
    lamports: bigint,
    data: Uint8Array,
    owner: Uint8Array,
    executable: boolean,
    rentEpoch: bigint,
  ) => RuntimeAccount
  readonly FailedTransactionMetadata: new () => RuntimeFailure
}

/** The runtime for this platform; undefined where no package of it is installed. */
export function loadRuntime(
  platform: string = process.platform,
  arch: string = process.arch,
): RuntimePackage | undefined {
  const require = createRequire(`${BOX}/`)
  for (const name of listPackages(platform, arch)) {
    try {
      return require(name) as RuntimePackage
    } catch {
      // The next one, or none.
    }
  }
  return undefined
}

/** Linux has two C libraries; a package that is for the other one is not installed, or does not load. */
function listPackages(platform: string, arch: string): readonly string[] {
  const name = `litesvm-${platform}-${arch}`
  return platform === 'linux' ? [`${name}-gnu`, `${name}-musl`] : [name]
}

/**
 * The runtime for this platform, installed first where it is missing; undefined where there is none for it, and where it cannot
 * be had within the time.
 */
export async function installRuntime(
  limitMs: number,
  tell: (line: string) => void = () => undefined,
): Promise<RuntimePackage | undefined> {
  const found = loadRuntime()
  if (found !== undefined) return found
  tell("Solana's runtime is fetched from npm, once (12 MB)")
  await new Promise<void>((done) => {
    const child = spawn('npm', ['ci', '--prefix', BOX], { stdio: 'ignore', timeout: limitMs })
    child.once('error', () => done())
    child.once('exit', () => done())
  })
  return loadRuntime()
}
