import { readFileSync } from 'node:fs'
import type { NamePlaces } from '@latchkey/testing/ens/placeNames.ts'
import type { DemoEmail } from '../apps/demo/server/startEmail.ts'
import type { DemoSettings } from '../apps/demo/settings.ts'

/** Where the running stack is: the demo, and the pages that only tests need. */
export type Stack = {
  readonly site: string
  /** Origin of the test pages of `e2e/pages`. */
  readonly pages: string
  /** The same pages on an origin that the gateway does not know. */
  readonly strangers: string
  /** The demo wallet that is a page of its own. */
  readonly wallet: string
  readonly gateway: string
  readonly relay: string
  /** The relay behind a gate that tests open and close. */
  readonly gateRelay: string
  /** Where tests drive the gate and the phones. */
  readonly control: string
  readonly rpc: string
  readonly secondRpc: string
  /** A Solana chain, which the gateway serves too. */
  readonly solanaRpc: string
  /** Wallets from an e-mail: the demo site on two sites, the frame on a third one, and the mailbox. */
  readonly email: DemoEmail
  /** Where the first chain keeps its names. */
  readonly names: NamePlaces
  readonly settings: DemoSettings
  /** Folder of the test pages, for journeys that serve them on sites of their own. */
  readonly pagesFolder: string
  /** A script that puts `latchkey/testing` on the window, to run before a page's own scripts. */
  readonly walletScript: string
}

/** What was built once for all workers: nothing in there changes while journeys run. */
export type BuiltPages = {
  /** Folder of the test pages. */
  readonly pages: string
  /** The script of `Stack.walletScript`: an environment variable is too small for it. */
  readonly walletScriptFile: string
}

/** A stack on its way to the tests. */
export type WrittenStack = Omit<Stack, 'walletScript'> & Pick<BuiltPages, 'walletScriptFile'>

/** The environment variable that carries the stacks from the set-up to the tests, one for each worker. */
export const STACKS_VARIABLE = 'LATCHKEY_E2E_STACKS'

/** The stack of this worker. Two workers share no chain, no database and no port. */
export function readStack(): Stack {
  const written = process.env[STACKS_VARIABLE]
  if (!written) throw new Error('The stack is not running; start the journeys with npx playwright test.')
  const stacks = JSON.parse(written) as readonly WrittenStack[]
  const found = stacks[Number(process.env.TEST_PARALLEL_INDEX)]
  if (!found) throw new Error(`There is no stack for worker ${process.env.TEST_PARALLEL_INDEX}.`)
  const { walletScriptFile, ...stack } = found
  return { ...stack, walletScript: readFileSync(walletScriptFile, 'utf8') }
}
