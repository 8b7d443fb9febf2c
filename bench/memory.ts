/**
 * What the demo takes of memory: `npm run bench:memory`. Starts it by `npm run demo`, in a process group of its own, and lists
 * each of its processes ten seconds after it is ready, and once more when its gateway has used its database. Linux alone.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** One process, in MB. `own` counts pages that several processes share in equal parts. */
type Taken = { readonly program: string; readonly resident: number; readonly own: number }

const demo = spawn('npm', ['run', '--silent', 'demo'], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
const group = demo.pid ?? 0
try {
  const said = await new Promise<string>((resolve, reject) => {
    let text = ''
    demo.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('Ctrl-C ends everything')) resolve(text)
    })
    demo.once('exit', (code) => reject(new Error(`The demo ended with ${code}. It said: ${text}`)))
  })
  await pause(10_000)
  tell('ten seconds after it is ready', list())
  const addressOf = (name: string): string => new RegExp(`${name}\\s+(http://\\S+)`).exec(said)?.[1] ?? ''
  const answer = await fetch(`${addressOf('Gateway')}/auth/v1/nonce?projectId=hollowpine`, {
    headers: { origin: addressOf('Demo site') },
  })
  if (!answer.ok) throw new Error(`No nonce: ${answer.status} ${await answer.text()}`)
  await pause(10_000)
  tell('ten seconds after somebody began to sign in', list())
} finally {
  process.kill(-group, 'SIGINT')
}

function tell(when: string, processes: readonly Taken[]): void {
  process.stdout.write(`${when}\n`)
  for (const { program, resident, own } of processes) {
    process.stdout.write(`  ${String(resident).padStart(5)} MB, ${String(own).padStart(4)} own  ${program}\n`)
  }
  const sum = (key: 'resident' | 'own'): number => processes.reduce((total, each) => total + each[key], 0)
  process.stdout.write(`  ${String(sum('resident')).padStart(5)} MB, ${String(sum('own')).padStart(4)} own  together\n`)
}

/** Every process of the demo and its children, however deep; anvil has a group of its own. */
function list(): Taken[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const stat = read(`/proc/${name}/stat`)
    const [, parent] = /\) \S (\d+)/.exec(stat) ?? []
    if (parent !== undefined) parents.set(Number(name), Number(parent))
  }
  const isOurs = (id: number | undefined): boolean => id !== undefined && (id === group || isOurs(parents.get(id)))
  return [...parents.keys()].filter(isOurs).map((id) => {
    const rollup = read(`/proc/${id}/smaps_rollup`)
    const megabytes = (key: string): number =>
      Math.round((Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) * 1024) / 1e6)
    const command = read(`/proc/${id}/cmdline`)
      .split('\0')
      .filter((part) => part !== '')
    return { program: command.slice(-3).join(' ').slice(-60), resident: megabytes('Rss'), own: megabytes('Pss') }
  })
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
