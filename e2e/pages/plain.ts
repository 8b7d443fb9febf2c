import { createLatchkey, isLatchkeyError, type Latchkey, type ThemeMode } from 'latchkey'
import { getElement } from '../../apps/demo/site/element.ts'
import { readSettings } from '../../apps/demo/site/readSettings.ts'
import { createOptions } from './createOptions.ts'
import { createTestSiwx } from './createTestSiwx.ts'

declare global {
  interface Window {
    /** The instance of this page. */
    latchkey: Latchkey
    /** Asks the connected wallet as a library of the site's would, past the instance's own actions. Resolves with the key of a refusal. */
    askWallet(method: string, params: readonly unknown[]): Promise<unknown>
  }
}

// The address chooses what a test wants to see: ?theme=light&locale=ar
const wanted = new URLSearchParams(location.search)
const latchkey = createLatchkey({
  ...createOptions(readSettings(), wanted),
  themeMode: (wanted.get('theme') ?? 'dark') as ThemeMode,
  locale: wanted.get('locale') ?? 'en',
  allowUnsupportedChain: wanted.has('any-chain'),
  enableReconnect: !wanted.has('no-reconnect'),
  siwx: createTestSiwx(wanted),
})

window.latchkey = latchkey
window.askWallet = async (method, params) => {
  const provider = latchkey.getProvider() as {
    request(request: { method: string; params: readonly unknown[] }): unknown
  }
  try {
    return await provider.request({ method, params })
  } catch (error) {
    return `refused ${error instanceof Error && 'key' in error ? error.key : String(error)}`
  }
}

const draw = (): void => {
  const { status, address, networkId } = latchkey.getState()
  getElement('status').textContent = status
  getElement('address').textContent = address ?? 'none'
  getElement('network').textContent = networkId
}
latchkey.subscribe(draw)
draw()

const write = (text: string): void => {
  const line = document.createElement('li')
  line.textContent = text
  getElement('heard').append(line)
}
latchkey.on('event', ({ name }) => write(name))
latchkey.on('failure', ({ code, step, final }) => write(`${code} ${step} ${final ? 'final' : 'open'}`))

const tell = (run: () => Promise<string>): void => {
  run().then(
    (text) => {
      getElement('result').textContent = text
    },
    (error: unknown) => {
      getElement('result').textContent = isLatchkeyError(error) ? `refused ${error.code}` : `broken ${String(error)}`
    },
  )
}
getElement('open').addEventListener('click', () =>
  tell(async () => {
    const result = await latchkey.open()
    return result.status === 'closed' ? `closed ${result.reason}` : `connected ${result.account.address}`
  }),
)
getElement('sign').addEventListener('click', () => tell(() => latchkey.signMessage('Hello, slope')))
getElement('send').addEventListener('click', () =>
  tell(() => latchkey.sendTransaction({ to: '0x0000000000000000000000000000000000000001', value: 1n })),
)
getElement('disconnect').addEventListener('click', () => tell(() => latchkey.disconnect().then(() => 'disconnected')))
