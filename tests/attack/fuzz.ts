/** The page's own. */
declare const heard: readonly unknown[]
declare const port: MessagePort

/**
 * Sends messages that are no calls to the frame's port and window, and gives back what came for them. It runs inside a page, so that it
 * stands on nothing around it; the seed makes every run the same.
 */
export const fuzz = async ({
  seed,
  count,
  frame,
}: {
  readonly seed: number
  readonly count: number
  readonly frame: string
}): Promise<readonly unknown[]> => {
  const target = document.querySelector('iframe')?.contentWindow as Window
  let state = seed
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const pick = <Value>(values: readonly Value[]): Value => values[random(values.length)] as Value
  const names =
    'CONNECT_EMAIL CONNECT_OTP GET_USER RPC_REQUEST SYNC_THEME SYNC_DAPP_DATA SWITCH_NETWORK OPEN_SETTINGS'.split(' ')
  const text = (): string =>
    Array.from({ length: random(40) }, () => String.fromCharCode(random(4) ? 32 + random(95) : random(0xffff))).join('')
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { deeper: deep(levels - 1) })
  const wrong = [
    () => undefined,
    () => null,
    () => random(2 ** 31),
    () => Number.NaN,
    () => text(),
    () => [],
    () => new Date(),
    () => new Map([[text(), text()]]),
    () => new Set([1]),
    () => /x/u,
    () => new Error('x'),
    () => new ArrayBuffer(random(64)),
    () => new Uint8Array(random(64)),
    () => new Blob([text()]),
    () => 10n,
    () => deep(20),
    () => ({ [text()]: text(), [text()]: deep(random(5)) }),
    () => JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}'),
    () => Object.assign([], { length: 4_000_000_000 }),
    () => {
      const circle: Record<string, unknown> = {}
      circle.self = circle
      return circle
    },
  ]
  /** Each is one step away from a call. */
  const nearly = [
    () => pick(wrong)(),
    () => ({ type: pick(wrong)(), id: crypto.randomUUID(), payload: pick(wrong)() }),
    () => ({ type: `@latchkey-frame/${pick(names)}_SUCCESS`, id: crypto.randomUUID(), payload: pick(wrong)() }),
    () => ({ type: `@latchkey-app/${pick(names).toLowerCase()}`, id: crypto.randomUUID() }),
    () => ({ type: `@latchkey-app/${text()}`, id: crypto.randomUUID(), payload: {} }),
    () => ({ type: `@latchkey-app/APPROVE`, id: crypto.randomUUID(), payload: { outcome: 'approved' } }),
    () => ({ type: `@latchkey-app/IS_CONNECTED`, id: pick([text(), 1, null, {}, []]) }),
    () => ({ type: `@latchkey-app/IS_CONNECTED`, id: crypto.randomUUID(), [`x${text()}`]: 1 }),
    () => ({ type: `@latchkey-app/CONNECT_EMAIL`, id: crypto.randomUUID(), payload: { email: [text()] } }),
    () => ({
      type: `@latchkey-app/CONNECT_OTP`,
      id: crypto.randomUUID(),
      payload: { otp: pick(['12345', '1234567', '12345x', 123_456, ['123456']]) },
    }),
    () => ({
      type: `@latchkey-app/SYNC_THEME`,
      id: crypto.randomUUID(),
      payload: { themeVariables: { [pick(['--latchkey-accent', '--x', 'color'])]: `url(//${text()})` } },
    }),
    () => ({
      type: `@latchkey-app/RPC_REQUEST`,
      id: crypto.randomUUID(),
      payload: { method: pick(['eth_sign', 'admin_peers', '__proto__', 'personal_sign\0', text()]), params: [] },
    }),
    () => ({
      type: `@latchkey-app/RPC_REQUEST`,
      id: crypto.randomUUID(),
      payload: { method: 'personal_sign', params: Array.from({ length: 65 }, () => text()) },
    }),
  ]
  const before = heard.length
  for (let sent = 0; sent < count; sent += 1) {
    const large = sent % 500 === 499
    const message = large
      ? { type: '@latchkey-app/SYNC_DAPP_DATA', id: crypto.randomUUID(), payload: { text: 'x'.repeat(300 * 1024) } }
      : pick(nearly)()
    if (random(4) === 0) target.postMessage(message, frame)
    else port.postMessage(message)
    // The other side gets a turn.
    if (sent % 200 === 199) await new Promise((resolve) => setTimeout(resolve))
  }
  return heard.slice(before)
}
