import type { Instance } from '../types/latchkey.ts'

/** Whether the whole directory is offered here: `allWallets` says where, and without the explorer there is none. */
export function offersAllWallets({ options, services }: Pick<Instance, 'options' | 'services'>): boolean {
  const { allWallets, enableExplorer } = options
  return enableExplorer && (allWallets === 'SHOW' || (allWallets === 'ONLY_MOBILE' && services.browser.isMobile()))
}
