import { readFileSync } from 'node:fs'
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
  /** A Solana chain, and not one that the gateway knows. */
  readonly solanaRpc: string
  readonly settings: DemoSettings
  /** A script that puts `latchkey/testing` on the window, to run before a page's own scripts. */
  readonly walletScript: string
}

/** The same on its way to the tests: an environment variable is too small for a script. */
export type WrittenStack = Omit<Stack, 'walletScript'> & { readonly walletScriptFile: string }

/** The environment variable that carries the stack from the set-up to the tests. */
export const STACK_VARIABLE = 'LATCHKEY_E2E_STACK'

/** The stack that the set-up started. */
export function readStack(): Stack {
  const written = process.env[STACK_VARIABLE]
  if (!written) throw new Error('The stack is not running; start the journeys with npx playwright test.')
  const { walletScriptFile, ...stack } = JSON.parse(written) as WrittenStack
  return { ...stack, walletScript: readFileSync(walletScriptFile, 'utf8') }
}
