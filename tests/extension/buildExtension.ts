import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { WalletConfig } from './src/messages.ts'

/** The first two accounts of anvil's default mnemonic. Public: worth nothing anywhere else. */
export const EXTENSION_KEYS = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const

/** Bundles the wallet into a new folder below the temporary one and gives its path, for Chromium's `--load-extension`. */
export async function buildExtension(config: Partial<WalletConfig> = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-extension-'))
  const source = import.meta.dirname
  const complete: WalletConfig = {
    name: 'Latchkey Test Wallet',
    rdns: 'dev.latchkey.extension',
    privateKeys: EXTENSION_KEYS,
    chains: [{ chainId: 31_337, name: 'Local chain', rpcUrl: 'http://127.0.0.1:8545' }],
    ...config,
  }
  await build({
    entryPoints: ['inpage', 'bridge', 'worker', 'approve', 'settings'].map((name) => join(source, 'src', `${name}.ts`)),
    outdir: folder,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['@latchkey/source'],
    logLevel: 'warning',
    define: {
      WALLET_NAME: JSON.stringify(complete.name),
      WALLET_RDNS: JSON.stringify(complete.rdns),
      WALLET_CONFIG: JSON.stringify(complete),
    },
  })
  for (const name of ['manifest.json', 'approve.html', 'settings.html'])
    copyFileSync(join(source, name), join(folder, name))
  return folder
}
