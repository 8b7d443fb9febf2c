import type { FullConfig } from '@playwright/test'
import { type BuiltPages, STACKS_VARIABLE, type WrittenStack } from './stack.ts'
import { startProcess } from './startProcess.ts'

/** Builds the pages once and starts one whole stack for each worker. Returns the way to end all of it. */
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const stops: (() => Promise<void>)[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(stops.splice(0).map((end) => end()))
  }
  try {
    const built = await startProcess<BuiltPages>('e2e/buildPages.ts')
    stops.push(built.stop)
    const stacks = await Promise.all(
      Array.from({ length: workers }, async () => {
        const stack = await startProcess<WrittenStack>('e2e/serve.ts', JSON.stringify(built.ready))
        stops.push(stack.stop)
        return stack.ready
      }),
    )
    process.env[STACKS_VARIABLE] = JSON.stringify(stacks)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
