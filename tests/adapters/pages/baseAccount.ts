/** A page of a journey: a site that offers Base Account, with the package of Base and a window of the address's choice. */
import { getElement } from '../../../apps/demo/site/element.ts'
import { readSettings } from '../../../apps/demo/site/readSettings.ts'
import { createOptions } from '../../../e2e/pages/createOptions.ts'
import { onPress, showState } from '../../../e2e/pages/showState.ts'
import { universal } from '../../../packages/latchkey/src/adapters/universal/index.ts'
import type { BaseAccountPackage } from '../../../packages/latchkey/src/evm/createBaseAccount.ts'
import { createLatchkey } from '../../../packages/latchkey/src/index.ts'

// The address says where the wallet's window is: ?window=http://host:port/page
const wanted = new URLSearchParams(location.search)

let loads = 0
const load = (): Promise<BaseAccountPackage> => {
  loads += 1
  getElement('loads').textContent = String(loads)
  return import('@base-org/account')
}
const latchkey = createLatchkey({
  ...createOptions(readSettings(), wanted),
  adapters: [universal({ baseAccount: { load, appName: 'Slope', preference: { walletUrl: wanted.get('window') } } })],
})

showState(latchkey)

onPress('sign', () => latchkey.signMessage('hello'))
onPress('leave', () => latchkey.disconnect().then(() => 'left'))
