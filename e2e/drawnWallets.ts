/** The forms in which wallets draw their questions into a page. */
export const SHAPES = [
  'full screen',
  'box',
  'snackbar',
  'open shadow root',
  'closed shadow root',
  'two levels deep',
  'in the app',
  'absolute',
  'container from the start',
  'popover',
  'dialog',
  'frame',
  'low layer',
  'child of the root',
] as const
export type Shape = (typeof SHAPES)[number]

/** Where the box is in the window. */
export const PLACES = ['centre', 'corner'] as const
export type Place = (typeof PLACES)[number]

declare global {
  interface Window {
    /** What the wallet asks before it answers, and how. All else it answers at once. */
    drawing: { methods: readonly string[]; shape: Shape; place: Place }
    /** The middle of *Approve*, in px of the window; null while nothing is asked. */
    findApprove(): { x: number; y: number } | null
    /** Whether a press there would reach the wallet. */
    isApproveInReach(): boolean
  }
}

/** Announces a wallet that draws into the page. Runs in the page, before its own scripts. */
export function addDrawingWallet({ address, chains }: { address: string; chains: readonly number[] }): void {
  if (!location.protocol.startsWith('http')) return
  window.drawing = { methods: [], shape: 'box', place: 'centre' }
  let approve: HTMLElement | undefined
  let outer: Element | undefined
  let isShared = false
  let chainId = `0x${(chains[0] ?? 1).toString(16)}`
  const container = document.createElement('div')
  container.style.cssText = 'position:fixed;inset:0;z-index:1000;pointer-events:none'
  addEventListener('DOMContentLoaded', () => document.body.prepend(container))

  const getSize = (shape: Shape): [number, number] => {
    if (shape === 'popover') return [300, 200]
    if (shape === 'snackbar') return [Math.min(420, innerWidth - 24), 56]
    return [Math.min(360, innerWidth - 24), Math.min(600, innerHeight - 100)]
  }
  const makeBox = (shape: Shape, place: Place, position: string): HTMLElement => {
    const [width, height] = getSize(shape)
    const box = document.createElement('div')
    const left = place === 'corner' ? innerWidth - width - 12 : (innerWidth - width) / 2
    const top = place === 'corner' ? 12 : (innerHeight - height) / 2
    box.style.cssText = `position:${position};left:${left}px;top:${top}px;width:${width}px;height:${height}px;margin:0;padding:0;border:0;background:#fff;color:#000;pointer-events:auto`
    const button = document.createElement('button')
    button.textContent = 'Approve'
    button.style.cssText = `position:absolute;left:20px;bottom:8px;width:120px;height:40px`
    box.append(button)
    approve = button
    return box
  }

  /** Draws, and gives the way to take it off. */
  const draw = (): (() => void) => {
    const { shape, place } = window.drawing
    const fixed = (layer: string): HTMLElement => {
      const box = makeBox(shape, place, 'fixed')
      box.style.zIndex = layer
      return box
    }
    const over = (parent: Element, child: Element): (() => void) => {
      outer = child
      parent.append(child)
      return () => child.remove()
    }
    const wrap = (child: Element, count: number): Element => {
      let around = child
      for (let level = 0; level < count; level += 1) {
        const next = document.createElement('div')
        next.append(around)
        around = next
      }
      return around
    }
    if (shape === 'full screen') {
      const wall = document.createElement('div')
      wall.style.cssText = 'position:fixed;inset:0;z-index:9999;background:rgb(0 0 0 / 0.4)'
      wall.append(makeBox(shape, place, 'absolute'))
      return over(document.body, wall)
    }
    if (shape === 'open shadow root' || shape === 'closed shadow root') {
      const host = document.createElement('div')
      host.attachShadow({ mode: shape.startsWith('open') ? 'open' : 'closed' }).append(fixed('2147483647'))
      return over(document.body, host)
    }
    if (shape === 'two levels deep') return over(document.body, wrap(fixed('99999'), 2))
    if (shape === 'in the app') return over(document.querySelector('main') as Element, fixed('100'))
    if (shape === 'absolute') {
      const box = makeBox(shape, place, 'absolute')
      box.style.zIndex = '10'
      return over(document.body, box)
    }
    if (shape === 'container from the start') return over(container, makeBox(shape, place, 'absolute'))
    if (shape === 'popover') {
      const box = fixed('auto')
      box.popover = 'manual'
      const remove = over(document.body, box)
      box.showPopover()
      return remove
    }
    if (shape === 'dialog') {
      const dialog = document.createElement('dialog')
      const box = makeBox(shape, place, 'fixed')
      dialog.style.cssText = box.style.cssText
      dialog.append(...box.childNodes)
      const remove = over(document.body, dialog)
      dialog.showModal()
      return remove
    }
    if (shape === 'frame') {
      const box = fixed('9999')
      const frame = document.createElement('iframe')
      frame.style.cssText = box.style.cssText
      const remove = over(document.body, frame)
      const button = makeBox(shape, place, 'fixed').firstElementChild as HTMLElement
      const inside = frame.contentDocument
      inside?.body.append(button)
      return remove
    }
    if (shape === 'low layer') return over(document.body, fixed('1'))
    if (shape === 'child of the root') return over(document.documentElement, fixed('2147483000'))
    return over(document.body, fixed('2147483647'))
  }

  window.findApprove = () => {
    if (!approve) return null
    const { left, top, width, height } = approve.getBoundingClientRect()
    const frame = approve.ownerDocument.defaultView?.frameElement?.getBoundingClientRect()
    return { x: left + width / 2 + (frame?.left ?? 0), y: top + height / 2 + (frame?.top ?? 0) }
  }
  window.isApproveInReach = () => {
    const point = window.findApprove()
    const found = point && document.elementFromPoint(point.x, point.y)
    return Boolean(found && outer?.contains(found))
  }

  const ask = async (method: string): Promise<void> => {
    if (!window.drawing.methods.includes(method)) return
    const remove = draw()
    await new Promise<void>((resolve) => {
      approve?.addEventListener('click', (event) => {
        if (event.isTrusted) resolve()
      })
    })
    approve = undefined
    remove()
  }
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const tell = (event: string, value: unknown): void => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  const provider = {
    async request({ method, params }: { method: string; params?: readonly { chainId?: string }[] }): Promise<unknown> {
      if (method === 'eth_chainId') return chainId
      if (method === 'eth_accounts') return isShared ? [address] : []
      await ask(method)
      if (method === 'eth_requestAccounts') {
        isShared = true
        return [address]
      }
      if (method === 'wallet_revokePermissions') {
        isShared = false
        return null
      }
      if (method === 'personal_sign') return `0x${'1b'.repeat(65)}`
      if (method === 'eth_sendTransaction') return `0x${'ab'.repeat(32)}`
      if (method === 'wallet_switchEthereumChain') {
        chainId = params?.[0]?.chainId ?? chainId
        tell('chainChanged', chainId)
        return null
      }
      throw Object.assign(new Error('This wallet does not know that.'), { code: 4200 })
    },
    on: (event: string, listener: (value: unknown) => void) =>
      void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event: string, listener: (value: unknown) => void) => void listeners.get(event)?.delete(listener),
  }
  const info = {
    uuid: crypto.randomUUID(),
    name: 'Inkwell',
    icon: 'data:image/svg+xml,%3Csvg/%3E',
    rdns: 'test.inkwell',
  }
  const announce = (): void => {
    const detail = Object.freeze({ info: Object.freeze(info), provider })
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  addEventListener('eip6963:requestProvider', announce)
  announce()
}
