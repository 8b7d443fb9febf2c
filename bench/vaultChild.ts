/** The child of `vault.ts`: a vault as `latchkey-vault` runs it, over the folder that it is given. */
import { parseSettings } from '../packages/server/src/config.ts'
import { startVault } from '../packages/server/src/vault/startVault.ts'
import { vaultConfig } from '../packages/server/src/vault/vaultConfig.ts'

const [, , dataDir = ''] = process.argv
const vault = await startVault({
  config: parseSettings(
    vaultConfig,
    {
      port: 0,
      dataDir,
      publicUrl: 'https://vault.example',
      frameOrigin: 'https://wallet.example',
      gateway: { origin: 'https://gate.example', address: 'http://127.0.0.1:9' },
      projects: [{ id: 'bench', name: 'Bench', hosts: ['https://shop.example'] }],
      keys: { kind: 'development' },
      mail: {
        host: '127.0.0.1',
        port: 2525,
        allowClear: true,
        from: { name: 'Bench', address: 'vault@vault.example' },
      },
      logLevel: 'silent',
    },
    {},
  ),
  mode: 'test',
})
process.on('message', () => process.send?.(process.memoryUsage.rss()))
process.on('disconnect', async () => {
  await vault.close()
  process.exit(0)
})
process.send?.(vault.url)
