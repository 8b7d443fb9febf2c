import type { ChildProcess } from 'node:child_process'

/** The next message of a child. Rejects when the child ends before, or says nothing for so long; then it is ended. */
export function heardFrom(child: ChildProcess, what: string, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = (act: () => void): void => {
      clearTimeout(timer)
      child.off('message', onMessage)
      child.off('exit', onExit)
      act()
    }
    const onMessage = (message: unknown): void => end(() => resolve(message))
    const onExit = (code: number | null): void => end(() => reject(new Error(`${what}: it ended with ${code}.`)))
    const timer = setTimeout(() => {
      end(() => reject(new Error(`${what}: nothing heard for ${timeoutMs / 1000} s.`)))
      child.kill('SIGKILL')
    }, timeoutMs)
    child.once('message', onMessage)
    child.once('exit', onExit)
  })
}
