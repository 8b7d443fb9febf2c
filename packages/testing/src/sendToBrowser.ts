import { cdp } from 'vitest/browser'

/** Sends a command of the Chrome DevTools Protocol to the browser of a test. */
export const sendToBrowser = (method: string, parameters?: unknown): Promise<unknown> =>
  (cdp() as unknown as { send(method: string, parameters?: unknown): Promise<unknown> }).send(method, parameters)
