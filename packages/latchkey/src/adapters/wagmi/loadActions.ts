import { LatchkeyError } from '../../core/errors/LatchkeyError.ts'
import type { WagmiActions } from './host.ts'

/** The package whose actions are loaded where the site hands in no others. */
const PACKAGE = 'wagmi/actions'

/**
 * Loads the actions of the site's wagmi, by the site's own function where it has one. Rejects with `PACKAGE_MISSING` when they
 * are not there, also where a bundler has put an empty module in their place.
 */
export async function loadActions(load: () => Promise<WagmiActions> = loadDefault): Promise<WagmiActions> {
  let cause: unknown
  try {
    const actions = await load()
    // A wagmi without these would be an empty module: both majors have them.
    if (typeof actions.connect === 'function' && typeof actions.disconnect === 'function') return actions
  } catch (error) {
    cause = error
  }
  const text = `wagmi's actions could not be loaded. Install wagmi, or pass them: wagmi({ config, actions: () => import('@wagmi/core') }).`
  throw new LatchkeyError('PACKAGE_MISSING', text, { facts: { package: PACKAGE }, cause })
}

async function loadDefault(): Promise<WagmiActions> {
  // The package is the site's: its types are not ours to read, and what we use of it is in `host.ts`. Bundlers take an import
  // within `try` for one that may be missing; a site that passes its own actions needs no wagmi. Named one by one, the rest of
  // wagmi's actions stays out of the site's bundle, and with it most of viem: `writeContract` alone would bring 17 kB of it.
  try {
    const { connect, disconnect, switchChain, switchConnection, switchAccount }: WagmiActions = await import(
      'wagmi/actions' as string
    )
    return { connect, disconnect, switchChain, switchConnection, switchAccount }
  } catch (cause) {
    throw new Error(`${PACKAGE} is not installed.`, { cause })
  }
}
