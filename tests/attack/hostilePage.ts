/**
 * A site that is allowed to embed the frame, and hostile: what its script can do is what an attacker in such a page can do. Everything
 * is a plain function of the page, which tests call from outside.
 */
export const HOSTILE_PAGE = `<!doctype html><meta charset="utf-8"><title>Site</title>
<style>body { margin: 0 } iframe { border: 0 }</style>
<script>
/** All that arrived at this window, and at the port. */
const heard = []
const waiting = new Map()
/** By their ids. */
const outcomes = {}
let port, nonce
// Of a page that has no origin in common with this one, a message to send in its name.
addEventListener('message', ({ data, ports }) => {
  if (data?.send) parent.frames[0].postMessage(data.send, data.frame, [...ports])
})
addEventListener('message', ({ data, origin, ports }) => heard.push({ via: 'window', data, origin, ports: ports.length }))

const listen = (given) => {
  port = given
  port.onmessage = ({ data, ports }) => {
    heard.push({ via: 'port', data, ports: ports.length })
    const [, ending] = /_(SUCCESS|ERROR)$/.exec(data.type) ?? []
    if (!ending || data.id === undefined) return
    outcomes[data.id] = ending === 'ERROR' ? { error: data.payload } : { answer: data.payload }
    waiting.get(data.id)?.(outcomes[data.id])
  }
}
const place = (frame, how = {}) => {
  const element = document.createElement('iframe')
  element.title = 'Wallet'
  element.referrerPolicy = 'origin'
  element.style.cssText = 'position: absolute; left: 40px; top: 40px; width: 400px; height: 640px'
  element.setAttribute('sandbox', how.sandbox ?? 'allow-scripts allow-same-origin')
  element.src = frame + '/v1/frame?projectId=' + (how.projectId ?? 'shop') + (how.query ?? '&chainId=eip155:31337')
  document.body.append(element)
  return element
}
/** Puts the frame there and waits for its READY, which is not answered. */
const knock = (frame, how) => new Promise((resolve) => {
  const element = place(frame, how)
  addEventListener('message', ({ data, source }) => {
    if (source !== element.contentWindow || data?.type !== '@latchkey-frame/READY') return
    nonce = data.payload.nonce
    resolve(data.payload)
  })
})
const helloWith = (said) => ({ type: '@latchkey-app/HELLO', payload: { nonce: said, projectId: 'shop' } })
/** Answers READY as the product does. */
const enter = (frame) => {
  const channel = new MessageChannel()
  listen(channel.port1)
  document.querySelector('iframe').contentWindow.postMessage(helloWith(nonce), frame, [channel.port2])
}
const open = async (frame, how) => {
  const payload = await knock(frame, how)
  enter(frame)
  return payload
}
const begin = (name, payload, id = crypto.randomUUID()) => {
  port.postMessage({ type: '@latchkey-app/' + name, id, ...(payload === undefined ? {} : { payload }) })
  return id
}
const call = (name, payload) => new Promise((resolve) => {
  const id = crypto.randomUUID()
  waiting.set(id, resolve)
  begin(name, payload, id)
})
</script><body>`

/** The page's functions, as tests name them where they are called inside it. */
export type Hostile = {
  readonly heard: readonly {
    readonly via: 'window' | 'port'
    readonly data: { readonly type: string; readonly id?: string; readonly payload?: unknown }
    readonly origin?: string
    readonly ports: number
  }[]
  readonly outcomes: Readonly<Record<string, Outcome>>
}

/** How a call ended. */
export type Outcome = {
  readonly answer?: unknown
  readonly error?: { readonly code?: number; readonly reason?: string; readonly message: string }
}
