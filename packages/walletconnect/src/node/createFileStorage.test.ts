import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Logger, Storage } from '../ports.ts'
import { describeStorage } from '../storage/storageContract.ts'
import { createFileStorage } from './createFileStorage.ts'

let folder = ''
let file = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-file-'))
  file = join(folder, 'client', 'records.journal')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function createLog(): Logger & { readonly lines: string[] } {
  const lines: string[] = []
  const add = (text: string): void => void lines.push(text)
  return { lines, debug: add, warn: add, error: add }
}

const openFile = (logger = createLog()): Storage => createFileStorage({ file, logger })

async function readKeys(logger = createLog()): Promise<string[]> {
  const storage = openFile(logger)
  await storage.claim()
  const keys = (await storage.load()).map(({ key }) => key)
  await storage.close()
  return keys
}

async function writeKeys(keys: readonly string[]): Promise<void> {
  const storage = openFile()
  const fence = await storage.claim()
  for (const key of keys) await storage.write(fence, [{ table: 'seen', key, value: 1 }])
  await storage.close()
}

/** A process of its own that has the file; `body` sees `storage`, `fence` and `say`. */
function startProcess(body: string, shell = 'exec "$0" "$@"'): ChildProcess {
  const script = `
    import { createFileStorage } from ${JSON.stringify(join(import.meta.dirname, 'createFileStorage.ts'))}
    import { writeSync } from 'node:fs'
    const say = (text) => writeSync(1, text + '\\n')
    const silent = { debug() {}, warn() {}, error() {} }
    const storage = createFileStorage({ file: ${JSON.stringify(file)}, logger: silent })
    const fence = await storage.claim()
    ${body}`
  const args = ['-c', shell, process.execPath, '--import', 'tsx', '--input-type=module', '-e', script]
  return spawn('sh', args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

function listen(child: ChildProcess): AsyncIterableIterator<string> {
  if (!child.stdout) throw new Error('The process has no output.')
  return createInterface({ input: child.stdout })[Symbol.asyncIterator]()
}

describeStorage(
  'file',
  () => {
    const own = join(folder, `${Math.random()}`)
    return { open: () => createFileStorage({ file: own, logger: createLog() }) }
  },
  { isShared: false },
)

describe('createFileStorage', () => {
  it('loses nothing that it has acknowledged when its process is killed, time after time', async () => {
    const acknowledged = new Set<string>()
    for (let round = 0; round < 4; round += 1) {
      const child = startProcess(`
        await storage.load()
        for (let index = 0; ; index += 1) {
          const key = '${round}-' + index
          storage.write(fence, [{ table: 'seen', key, value: index }, { table: 'session', key: 'last', value: 'x'.repeat(3000) }])
            .then(() => say(key))
          if (index % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
          if (index % 50 === 0) await storage.write(fence, [])
        }`)
      let heard = 0
      for await (const key of listen(child)) {
        acknowledged.add(key)
        heard += 1
        // Enough for the journal to be written anew on the way: 3 kB a write.
        if (heard === 150 + round * 37) child.kill('SIGKILL')
      }
      if (child.signalCode === null) await once(child, 'exit')
      expect(child.signalCode).toBe('SIGKILL')
      const kept = new Set(await readKeys())
      expect([...acknowledged].filter((key) => !kept.has(key))).toEqual([])
      expect(heard).toBeGreaterThanOrEqual(150)
    }
  }, 60_000)

  it('refuses a second process while the first lives, and takes over from a killed one', async () => {
    const child = startProcess(`say('ready'); setInterval(() => {}, 1000)`)
    const output = listen(child)
    expect((await output.next()).value).toBe('ready')
    const second = openFile()
    await expect(second.claim()).rejects.toMatchObject({
      key: 'STORAGE_FAILED',
      message: `Storage failed. The file is in use by process ${child.pid}.`,
    })
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await second.claim()).toBe(1)
    await second.close()
  })

  it('refuses a second client of the same process until the first is closed', async () => {
    const [a, b] = [openFile(), openFile()]
    await a.claim()
    await expect(b.claim()).rejects.toMatchObject({ key: 'STORAGE_FAILED' })
    await a.close()
    await expect(a.claim()).rejects.toMatchObject({ key: 'STORAGE_FAILED' })
    expect(await b.claim()).toBe(1)
    await b.close()
    expect((await readdir(join(folder, 'client'))).length).toBe(2)
  })

  it('writes nothing once another has taken its lock over', async () => {
    const storage = openFile()
    const fence = await storage.claim()
    for (const name of await readdir(join(folder, 'client'))) {
      if (name.includes('.lock-')) await rm(join(folder, 'client', name))
    }
    await expect(storage.write(fence, [{ table: 'seen', key: 'a', value: 1 }])).rejects.toMatchObject({
      name: 'FencedError',
    })
    await storage.close()
  })

  it('drops an end that was cut short at any byte, says so, and goes on', async () => {
    await writeKeys(['a', 'b'])
    const whole = await stat(file)
    const first = (await readFile(file, 'utf8')).indexOf('\n') + 1
    const original = await readFile(file)
    for (let size = first; size < whole.size; size += 7) {
      await writeFile(file, original)
      await truncate(file, size)
      const logger = createLog()
      expect(await readKeys(logger)).toEqual(['a'])
      expect(logger.lines).toHaveLength(size === first ? 0 : 1)
    }
    await writeKeys(['c'])
    expect(await readKeys()).toEqual(['a', 'c'])
  })

  it('drops an end of noise, and a line whose check is wrong', async () => {
    await writeKeys(['a'])
    await appendFile(file, Buffer.from([0xff, 0x00, 0x0a, 0x31, 0x32]))
    expect(await readKeys()).toEqual(['a'])
    await writeKeys(['b', 'c'])
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace('"b"', '"x"'))
    const logger = createLog()
    expect(await readKeys(logger)).toEqual(['a', 'c'])
    expect(logger.lines).toEqual(['Lines of the journal cannot be read and are left out.'])
  })

  it('stays small however often the same records change', async () => {
    const storage = openFile()
    const fence = await storage.claim()
    for (let index = 0; index < 1000; index += 1) {
      await storage.write(fence, [{ table: 'session', key: `${index % 7}`, value: `${index}`.padEnd(2000, 'x') }])
    }
    expect((await stat(file)).size).toBeLessThan(300 * 1024)
    await storage.close()
    expect(await readKeys()).toHaveLength(7)
    expect(await readdir(join(folder, 'client'))).not.toContain('records.journal.new')
  })

  it('a write that finds the disk full is refused whole, and smaller ones go on', async () => {
    const child = startProcess(
      `
      process.on('SIGXFSZ', () => {})
      const write = (key, size) => storage.write(fence, [{ table: 'session', key, value: 'x'.repeat(size) }])
        .then(() => say('kept ' + key), () => say('refused ' + key))
      await write('a', 10_000)
      await write('b', 100_000)
      await write('c', 10_000)
      await storage.close()
      say('end')`,
      // 512-byte blocks: files of this process may grow to 50 kB.
      'ulimit -f 100; exec "$0" "$@"',
    )
    const said: string[] = []
    for await (const line of listen(child)) said.push(line)
    expect(said).toEqual(['kept a', 'refused b', 'kept c', 'end'])
    expect(await readKeys()).toEqual(['a', 'c'])
  })

  it('keeps its files from other people', async () => {
    await writeKeys(['a'])
    expect((await stat(file)).mode & 0o077).toBe(0)
    expect((await stat(join(folder, 'client'))).mode & 0o077).toBe(0)
  })
})
