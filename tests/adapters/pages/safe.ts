/** A page of a journey: a site that may be shown as an app of a Safe, with Safe's own packages. */
import { readSettings } from '../../../apps/demo/site/readSettings.ts'
import { createOptions } from '../../../e2e/pages/createOptions.ts'
import { onPress, showState } from '../../../e2e/pages/showState.ts'
import { sendTransaction } from '../../../packages/latchkey/src/actions/index.ts'
import { universal } from '../../../packages/latchkey/src/adapters/universal/index.ts'
import { createLatchkey } from '../../../packages/latchkey/src/index.ts'

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

showState(latchkey)

onPress('sign', () => latchkey.signMessage('hello'))
onPress('pay', () => sendTransaction(latchkey, { to: '0x000000000000000000000000000000000000dEaD', value: 5n }))
