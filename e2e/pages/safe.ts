/**
 * A site that may be shown as an app of a Safe. The packages of Safe are the site's business; what stands in for them here talks to
 * the page around as they do, by messages with an id, and believes only the origins that it was told. Source: Safe Apps SDK 9.
 */
import { createLatchkey, isLatchkeyError } from 'latchkey'
import { universal } from 'latchkey/universal'
import { getElement } from '../../apps/demo/site/element.ts'
import { readSettings } from '../../apps/demo/site/readSettings.ts'
import { createOptions } from './createOptions.ts'

type SafeInfo = { readonly safeAddress: string; readonly chainId: number }

class SafeAppsSdk {
  readonly allowedDomains: readonly RegExp[]
  readonly safe = { getInfo: (): Promise<unknown> => this.send('getSafeInfo', {}) }

  constructor({ allowedDomains }: { allowedDomains: readonly RegExp[] }) {
    this.allowedDomains = allowedDomains
  }

  send(method: string, params: unknown): Promise<unknown> {
    const id = crypto.randomUUID()
    return new Promise((resolve, reject) => {
      const hear = ({ source, origin, data }: MessageEvent): void => {
        if (source !== parent || data?.id !== id || !this.allowedDomains.some((domain) => domain.test(origin))) return
        removeEventListener('message', hear)
        if (data.success) resolve(data.data)
        else reject(new Error(String(data.error)))
      }
      addEventListener('message', hear)
      parent.postMessage({ id, method, params, env: { sdkVersion: '9.1.0' } }, '*')
    })
  }
}

class SafeAppProvider {
  readonly info: SafeInfo
  readonly sdk: SafeAppsSdk

  constructor(info: SafeInfo, sdk: SafeAppsSdk) {
    this.info = info
    this.sdk = sdk
  }

  async request({ method, params = [] }: { method: string; params?: readonly unknown[] }): Promise<unknown> {
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return [this.info.safeAddress]
      case 'eth_chainId':
        return `0x${this.info.chainId.toString(16)}`
      case 'personal_sign': {
        const answer = (await this.sdk.send('signMessage', { message: params[0] })) as { signature?: string }
        return answer.signature ?? '0x'
      }
      default:
        throw Object.assign(new Error(`"${method}" not implemented`), { code: 4200 })
    }
  }
  on(): void {}
  removeListener(): void {}
}

// The address says where a Safe may be: ?safe=http://host:port
const wanted = new URLSearchParams(location.search)
const origin = wanted.get('safe') ?? ''
const latchkey = createLatchkey({
  ...createOptions(readSettings(), wanted),
  adapters: [
    universal({
      safe: {
        load: async () => [{ default: SafeAppsSdk }, { SafeAppProvider }] as const,
        allowedDomains: [new RegExp(`^${origin.replaceAll('.', '\\.')}$`)],
      },
    }),
  ],
})

const draw = (): void => {
  const { status, address, networkId } = latchkey.getState()
  getElement('status').textContent = status
  getElement('address').textContent = address ?? 'none'
  getElement('network').textContent = networkId
}
latchkey.subscribe(draw)
draw()

const tell = (run: () => Promise<string>): void => {
  const write = (text: string): void => {
    getElement('result').textContent = text
  }
  run().then(write, (error: unknown) => write(isLatchkeyError(error) ? `refused ${error.code}` : `broken ${error}`))
}
getElement('sign').addEventListener('click', () => tell(() => latchkey.signMessage('hello')))
