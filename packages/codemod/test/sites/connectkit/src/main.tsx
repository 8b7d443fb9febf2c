import { createRoot } from 'react-dom/client'
import { Shop } from './Shop.tsx'
import { Web3Provider } from './Web3Provider.tsx'

createRoot(document.getElementById('app') as HTMLElement).render(
  <Web3Provider>
    <Shop />
  </Web3Provider>,
)
