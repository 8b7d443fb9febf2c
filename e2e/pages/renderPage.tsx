import { renderToString } from 'react-dom/server'
import type { DemoSettings } from '../../apps/demo/settings.ts'
import { WalletPage } from './WalletPage.tsx'

/** Puts the server's markup into the page that asks for it. */
export function renderPage(page: string, settings: DemoSettings): string {
  if (!page.includes('RENDERED_MARKUP')) return page
  return page.replace('RENDERED_MARKUP', () => renderToString(<WalletPage settings={settings} />))
}
