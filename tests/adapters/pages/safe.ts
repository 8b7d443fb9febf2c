/** A page of a journey: a site that may be shown as an app of a Safe, with Safe's own packages. */
import { getElement } from '../../../apps/demo/site/element.ts'
import { readSettings } from '../../../apps/demo/site/readSettings.ts'
import { createOptions } from '../../../e2e/pages/createOptions.ts'
import { sendTransaction } from '../../../packages/latchkey/src/actions/index.ts'
import { universal } from '../../../packages/latchkey/src/adapters/universal/index.ts'
import { createLatchkey, isLatchkeyError } from '../../../packages/latchkey/src/index.ts'

// The address says where a Safe may be: ?safe=http://host:port
const wanted = new URLSearchParams(location.search)
const origin = wanted.get('safe') ?? ''
const latchkey = createLatchkey({
  ...createOptions(readSettings(), wanted),
  adapters: [
    universal({
      safe: {
        load: () => Promise.all([import('@safe-global/safe-apps-sdk'), import('@safe-global/safe-apps-provider')]),
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

const onPress = (id: string, run: () => Promise<string>): void =>
  getElement(id).addEventListener('click', () => {
    const write = (text: string): void => {
      getElement('result').textContent = text
    }
    write('')
    run().then(write, (error: unknown) => write(isLatchkeyError(error) ? `refused ${error.code}` : `broken ${error}`))
  })
onPress('sign', () => latchkey.signMessage('hello'))
onPress('pay', () => sendTransaction(latchkey, { to: '0x000000000000000000000000000000000000dEaD', value: 5n }))
