import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Driver, KEY_CODES, toClick, toPresses, type Visitor } from './driver.ts'
import { stopProcess } from './stopProcess.ts'

/** How long WebKit's driver may take to start, in ms. */
const START_LIMIT_MS = 60_000

/** How long one command may take, in ms. */
const COMMAND_LIMIT_MS = 30_000

/** The programs: WebKit's driver, its small browser, and a screen without a device. */
export type WebKitPaths = { readonly driver: string; readonly browser: string; readonly screen: string }

/** Starts WebKitGTK's small browser on a screen of its own and speaks WebDriver with it. */
export async function startWebKit(paths: WebKitPaths): Promise<Driver> {
  const screen = spawn(paths.screen, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await new Promise<string>((resolve, reject) => {
    screen.stdio[3]?.once('data', (chunk: Buffer) => resolve(String(chunk).trim()))
    screen.once('error', reject)
    screen.once('exit', () => reject(new Error('The screen did not start.')))
  })
  // Scroll bars that take room, and no setting of this machine's.
  const home = mkdtempSync(join(tmpdir(), 'latchkey-webkit-'))
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-overlay-scrolling=false\n')
  const port = await findPort()
  const child = spawn(paths.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      GDK_BACKEND: 'x11',
      HOME: home,
      XDG_CONFIG_HOME: home,
      // The screen has no graphics device to share buffers with: without this, pictures of it are black.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
  })
  const end = async (): Promise<void> => {
    await stopProcess(child)
    await stopProcess(screen)
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  const ask = createAsk(`http://127.0.0.1:${port}`)
  try {
    await waitUntilReady(ask)
    return { enter: () => createVisitor(ask, paths.browser), stop: end }
  } catch (error) {
    await end()
    throw error
  }
}

async function findPort(): Promise<number> {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  await new Promise((resolve) => server.close(resolve))
  return port
}

type Ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

function createAsk(address: string): Ask {
  return async (method, path, body) => {
    const response = await fetch(`${address}${path}`, {
      method,
      signal: AbortSignal.timeout(COMMAND_LIMIT_MS),
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    })
    const { value } = (await response.json()) as { value: unknown }
    if (response.ok) return value
    const { error, message } = value as { error: string; message: string }
    throw new Error(`${method} ${path}: ${error} ${message}`)
  }
}

/** A session has storage of its own, and only one can be open. */
async function createVisitor(ask: Ask, binary: string): Promise<Visitor> {
  const { sessionId } = (await ask('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
        timeouts: { script: 30_000, pageLoad: 30_000, implicit: 0 },
      },
    },
  })) as { sessionId: string }
  const call = (path: string, body?: object): Promise<unknown> => ask('POST', `/session/${sessionId}${path}`, body)
  const tabs = [String(await ask('GET', `/session/${sessionId}/window`))]
  const evaluate: Visitor['evaluate'] = async (run, ...values) => {
    // The last argument is the driver's own callback.
    const script = `const done = arguments[1]
      Promise.resolve().then(() => (${run})(...JSON.parse(arguments[0]))).then(
        (value) => done(JSON.stringify({ value })),
        (error) => done(JSON.stringify({ error: String(error && error.stack || error) })))`
    const answer = JSON.parse(String(await call('/execute/async', { script, args: [JSON.stringify(values)] })))
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.value
  }
  const act = async (actions: readonly object[]): Promise<void> => {
    await call('/actions', { actions })
  }

  return {
    goTo: async (url) => void (await call('/url', { url })),
    reload: async () => void (await call('/refresh')),
    openTab: async () => {
      const { handle } = (await call('/window/new', { type: 'window' })) as { handle: string }
      tabs.push(handle)
      await call('/window', { handle })
    },
    showTab: async (index) => void (await call('/window', { handle: tabs[index] })),
    evaluate,
    click: (x, y) => act(toClick(x, y)),
    press: (key, held) => act(toPresses([KEY_CODES[key]], held && KEY_CODES[held])),
    type: (text) => act(toPresses([...text])),
    // The window has bars of its own, whose height nobody tells: ask, look, and ask for the difference.
    resize: async (width, height) => {
      let [outerWidth, outerHeight] = [width, height]
      for (let tries = 0; tries < 4; tries += 1) {
        await call('/window/rect', { x: 0, y: 0, width: outerWidth, height: outerHeight })
        const inner = await waitForSize(evaluate, width, height)
        if (inner.width === width && inner.height === height) return
        outerWidth += width - inner.width
        outerHeight += height - inner.height
      }
      throw new Error(`The window does not become ${width} by ${height}.`)
    },
    takePicture: async () => {
      // The driver waits for the next frame, and a page at rest draws none.
      await evaluate(() => {
        document.documentElement.animate([{ opacity: 1 }, { opacity: 0.999 }], { id: 'frames', duration: 30_000 })
      })
      const picture = String(await ask('GET', `/session/${sessionId}/screenshot`))
      await evaluate(() => {
        for (const animation of document.getAnimations()) if (animation.id === 'frames') animation.cancel()
      })
      return Buffer.from(picture, 'base64')
    },
    troubles: [],
    leave: async () => void (await ask('DELETE', `/session/${sessionId}`)),
  }
}

/** The page's area once it is as wanted, or what it is after a moment. */
async function waitForSize(
  evaluate: Visitor['evaluate'],
  width: number,
  height: number,
): Promise<{ readonly width: number; readonly height: number }> {
  let size = { width: 0, height: 0 }
  for (let tries = 0; tries < 5; tries += 1) {
    size = await evaluate(() => ({ width: innerWidth, height: innerHeight }))
    if (size.width === width && size.height === height) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return size
}

async function waitUntilReady(ask: Ask): Promise<void> {
  for (const end = Date.now() + START_LIMIT_MS; ; ) {
    const isReady = await ask('GET', '/status').then(
      () => true,
      () => false,
    )
    if (isReady) return
    if (Date.now() > end) throw new Error('The driver of WebKit did not start.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
