/** The wallet itself: holds the keys, asks its owner, signs. */
import {
  type ApprovalRequest,
  createLocalAccount,
  createWalletEngine,
  type WalletEngine,
  WalletError,
} from 'latchkey/testing'
import { chrome, type Port } from './chrome.ts'
import type { Decision, Order, PageCall, PageNews, Question, WalletConfig, WalletStatus } from './messages.ts'

declare const WALLET_CONFIG: WalletConfig

/** What is kept of the owner's hand besides what the engine keeps itself. */
type Kept = { readonly isLocked: boolean; readonly extraKeys: readonly `0x${string}`[] }

function startWallet(): void {
  const pages = new Map<Port, string>()
  const questions = new Map<string, { question: Question; decide: (approval: Decision['approval']) => void }>()
  const settings = new Set<Port>()
  let isHanging = false
  const engine = startEngine()

  async function startEngine(): Promise<WalletEngine> {
    const kept = ((await chrome.storage.local.get('kept')).kept ?? { isLocked: false, extraKeys: [] }) as Kept
    const made = createWalletEngine({
      accounts: [...WALLET_CONFIG.privateKeys, ...kept.extraKeys].map((key) => createLocalAccount(key)),
      chains: WALLET_CONFIG.chains,
      fetch: (input, init) => fetch(input, init),
      approve,
      tell(origin, event, value) {
        for (const [port, owner] of pages) if (owner === origin) port.postMessage({ event, value } satisfies PageNews)
      },
      memory: {
        get: async () => (await chrome.storage.local.get('memory')).memory as string | undefined,
        set: (memory) => chrome.storage.local.set({ memory }),
      },
    })
    if (kept.isLocked) made.lock()
    await showBadge(made)
    return made
  }

  /** Opens a window with the question; closing it without an answer is a no. */
  async function approve({
    method,
    origin,
    address,
    chain,
    text,
    params,
  }: ApprovalRequest): Promise<Decision['approval']> {
    const id = crypto.randomUUID()
    const question = { method, origin, address, chain: chain.name, text: text ?? JSON.stringify(params, null, 2) }
    const decision = new Promise<Decision['approval']>((decide) => questions.set(id, { question, decide }))
    await chrome.windows.create({
      url: chrome.runtime.getURL(`approve.html#${id}`),
      type: 'popup',
      width: 380,
      height: 520,
    })
    return decision
  }

  function showBadge(wallet: WalletEngine): Promise<void> {
    return chrome.action.setBadgeText({ text: wallet.isLocked() ? 'lock' : '' })
  }

  async function serve(port: Port, origin: string, { id, method, params }: PageCall): Promise<void> {
    const wallet = await engine
    if (isHanging) return
    try {
      port.postMessage({ id, result: await wallet.request(origin, method, params) } satisfies PageNews)
    } catch (error) {
      const { code, message, data } = error instanceof WalletError ? error : new WalletError(-32603, String(error))
      port.postMessage({ id, error: { code, message, data } } satisfies PageNews)
    }
  }

  async function obey(order: Order): Promise<void> {
    const wallet = await engine
    if (order.do === 'lock') wallet.lock()
    if (order.do === 'unlock') wallet.unlock()
    if (order.do === 'addAccount') wallet.addAccount(createLocalAccount())
    if (order.do === 'forgetAll') for (const origin of wallet.getOrigins()) wallet.forget(origin)
    if (order.do === 'selectAccount') wallet.selectAccount(order.address)
    if (order.do === 'switchChain') wallet.switchChain(order.chainId)
    if (order.do === 'hang') isHanging = order.isHanging
    const extraKeys = wallet
      .getAccounts()
      .slice(WALLET_CONFIG.privateKeys.length)
      .map(({ privateKey }) => privateKey)
    await chrome.storage.local.set({ kept: { isLocked: wallet.isLocked(), extraKeys } satisfies Kept })
    await showBadge(wallet)
    await showStatus()
  }

  async function showStatus(): Promise<void> {
    const wallet = await engine
    const status: WalletStatus = {
      isLocked: wallet.isLocked(),
      isHanging,
      address: wallet.getAddress(),
      accounts: wallet.getAccounts().map(({ address }) => address),
      chainId: wallet.getChain().chainId,
      chains: wallet.getChains().map(({ chainId, name }) => ({ chainId, name })),
      origins: wallet.getOrigins(),
    }
    for (const port of settings) port.postMessage(status)
  }

  chrome.runtime.onConnect.addListener((port) => {
    if (port.name === 'page') {
      const origin = port.sender?.origin
      if (!origin) return port.disconnect()
      pages.set(port, origin)
      port.onMessage.addListener((call: PageCall) => void serve(port, origin, call))
      port.onDisconnect.addListener(() => pages.delete(port))
    } else if (port.name === 'settings') {
      settings.add(port)
      port.onMessage.addListener((order: Order) => void obey(order))
      port.onDisconnect.addListener(() => settings.delete(port))
      void showStatus()
    } else {
      const asked = questions.get(port.name)
      if (!asked) return port.disconnect()
      port.postMessage(asked.question)
      port.onMessage.addListener(({ approval }: Decision) => asked.decide(approval))
      port.onDisconnect.addListener(() => {
        questions.delete(port.name)
        asked.decide(false)
      })
    }
  })
}

startWallet()
