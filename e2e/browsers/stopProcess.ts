import type { ChildProcess } from 'node:child_process'

/** How long a program may take to end when it is asked to, in ms. */
const END_LIMIT_MS = 5_000

/** Ends a program that we started: asks first, then insists. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const limit = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS)
  await ended
  clearTimeout(limit)
}
