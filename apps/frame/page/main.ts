/** The page of the frame: finds out who embeds it, starts the key worker, opens the channel and draws its screens. It holds no key. */

import { chooseLanguage } from '@latchkey/wire/languages'
import { base64urlnopad } from '@scure/base'
import * as v from 'valibot'
import type { Approve } from '../approve/types.ts'
import { findHost, openChannel } from '../channel/handshake.ts'
import { type ServedPort, serveCalls } from '../channel/serveCalls.ts'
import { platformRandom } from '../keys/bytes.ts'
import type { KeyServiceStart } from '../worker/createKeyService.ts'
import { askTasks } from '../worker/taskPort.ts'
import { createHandler } from './createHandler.ts'
import { createStage } from './createStage.ts'
import { openScreens } from './openScreens.tsx'
import { applyTheme } from './theme.ts'

/** Set by the build: the address of the key worker's file, and the version that READY names. */
declare const FRAME_WORKER: string
declare const FRAME_VERSION: string

type Policy = { readonly createScriptURL: (url: string) => string }
type Policies = { readonly createPolicy: (name: string, rules: Policy) => Policy }

/** The one policy of this page: it takes the worker of this build, and nothing else (SEC-26). */
const policy: Policy = (() => {
  const rules: Policy = {
    createScriptURL: (url) => {
      if (url !== FRAME_WORKER) throw new TypeError('The frame loads no such script')
      return url
    },
  }
  const policies = (globalThis as { readonly trustedTypes?: Policies }).trustedTypes
  return policies?.createPolicy('latchkey', rules) ?? rules
})()

/** Where the frame's servers are. Written where the files are served; it stands beside them and is as trusted as they are. */
const CONFIG = '/config.json'
const config = v.object({
  gateway: v.string(),
  vault: v.string(),
  networks: v.optional(
    v.array(
      v.object({ id: v.string(), name: v.string(), symbol: v.string(), decimals: v.pipe(v.number(), v.integer()) }),
    ),
    [],
  ),
  // Read by the worker, which says what calls are for.
  descriptions: v.optional(v.array(v.unknown()), []),
})

/** The network until the page around names one. */
const FIRST_NETWORK = 'eip155:1'

/** Starts the worker; resolves once it is ready, with what its storage came to. */
const startWorker = (start: KeyServiceStart): Promise<{ readonly worker: Worker; readonly storage: 'kept' | 'none' }> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(policy.createScriptURL(FRAME_WORKER))
    worker.onerror = () => reject(new Error('The key worker did not start'))
    worker.addEventListener('message', ({ data }) => resolve({ worker, storage: data.storage }), { once: true })
    worker.postMessage(start)
  })

/** The frame's own log: nothing of it leaves the browser. */
const log = (what: string, error: unknown) => console.error(what, error)

const start = async (): Promise<void> => {
  const host = findHost({
    parent: window.parent,
    ancestors: location.ancestorOrigins ? [...location.ancestorOrigins] : undefined,
    isParentTop: window.parent === window.top,
    referrer: document.referrer,
    isTop: window === window.top,
  })
  const query = new URLSearchParams(location.search)
  const projectId = query.get('projectId') ?? ''
  if (!URL.canParse(host) || projectId === '') {
    // Said to nobody whom a site has sent here.
    const { showInformation } = await import('./information.ts')
    return showInformation(chooseLanguage(navigator.languages))
  }
  const response = await fetch(CONFIG, { credentials: 'omit' })
  const { gateway: gatewayUrl, vault: vaultUrl, networks, descriptions } = v.parse(config, await response.json())
  // The language that the page around chose stands in the address: a mail may be asked for before a theme is told.
  const language = chooseLanguage([query.get('locale') ?? '', ...navigator.languages])
  const { worker, storage } = await startWorker({ projectId, host, gatewayUrl, vaultUrl, language, descriptions })
  const keys = askTasks(worker)
  document.addEventListener('visibilitychange', () => void keys.setHidden(document.hidden))

  let served: ServedPort | undefined
  const screens = openScreens(language, {
    networks: Object.fromEntries(
      networks.map(({ id, name, symbol, decimals }) => [id, { name, coin: { symbol, decimals } }]),
    ),
    openWindow: (uri) => served?.tell('OPEN_WINDOW', { uri }),
  })
  const nonce = base64urlnopad.encode(platformRandom(16))
  const opened = await openChannel(
    { own: window, parent: window.parent },
    host,
    { version: FRAME_VERSION, storage, nonce },
    new AbortController().signal,
  )
  // Who may embed the frame was decided for the project of the address.
  if (opened.projectId !== projectId) return opened.port.close()
  const stage = createStage({ tell: (...notice) => served?.tell(...notice), draw: screens.draw })
  let approve: Promise<Approve> | undefined
  const loadSettings = () => import('../settings/openSettings.tsx')
  const handler = createHandler({
    keys,
    projectId,
    host,
    network: query.get('chainId') ?? FIRST_NETWORK,
    loadApprove: () => {
      // Made once: it knows what waits.
      approve ??= import('../approve/index.ts').then(({ createApprove }) => createApprove({ stage }))
      return approve
    },
    openSettings: async (section, account, network, onEnd) =>
      (await loadSettings()).openSettings({ section, account, network, keys, stage, log, onEnd }),
    bringBack: async (missing, signal) => (await loadSettings()).bringBack({ missing, keys, stage }, signal),
    letIn: async (step, signal) => (await loadSettings()).letIn({ step, keys, stage }, signal),
    askVaultCodes: () => {
      // The answer leaves first: the page has its own view of it.
      setTimeout(async () => {
        try {
          const { askVaultCodes } = await loadSettings()
          await askVaultCodes({ keys, stage, log })
        } catch (error) {
          log('The codes of the vault', error)
        }
      })
    },
    tellAccount: (user) => served?.tell('ACCOUNT_UPDATE', user),
    applyTheme: (theme) => {
      applyTheme(screens.element, theme)
      if (theme.locale === undefined) return
      const chosen = chooseLanguage([theme.locale])
      screens.setLanguage(chosen)
      void keys.setLanguage(chosen)
    },
    // The answer leaves first.
    reload: () => void setTimeout(() => location.reload()),
    log,
  })
  served = serveCalls(opened.port, handler, {
    now: () => performance.now(),
    log,
  })
}

void start()
