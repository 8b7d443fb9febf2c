import { createServer } from 'node:http'
import { join } from 'node:path'
import type { ConfigInput } from '@latchkey/server'
import { startMailbox } from '@latchkey/testing/mailbox.ts'
import { startIdentity } from '@latchkey/testing/oauth/startIdentity.ts'
import { parsePart, parseSettings } from '../../../packages/server/src/config.ts'
import { frameConfig } from '../../../packages/server/src/frame/frameConfig.ts'
import { startFrame } from '../../../packages/server/src/frame/startFrame.ts'
import { loadLevel } from '../../../packages/server/src/storage/keyValueStore.ts'
import { startVault } from '../../../packages/server/src/vault/startVault.ts'
import { vaultConfig } from '../../../packages/server/src/vault/vaultConfig.ts'
import { BACKUP_PAGE } from './buildSite.ts'
import { findPort, listen } from './listen.ts'
import { serveMailbox } from './serveMailbox.ts'

/** What a visitor needs for a wallet from an e-mail. */
export type DemoEmail = {
  /** The site, on two sites of their own: passkeys and divided storage work there, which they do not at 127.0.0.1. */
  readonly shops: readonly [string, string]
  /** The frame with the keys, on a third one. */
  readonly frame: string
  /** The second server of a wallet, with its own folder, keys and mails. */
  readonly vault: string
  /** Where all mails are read: a page at `/`, JSON at `/mails?to=…`. */
  readonly mailbox: string
  /** Another service to log in by, where whoever types a name is that person. */
  readonly identity: string
  /** File of the page that opens a backup without any server. */
  readonly backupPage: string
}

type Parameters = {
  readonly ports: {
    readonly frame: number
    readonly vault: number
    readonly mailbox: number
    readonly identity: number
  }
  readonly sitePort: number
  readonly gatewayUrl: string
  readonly project: { readonly id: string; readonly name: string }
  /** Further pages that may embed the frame. */
  readonly origins: readonly string[]
  /** The gateway's folder, beside which the vault has its own. */
  readonly dataDir: string
  /** Hears how to end each part, as soon as it runs. */
  readonly onStart: (stop: () => Promise<unknown>) => void
}

/**
 * Starts the mailbox and the vault, and says what the gateway needs for logins. Undefined where the vault does not run on this system.
 * `serveFrame` follows once the frame is built. Browsers find `*.localhost` on this machine by themselves; programs do not, so servers
 * reach each other at 127.0.0.1.
 */
export async function startEmail({
  ports,
  sitePort,
  gatewayUrl,
  project,
  origins,
  dataDir,
  onStart,
}: Parameters): Promise<
  | {
      readonly email: DemoEmail
      readonly login: NonNullable<ConfigInput['login']>
      serveFrame(folder: string): Promise<void>
    }
  | undefined
> {
  if ('reason' in loadLevel()) return undefined
  const mailbox = await startMailbox()
  onStart(() => mailbox.close())
  const reader = createServer(serveMailbox(mailbox))
  const mailboxPort = await listen(reader, ports.mailbox)
  onStart(() => {
    reader.closeAllConnections()
    return new Promise((done) => reader.close(done))
  })
  const [framePort, vaultPort] = [await findPort(ports.frame), await findPort(ports.vault)]
  const identity = await startIdentity({
    id: 'demo',
    label: 'Demo identity',
    gateway: gatewayUrl,
    port: await findPort(ports.identity),
  })
  onStart(() => identity.close())
  const at = (name: string, port: number): string => `http://${name}.localhost:${port}`
  const email: DemoEmail = {
    shops: [at('shop-a', sitePort), at('shop-b', sitePort)],
    frame: at('wallet', framePort),
    vault: at('vault', vaultPort),
    mailbox: `http://127.0.0.1:${mailboxPort}`,
    identity: identity.url,
    backupPage: BACKUP_PAGE,
  }
  const hosts = [...email.shops, ...origins]
  const mail = (name: string, address: string) => ({
    host: '127.0.0.1',
    port: mailbox.port,
    allowClear: true,
    from: { name, address },
  })
  const keys = { kind: 'development' as const }
  const vault = await startVault({
    config: parseSettings(
      vaultConfig,
      {
        port: vaultPort,
        publicUrl: email.vault,
        dataDir: join(dataDir, 'beside'),
        frameOrigin: email.frame,
        gateway: { origin: gatewayUrl },
        projects: [{ ...project, hosts }],
        keys,
        mail: mail('Hollowpine vault', 'vault@vault.localhost'),
        issuers: identity.issuers,
        // The gateway follows, and is asked for its keys by then.
        logLevel: 'error',
      },
      {},
    ),
    mode: process.env.NODE_ENV,
  })
  onStart(() => vault.close())
  const login = {
    frameOrigin: email.frame,
    vault: { origin: email.vault, address: vault.url },
    keys,
    mail: mail('Hollowpine wallet', 'wallet@wallet.localhost'),
    social: identity.social as NonNullable<ConfigInput['login']>['social'],
  }
  return {
    email,
    login,
    serveFrame: async (folder) => {
      const written = { port: framePort, publicUrl: gatewayUrl, projects: [{ ...project, origins: hosts }], login }
      const config = parsePart(frameConfig, written, {})
      const frame = await startFrame({ config, folder })
      onStart(() => frame.close())
    },
  }
}
