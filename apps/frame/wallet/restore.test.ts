/** What an operator keeps in a safe place brings wallets back: copies of both stores and of both master keys, and nothing less. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as everyTest, expect, onTestFinished } from 'vitest'
import { newMasterKey } from '../../../packages/server/src/login/testLogin.ts'
import { loadLevel } from '../../../packages/server/src/storage/keyValueStore.ts'
import { openStorage } from '../../../packages/server/src/storage/openStorage.ts'
import { placeEmptyDatabase } from '../../../packages/testing/src/emptyDatabase.ts'
import { bringWallet } from './bringWallet.ts'
import { startTestServers } from './testServers.ts'

/** Where the vault's binary does not run there is nothing to test. */
const test = everyTest.skipIf('reason' in loadLevel() && !process.env.CI)

test('SEC-136: from copies of both stores and both master keys a wallet is unlocked and recovered; with another key it is neither', async () => {
  const home = mkdtempSync(join(tmpdir(), 'latchkey-restore-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const start = (folder: string, masterKeys: { gateway: string; vault: string }) =>
    startTestServers({
      masterKeys,
      vaultFolder: join(home, folder, 'vault'),
      openDatabase: () => openStorage({ dataDir: join(home, folder, 'gateway') }),
    })
  await placeEmptyDatabase(join(home, 'live', 'gateway'))
  const email = 'restored@shop.example'
  const masterKeys = { gateway: newMasterKey('gateway', 'a'), vault: newMasterKey('vault', 'a') }

  const first = await start('live', masterKeys)
  const device = await first.createBrowser(email)
  const { wallet } = await bringWallet(device.around, await device.logIn())
  await first.close()
  cpSync(join(home, 'live'), join(home, 'restored'), { recursive: true })
  cpSync(join(home, 'live'), join(home, 'useless'), { recursive: true })
  rmSync(join(home, 'live'), { recursive: true })

  const second = await start('restored', masterKeys)
  second.time.now = first.time.now + 31_000
  // The device from before, with what it kept, and one that is new.
  const again = await second.createBrowser(email, { ...device.held, store: device.store })
  expect(await bringWallet(again.around, await again.logIn())).toMatchObject({
    how: 'unlocked',
    wallet: { walletId: wallet.walletId, addresses: wallet.addresses },
  })
  second.time.now += 31_000
  const other = await second.createBrowser(email)
  expect(await bringWallet(other.around, await other.logIn())).toMatchObject({
    how: 'recovered',
    wallet: { addresses: wallet.addresses },
  })
  await second.close()

  // Copies of the stores alone are noise: neither party starts with another key.
  const wrong = { gateway: newMasterKey('gateway', 'b'), vault: newMasterKey('vault', 'b') }
  await expect(start('useless', wrong)).rejects.toThrow(/master key/i)
})
