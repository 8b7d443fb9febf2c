/**
 * The ordinary way of `connectWallet`: a visitor has chosen an installed wallet in the modal, its owner approves, and nobody
 * has to sign in. Run by itself it prints the walk: `npx tsx --conditions=@latchkey/source scripts/walk/connectWallet.ts`.
 */
import { followCalls, toRoom, type Walk } from './followCalls.ts'

const SRC = './packages/latchkey/src'
const SCENARIO = `
import { universal } from '${SRC}/adapters/universal/index.ts'
import { beginDeciding } from '${SRC}/core/flow/decide.ts'
import { connectWallet } from '${SRC}/core/kernel/attempt/connectWallet.ts'
import { buildLatchkey } from '${SRC}/core/roof/buildLatchkey.ts'
import { resolveOptions } from '${SRC}/core/roof/resolveOptions.ts'
import { mainnet } from '${SRC}/networks/index.ts'
import { createScriptedWallet } from '${SRC}/testing/createScriptedWallet.ts'
import { createFakeServices } from './packages/testing/src/createFakeServices.ts'

export async function run() {
  const walletWindow = new EventTarget()
  createScriptedWallet({ name: 'Fox', rdns: 'test.fox', chainId: 1, rpcUrl: 'https://rpc.test' }).announce(walletWindow)
  const given = { networks: [mainnet], adapters: [universal()] }
  const options = resolveOptions(given, { title: () => 'Shop', origin: () => 'https://shop.test' })
  const { latchkey, start } = buildLatchkey({ given, options, loadActions: () => import('${SRC}/core/flow/actions.ts'), services: createFakeServices({ walletWindow }) })
  beginDeciding(latchkey.instance)
  start()
  const isOpen = new Promise((resolve) => latchkey.instance.stores.modal.watch(({ open }) => open && resolve()))
  const opened = latchkey.open()
  await isOpen
  const [{ id: connectorId }] = latchkey.getConnectors('eip155')
  begin()
  await connectWallet(latchkey.instance, { namespace: 'eip155', connectorId })
  end()
  const { status } = await opened
  if (status !== 'connected') throw new Error(status)
  latchkey.destroy()
}
`

export function walkConnectWallet(): Promise<Walk> {
  return followCalls(SCENARIO, { file: 'core/kernel/attempt/connectWallet.ts', name: 'connectWallet' })
}

if (process.argv[1] === import.meta.filename) {
  const { files, crossings } = await walkConnectWallet()
  for (const { from, line, to, name } of crossings) process.stdout.write(`${from}:${line} > ${to} ${name}\n`)
  const rooms = new Set(files.map(toRoom))
  const between = crossings.filter(({ from, to }) => toRoom(from) !== toRoom(to))
  process.stdout.write(
    `${rooms.size} rooms, ${between.length} returns; ${files.length} files, ${crossings.length} returns\n`,
  )
}
