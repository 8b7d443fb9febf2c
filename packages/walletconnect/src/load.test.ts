import { expect, it } from 'vitest'
import { load } from './load.ts'

it('hands over a part that came', async () => {
  await expect(load(Promise.resolve({ part: 1 }))).resolves.toEqual({ part: 1 })
})

it('rejects with a code where a part cannot be had, as after a site was deployed anew', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  await expect(load(Promise.reject(cause))).rejects.toMatchObject({ name: 'EngineError', key: 'ABORTED', cause })
})
