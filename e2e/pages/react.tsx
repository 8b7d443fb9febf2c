import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { getElement } from '../../apps/demo/site/element.ts'
import { readSettings } from '../../apps/demo/site/readSettings.ts'
import { WalletPage } from './WalletPage.tsx'

createRoot(getElement('root')).render(
  <StrictMode>
    <WalletPage settings={readSettings()} />
  </StrictMode>,
)
