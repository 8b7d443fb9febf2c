import type { Page } from '@playwright/test'
import type { PhoneActs } from './createPhones.ts'
import type { GateMode } from './createRelayGate.ts'
import type { Stack } from './stack.ts'

/** A wallet on another device, driven from a test. */
export async function startPhone(
  stack: Stack,
  parts: { name?: string; native?: string | undefined } = {},
): Promise<PhoneActs> {
  const phone = crypto.randomUUID()
  const acts = new Proxy({} as PhoneActs, {
    get: (_, act: string) =>
      act === 'then' ? undefined : (...values: readonly unknown[]) => tell(stack, { phone, act, values }),
  })
  await acts.start({ name: 'Pocket Fox', ...parts })
  return acts
}

/** Does to the network between a page at `stack.gateRelay` and the relay what a test wants. */
export async function setGate(stack: Stack, act: GateMode | 'cut'): Promise<void> {
  await tell(stack, { act, values: [] })
}

/** Gives an address of the Solana chain lamports, or says how many it has, past everything that is tested. */
export async function fund(stack: Stack, address: string, lamports: bigint): Promise<void> {
  await tell(stack, { act: 'fund', values: [address, String(lamports)] })
}
export async function countLamports(stack: Stack, address: string): Promise<bigint> {
  return BigInt(await tell(stack, { act: 'lamports', values: [address] }))
}

/** Gives an address of the Solana chain all of a new token of two decimals, and says of which; or how many it has of one. */
export async function giveTokens(stack: Stack, address: string, amount: bigint): Promise<string> {
  return tell(stack, { act: 'mint', values: [address, String(amount)] })
}
export async function countTokens(stack: Stack, address: string, mint: string): Promise<bigint> {
  return BigInt(await tell(stack, { act: 'tokens', values: [address, mint] }))
}

async function tell(
  stack: Stack,
  message: { phone?: string; act: string; values: readonly unknown[] },
): Promise<never> {
  const answer = await fetch(stack.control, { method: 'POST', body: JSON.stringify(message) })
  const { value, error } = (await answer.json()) as { value: never; error?: string }
  if (error !== undefined) throw new Error(`${message.act}: ${error}`)
  return value
}

/** Leaves a page for another app, or comes back to it, as far as the page can tell. */
export async function setVisible(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate((visible) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (visible ? 'visible' : 'hidden'),
    })
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => !visible })
    document.dispatchEvent(new Event('visibilitychange'))
    dispatchEvent(new Event(visible ? 'focus' : 'blur'))
  }, isVisible)
}
