import { createSignClient } from '@latchkey/walletconnect'
import { createRoot } from 'react-dom/client'
import { createKeys } from '../rules/keys.ts'
import { readWalletLink } from '../rules/pairingUri.ts'
import { parseSettings } from '../settings.ts'
import { App } from './App.tsx'
import { createWallet } from './createWallet.ts'
import { Failed } from './Failed.tsx'

/** Starts the wallet: settings from its server, keys from the public phrase, a client of the protocol, and what the link asked for. */
async function start(page: HTMLElement): Promise<void> {
  const link = readWalletLink(location.href)
  const settings = parseSettings(await (await fetch('/settings.json')).json())
  const relay = new URLSearchParams(location.search).get('relay')
  // A code holds a key, so it does not stay in the address bar and the history (SEC-88).
  history.replaceState(null, '', '/')
  const client = await createSignClient({
    relayUrl: relay !== null && /^wss?:\/\//.test(relay) ? relay : settings.relayUrl,
    projectId: settings.projectId,
    name: 'field-wallet',
    metadata: {
      name: 'Hollowpine Field Wallet',
      description: 'A demo wallet with public test keys',
      url: location.origin,
      icons: [`${location.origin}/pictures/mark.svg`],
      redirect: { universal: location.origin },
    },
  })
  const wallet = createWallet({
    client,
    keys: createKeys(),
    settings,
    fetch: (input, init) => fetch(input, init),
    makeId: () => crypto.randomUUID(),
    clock: {
      now: () => Date.now(),
      after(ms, run) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    },
  })
  createRoot(page).render(<App wallet={wallet} wantedRequest={link.kind === 'request' ? link.requestId : undefined} />)
  if (link.kind === 'pair') await wallet.pair(link.text)
}

const page = document.getElementById('wallet')
if (!page) throw new Error('The page has no place for the wallet.')
start(page).catch((error: unknown) => {
  createRoot(page).render(<Failed reason={error instanceof Error ? error.message : 'The wallet could not start.'} />)
})
