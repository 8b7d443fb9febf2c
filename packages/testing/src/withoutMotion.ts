import { afterAll, beforeAll } from 'vitest'
import { cdp } from 'vitest/browser'

/** Lets a file draw as for a visitor who wants less motion: a sixth less of the processor, where nothing about motion is asked. */
export function withoutMotion(): void {
  const setFeatures = (features: readonly { name: string; value: string }[]): Promise<unknown> =>
    (cdp() as unknown as { send(method: string, parameters: unknown): Promise<unknown> }).send(
      'Emulation.setEmulatedMedia',
      { features },
    )
  beforeAll(() => setFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]))
  afterAll(() => setFeatures([]))
}
