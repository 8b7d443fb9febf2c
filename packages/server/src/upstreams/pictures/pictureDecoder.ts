/** Decodes pictures of strangers in a process of its own. Source: SEC-111. */
import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Log } from '../../ports.ts'
import { createQueue, QueueFullError } from '../queue.ts'
import type { DecodeAnswer, DecodeJob } from './decoder.ts'
import { sniffPicture } from './pictureKind.ts'

/** Longest time for one picture, in ms. */
export const DECODE_MS = 5_000

/** Most memory of the process, in bytes, as the system counts what it holds. Watched on Linux; elsewhere time alone bounds it. */
export const DECODE_MEMORY = 512 * 1024 * 1024

/** How often that is looked at, in ms. */
const WATCH_MS = 10

/** Longest time for the process to start, in ms. */
const START_MS = 15_000

/** Pictures after which the process is replaced, and how long it may idle, in ms. */
const JOBS = 200
const IDLE_MS = 60_000

/** Pictures that may wait their turn. */
const WAITING = 100

/** Bytes of a page of memory in /proc. */
const PAGE_BYTES = 4096

/** What became of a picture. `undecodable` is for ever; `busy` for now. */
export type DecodedPicture =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly refused: 'undecodable' | 'tooSlow' | 'tooMuchMemory' | 'busy' }

/** Decodes pictures, one after the other. */
export type PictureDecoder = {
  /** A still WebP of the picture, at most `side` pixels wide and high. What it claims to be is not asked: its bytes decide. */
  decode(bytes: Uint8Array, side: number): Promise<DecodedPicture>
  /** Ends the process. Harmless when called twice. */
  close(): void
}

/** Address of a folder that has the image library, or undefined where it is not installed. It is an optional peer of this package: `npm install sharp`. */
export function findImageLibrary(): string | undefined {
  for (const from of [import.meta.url, pathToFileURL(`${process.cwd()}/`).href]) {
    try {
      createRequire(from).resolve('sharp')
      return from
    } catch {
      // Not there; the next place may have it.
    }
  }
  return undefined
}

/** Makes the decoder; the process starts with the first picture. */
export function createPictureDecoder(parameters: {
  /** Address of a folder that has the image library. */
  library: string
  log: Log
  timeoutMs?: number | undefined
  memoryBytes?: number | undefined
}): PictureDecoder {
  const { library, log, timeoutMs = DECODE_MS, memoryBytes = DECODE_MEMORY } = parameters
  const queue = createQueue({ running: 1, waiting: WAITING })
  let running: { readonly child: ChildProcess; jobs: number } | undefined
  let idle: NodeJS.Timeout | undefined

  function stop(): void {
    clearTimeout(idle)
    running?.child.kill('SIGKILL')
    running = undefined
  }

  async function decodeNow(job: DecodeJob): Promise<DecodedPicture> {
    clearTimeout(idle)
    running ??= { child: await startProcess(library), jobs: 0 }
    const process = running
    process.jobs += 1
    const result = await runJob(process.child, job, timeoutMs, memoryBytes)
    if ('refused' in result) {
      log.info(
        { event: 'pictureRefused', kind: job.kind, bytes: job.bytes.length, reason: result.refused },
        'a picture was refused',
      )
    }
    // A process that answered "undecodable" is sound; one that was ended is gone.
    if (('refused' in result && result.refused !== 'undecodable') || process.jobs >= JOBS) stop()
    else idle = setTimeout(stop, IDLE_MS).unref()
    return result
  }

  let jobs = 0
  return {
    async decode(bytes, side) {
      const kind = sniffPicture(bytes)
      if (kind === null) return { refused: 'undecodable' }
      jobs += 1
      try {
        return await queue(() => decodeNow({ id: jobs, kind, bytes, side }))
      } catch (error) {
        if (error instanceof QueueFullError) return { refused: 'busy' }
        stop()
        log.warn({ event: 'decoderFailed', err: error }, 'the process that decodes pictures could not be used')
        return { refused: 'busy' }
      }
    },
    close: stop,
  }
}

function startProcess(library: string): Promise<ChildProcess> {
  // From its sources, as in tests and the demo, it is TypeScript.
  const isSource = import.meta.url.endsWith('.ts')
  const loader = isSource ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : []
  const child = fork(new URL(`./decoder.${isSource ? 'ts' : 'js'}`, import.meta.url), [library], {
    env: {},
    execArgv: [...loader, '--max-old-space-size=128'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error('the process did not start in time'))
    }, START_MS)
    child.once('message', () => {
      clearTimeout(timer)
      child.removeAllListeners('exit')
      child.unref()
      child.channel?.unref()
      resolve(child)
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the process ended with ${code} before it was ready`))
    })
  })
}

/** Runs one picture, and ends the process when it takes too long or too much. */
function runJob(child: ChildProcess, job: DecodeJob, timeoutMs: number, memoryBytes: number): Promise<DecodedPicture> {
  return new Promise((resolve) => {
    const finish = (result: DecodedPicture) => {
      clearTimeout(timer)
      clearInterval(watch)
      child.off('message', onMessage)
      child.off('exit', onExit)
      child.unref()
      child.channel?.unref()
      resolve(result)
    }
    const end = (refused: 'tooSlow' | 'tooMuchMemory') => {
      child.kill('SIGKILL')
      finish({ refused })
    }
    const onMessage = (answer: DecodeAnswer) => {
      if (answer.id !== job.id) return
      finish(answer.bytes === null ? { refused: 'undecodable' } : { bytes: new Uint8Array(answer.bytes) })
    }
    // The system, or the library itself, gave up on it.
    const onExit = () => finish({ refused: 'tooMuchMemory' })
    const timer = setTimeout(() => end('tooSlow'), timeoutMs)
    const watch = setInterval(() => {
      readFile(`/proc/${child.pid}/statm`, 'latin1').then(
        (text) => {
          if (Number(text.split(' ')[1]) * PAGE_BYTES > memoryBytes) end('tooMuchMemory')
        },
        () => clearInterval(watch),
      )
    }, WATCH_MS)
    child.ref()
    child.channel?.ref()
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.send(job)
  })
}
