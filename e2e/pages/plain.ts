import { createLatchkey, type Latchkey, type ThemeMode } from 'latchkey'
import { readSettings } from '../../apps/demo/site/readSettings.ts'
import { createOptions } from './createOptions.ts'
import { createTestSiwx } from './createTestSiwx.ts'
import { onPress, showHeard, showState } from './showState.ts'

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
const settings = readSettings()
const [first] = settings.chains
const latchkey = createLatchkey({
  ...createOptions(settings, wanted),
  onrampHosts: [settings.providerHost],
  swapRouters: {
    [`eip155:${first?.chainId}`]: [
      { address: settings.swapRouter, wrappedNative: settings.contracts.wrappedEther, takesPermit: true },
    ],
  },
  themeMode: (wanted.get('theme') ?? 'dark') as ThemeMode,
  locale: wanted.get('locale') ?? 'en',
  allowUnsupportedChain: wanted.has('any-chain'),
  enableReconnect: !wanted.has('no-reconnect'),
  debug: wanted.has('debug'),
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

showState(latchkey)

showHeard(latchkey)

onPress('open', async () => {
  const result = await latchkey.open()
  return result.status === 'closed' ? `closed ${result.reason}` : `connected ${result.account.address}`
})
onPress('sign', () => latchkey.signMessage('Hello, slope'))
onPress('send', () => latchkey.sendTransaction({ to: '0x0000000000000000000000000000000000000001', value: 1n }))
onPress('disconnect', () => latchkey.disconnect().then(() => 'disconnected'))
