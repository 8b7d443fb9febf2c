/** The program of the process that builds pages of the demo: what a bundler takes is given back when it ends. */
import { build, defaultClientConditions } from 'vite'
import { NONCE_MARK } from './serveSite.ts'

const [site, folder] = process.argv.slice(2)
if (site === undefined || folder === undefined) throw new Error('Name the folder of the page and the one to write.')

await build({
  root: site,
  configFile: false,
  logLevel: 'warn',
  resolve: { conditions: ['@latchkey/source', ...defaultClientConditions] },
  html: { cspNonce: NONCE_MARK },
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: 'es2022',
    // Preload links of chunks would need the nonce as well, for a few ms on loopback.
    modulePreload: false,
    // Pictures stay files: a policy may then leave out `data:` for everything but wallets' icons.
    assetsInlineLimit: 0,
    // The wallet carries three families of keys, and comes from loopback.
    chunkSizeWarningLimit: 1_000,
  },
})
