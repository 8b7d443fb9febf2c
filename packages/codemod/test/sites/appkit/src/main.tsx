import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { AppKitProvider } from './AppKitProvider.tsx'

createRoot(document.getElementById('app') as HTMLElement).render(
  <AppKitProvider>
    <App />
  </AppKitProvider>,
)
