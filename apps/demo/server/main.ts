import { DEMO_NAMES, DEMO_ZONE, type Demo, startDemo } from './startDemo.ts'

/** `npm run demo`: starts everything on this machine, says where it is, and ends it all on Ctrl-C. */
async function main(): Promise<void> {
  let demo: Demo | undefined
  let isEnding = false
  const end = (): void => {
    if (isEnding) return
    isEnding = true
    process.stdout.write('\nEnding.\n')
    void (demo?.stop() ?? Promise.resolve()).finally(() => process.exit(0))
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  process.on('SIGHUP', end)

  const tell = (line: string): void => {
    process.stdout.write(`${line}\n`)
  }
  tell('Hollowpine is starting on this machine, and needs nothing outside it.')
  demo = await startDemo({ tell, withBundler: true })
  if (isEnding) return demo.stop()
  for (const { wanted, taken } of demo.moved) tell(`Port ${wanted} is in use, so ${taken} was taken.`)
  tell('')
  tell(`  Demo site   ${demo.email?.shops[0] ?? demo.site}`)
  if (demo.email) {
    tell(`  Second site ${demo.email.shops[1]}`)
    tell(`  Mailbox     ${demo.email.mailbox}  every code and link of the demo`)
    tell(`  Frame       ${demo.email.frame}  keys of wallets from an e-mail`)
    tell(`  Vault       ${demo.email.vault}`)
    tell(`  Identity    ${demo.email.identity}  a service to log in by: type any name there`)
    tell(`  Backup page ${demo.email.backupPage}  opens a backup without any server`)
  }
  tell(`  Demo wallet ${demo.wallet}`)
  tell(`  Gateway     ${demo.gateway}`)
  tell(`  Provider    ${demo.provider}  sells test coins`)
  for (const { name, chainId, rpcUrl } of demo.settings.chains) tell(`  ${name.padEnd(11)} ${rpcUrl}  chain ${chainId}`)
  if (demo.bundler) tell(`  Bundler     ${demo.bundler}  carries out what smart accounts want, and a sponsor pays`)
  if (demo.settings.solana) tell(`  ${demo.settings.solana.name.padEnd(11)} ${demo.settings.solana.rpcUrl}  Solana`)
  tell('')
  for (const [name, address] of Object.entries(demo.settings.contracts)) tell(`  ${name.padEnd(13)} ${address}`)
  if (demo.solana) for (const [name, mint] of Object.entries(demo.solana.tokens)) tell(`  ${name.padEnd(13)} ${mint}`)
  tell(`  Names         ${[...Object.keys(DEMO_NAMES), `*.${DEMO_ZONE}`].join(', ')}`)
  tell(
    '\nOpen the demo site and connect: it brings wallets with play money, and takes any e-mail address for a new one.',
  )
  tell(
    'To connect as from another device, open the demo wallet in a second tab and bring it the code. Ctrl-C ends everything.',
  )
}

main().catch((error: unknown) => {
  process.stderr.write(`The demo could not start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
