/** What a page's main thread did for a while, said by kind of work and by function. */
import type { CDPSession } from 'playwright'

/** Kinds of work by the names that Chromium's trace has for them. */
const KINDS: Readonly<Record<string, string>> = {
  EvaluateScript: 'reading scripts',
  'v8.compile': 'reading scripts',
  'v8.compileModule': 'reading scripts',
  'v8.evaluateModule': 'reading scripts',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'painting',
  Paint: 'painting',
  Layerize: 'painting',
  Commit: 'painting',
  FunctionCall: 'scripts',
  FireAnimationFrame: 'scripts',
  TimerFire: 'scripts',
  RunMicrotasks: 'scripts',
  EventDispatch: 'scripts',
  MinorGC: 'collecting',
  MajorGC: 'collecting',
}
/** Tasks that take less of the processor are not said, in ms. */
const SMALL_TASK_MS = 20

export async function startProfile(cdp: CDPSession): Promise<void> {
  await cdp.send('Tracing.start', {
    categories: 'devtools.timeline,toplevel,v8,disabled-by-default-v8.compile',
    transferMode: 'ReportEvents',
  })
  await cdp.send('Profiler.enable')
  await cdp.send('Profiler.setSamplingInterval', { interval: 200 })
  await cdp.send('Profiler.start')
}

type Event = {
  readonly name: string
  readonly ph: string
  readonly dur?: number
  /** Processor time of its thread, which other work on the machine does not change. */
  readonly tdur?: number
  readonly ts: number
  readonly pid: number
  readonly tid: number
  readonly args?: { readonly data?: { readonly functionName?: string; readonly type?: string } }
}

/**
 * Says the time of each kind of work by itself, the functions that took most, and the longest tasks by the processor time that they
 * took, with what was in them.
 */
export async function tellProfile(cdp: CDPSession, what: string): Promise<void> {
  const { profile } = await cdp.send('Profiler.stop')
  const events: Event[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as Event[])))
  const complete = new Promise<unknown>((resolve) => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.end')
  await complete
  const took = new Map<string, number>()
  // What is inside of something else is its own, and not the outer one's.
  const open: { end: number; kind: string | undefined; tid: number }[] = []
  const whole = events.filter((each) => each.ph === 'X').sort((a, b) => a.ts - b.ts)
  for (const { name, dur = 0, ts, tid } of whole) {
    const kind = KINDS[name]
    if (!kind) continue
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= ts) open.pop()
    const outer = open.findLast((each) => each.tid === tid)
    if (outer?.kind) took.set(outer.kind, (took.get(outer.kind) ?? 0) - dur)
    took.set(kind, (took.get(kind) ?? 0) + dur)
    open.push({ end: ts + dur, kind, tid })
  }
  process.stdout.write(`\n${what}, processor slowed down, ms:\n`)
  const say = (us: number, name: string): void => {
    process.stdout.write(`  ${(us / 1000).toFixed(1).padStart(7)} ${name}\n`)
  }
  for (const [kind, us] of [...took].sort(([, a], [, b]) => b - a)) say(us, kind)
  const own = new Map<string, number>()
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  profile.samples?.forEach((id, index) => {
    const frame = nodes.get(id)?.callFrame
    const name = frame?.functionName.startsWith('(')
      ? frame.functionName
      : `${frame?.functionName || 'unnamed'} ${frame?.url.split('/').at(-1)}:${frame?.columnNumber}`
    own.set(name, (own.get(name) ?? 0) + (profile.timeDeltas?.[index] ?? 0))
  })
  for (const [name, us] of [...own].sort(([, a], [, b]) => b - a).slice(0, 25)) say(us, name)
  process.stdout.write('  the longest tasks:\n')
  const main = whole.find(({ name }) => name === 'FunctionCall' || name === 'Layout')
  const isTask = ({ name, tid, pid, tdur = 0 }: Event): boolean =>
    (name === 'RunTask' || name === 'ThreadControllerImpl::RunTask') &&
    tid === main?.tid &&
    pid === main.pid &&
    tdur > SMALL_TASK_MS * 1000
  const tasks = whole.filter(isTask).sort((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0))
  for (const task of tasks.slice(0, 6)) {
    const end = task.ts + (task.dur ?? 0)
    const inside = whole.filter(
      ({ ts, tid, tdur = 0, name }) => tid === task.tid && ts >= task.ts && ts < end && tdur > 3000 && name in KINDS,
    )
    const parts = inside.map(
      ({ name, tdur = 0, args }) =>
        `${name} ${args?.data?.functionName || args?.data?.type || ''} ${(tdur / 1000).toFixed(0)}`,
    )
    say(task.tdur ?? 0, `at ${((task.ts - (whole[0]?.ts ?? 0)) / 1000).toFixed(0)}: ${parts.join(', ')}`)
  }
}
