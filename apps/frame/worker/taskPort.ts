/** The one port between the page and its key worker: a task by its name, answered under its number. Both ends are code of the frame. */
import type { FrameFailure } from '@latchkey/wire/frame/call'
import { CallError } from '../channel/CallError.ts'
import type { KeyTasks } from './keyTasks.ts'

type Asked = { readonly number: number; readonly task: keyof KeyTasks; readonly input: readonly unknown[] }
type Answered =
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly failure: FrameFailure }

/** The parts of a worker, or of its own scope, that are used. */
export type TaskPort = {
  readonly postMessage: (message: unknown) => void
  readonly addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
}

const UNEXPECTED: FrameFailure = { message: 'Something went wrong', code: -32603, reason: 'INTERNAL_ERROR' }

/** Serves tasks at the worker's end. What no task meant to say is not said. */
export const serveTasks = (port: TaskPort, tasks: KeyTasks, log: (what: string, error: unknown) => void): void => {
  port.addEventListener('message', async ({ data }: MessageEvent<Asked>) => {
    const { number, task, input } = data
    try {
      const run = tasks[task] as (...values: readonly unknown[]) => Promise<unknown>
      port.postMessage({ number, value: await run(...input) } satisfies Answered)
    } catch (error) {
      if (!(error instanceof CallError)) log(task, error)
      const failure = error instanceof CallError ? error.told : UNEXPECTED
      port.postMessage({ number, failure } satisfies Answered)
    }
  })
}

/** The page's end: every task as a function. */
export const askTasks = (port: TaskPort): KeyTasks => {
  let last = 0
  const waiting = new Map<number, { readonly done: (value: unknown) => void; readonly fail: (error: Error) => void }>()
  port.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
    const asked = waiting.get(data.number)
    waiting.delete(data.number)
    if ('failure' in data) asked?.fail(new CallError(data.failure))
    else asked?.done(data.value)
  })
  const ask = (task: keyof KeyTasks, input: readonly unknown[]) =>
    new Promise<unknown>((done, fail) => {
      last += 1
      waiting.set(last, { done, fail })
      port.postMessage({ number: last, task, input } satisfies Asked)
    })
  return new Proxy({} as KeyTasks, {
    get: (_, task) =>
      typeof task === 'string' && task !== 'then'
        ? (...input: readonly unknown[]) => ask(task as keyof KeyTasks, input)
        : undefined,
  })
}
