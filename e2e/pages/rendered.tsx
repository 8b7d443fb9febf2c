import { hydrateRoot } from 'react-dom/client'
import { getElement } from '../../apps/demo/site/element.ts'
import { readSettings } from '../../apps/demo/site/readSettings.ts'
import { WalletPage } from './WalletPage.tsx'

hydrateRoot(getElement('root'), <WalletPage settings={readSettings()} />, {
  // A difference between the server's markup and the first paint must fail the journey, so it is thrown.
  onRecoverableError: (error) => {
    throw error
  },
})
