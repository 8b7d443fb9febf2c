import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { type Driver, KEY_CODES, toClick, toPresses, type Visitor } from './driver.ts'
import { stopProcess } from './stopProcess.ts'

/** How long Firefox may take to start, in ms. */
const START_LIMIT_MS = 60_000
/** How long one command may take, in ms. */
const COMMAND_LIMIT_MS = 30_000

/**
 * Settings of a fresh profile: scroll bars that take room, no start page, and a proxy that nobody serves for everything but
 * this machine, so that nothing outside loopback is reached.
 */
const SETTINGS: Readonly<Record<string, unknown>> = {
  'widget.gtk.overlay-scrollbars.enabled': false,
  'browser.startup.page': 0,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'intl.accept_languages': 'en-GB',
}

type Answer = { readonly id?: number; readonly type: string; readonly method?: string } & Record<string, unknown>

/** Starts Firefox without a window and speaks WebDriver BiDi with it. `path` is the program. */
export async function startFirefox(path: string): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'latchkey-firefox-'))
  const lines = Object.entries(SETTINGS).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const child = spawn(path, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: '1400', MOZ_HEADLESS_HEIGHT: '1000' },
  })
  try {
    const socket = new WebSocket(`${await readAddress(child)}/session`, { maxPayload: 64 * 1024 * 1024 })
    await new Promise<void>((resolve, reject) => {
      socket.once('open', () => resolve())
      socket.once('error', reject)
    })
    return await createDriver(socket, async () => {
      socket.terminate()
      await stopProcess(child)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    })
  } catch (error) {
    await stopProcess(child)
    throw error
  }
}

/** Reads from what Firefox says where it listens. */
function readAddress({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const limit = setTimeout(() => reject(new Error(`Firefox did not start: ${said}`)), START_LIMIT_MS)
    stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk).slice(-4_000)
      const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said)?.[1]
      if (!address) return
      clearTimeout(limit)
      resolve(address)
    })
    stderr?.once('close', () => {
      clearTimeout(limit)
      reject(new Error(`Firefox ended: ${said}`))
    })
  })
}

async function createDriver(socket: WebSocket, end: () => Promise<void>): Promise<Driver> {
  const waiting = new Map<number, (answer: Answer) => void>()
  let troubles: string[] = []
  let last = 0
  socket.on('message', (data) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    else if (answer.method) troubles.push(...readTroubles(answer.method, answer.params as Heard))
  })
  const send: Send = (method, params) => {
    last += 1
    const id = last
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => settle(() => reject(new Error(`${method}: no answer`))), COMMAND_LIMIT_MS)
      const settle = (run: () => void): void => {
        clearTimeout(limit)
        waiting.delete(id)
        run()
      }
      waiting.set(id, (answer) =>
        settle(() =>
          answer.type === 'success'
            ? resolve(answer.result as Record<string, unknown>)
            : reject(new Error(`${method}: ${String(answer.error)} ${String(answer.message)}`)),
        ),
      )
      socket.send(JSON.stringify({ id, method, params }))
    })
  }
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded', 'network.beforeRequestSent'] })
  return {
    enter: () => {
      troubles = []
      return createVisitor(send, troubles)
    },
    stop: end,
  }
}

type Send = (method: string, params: object) => Promise<Record<string, unknown>>

async function createVisitor(send: Send, troubles: readonly string[]): Promise<Visitor> {
  // Storage that no other visitor sees.
  const { userContext } = await send('browser.createUserContext', {})
  const tabs: string[] = []
  let context = ''
  const openTab = async (): Promise<void> => {
    context = String((await send('browsingContext.create', { type: 'tab', userContext })).context)
    tabs.push(context)
  }
  await openTab()
  const act = async (actions: readonly object[]): Promise<void> => {
    await send('input.performActions', { context, actions })
  }
  return {
    goTo: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
    openTab,
    showTab: async (index) => {
      context = tabs[index] ?? context
      await send('browsingContext.activate', { context })
    },
    evaluate: async (run, ...values) => {
      const answer = (await send('script.callFunction', {
        functionDeclaration: `async (text) => JSON.stringify(await (${run})(...JSON.parse(text)))`,
        arguments: [{ type: 'string', value: JSON.stringify(values) }],
        target: { context },
        awaitPromise: true,
      })) as { readonly result?: { readonly value?: string }; readonly exceptionDetails?: { readonly text: string } }
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text)
      return answer.result?.value === undefined ? undefined : JSON.parse(answer.result.value)
    },
    click: (x, y) => act(toClick(x, y)),
    press: (key, held) => act(toPresses([KEY_CODES[key]], held && KEY_CODES[held])),
    type: (text) => act(toPresses([...text])),
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    takePicture: async () =>
      Buffer.from(String((await send('browsingContext.captureScreenshot', { context })).data), 'base64'),
    troubles,
    leave: async () => void (await send('browser.removeUserContext', { userContext })),
  }
}

/** What must not happen in a walk, and did. */
function readTroubles(method: string, heard: Heard): readonly string[] {
  if (method === 'log.entryAdded' && heard.level === 'error') return [`${heard.type}: ${heard.text}`]
  const address = heard.request?.url
  return address && !isLoopback(address) ? [`request outside loopback: ${address}`] : []
}

type Heard = {
  readonly level?: string
  readonly type?: string
  readonly text?: string
  readonly request?: { readonly url: string }
}

function isLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return !/^(https?|wss?):$/.test(protocol) || hostname === '127.0.0.1' || hostname === 'localhost'
}
