import { expect, it } from 'vitest'
import * as door from './index.ts'
import { nodeSurroundings } from './nodeSurroundings.ts'

it('exports these names', () => {
  expect(Object.keys(door).toSorted()).toEqual(['createFileStorage', 'nodeSurroundings', 'openNodeSocket'])
})

it('gives each client its own memory where no file is named', async () => {
  const [a, b] = [nodeSurroundings({}), nodeSurroundings({})]
  await a.storage.write(await a.storage.claim(), [{ table: 'seen', key: 'k', value: 1 }])
  expect(await b.storage.load()).toEqual([])
  expect(a.agent).toMatch(/^[a-z0-9]+-\d+\.\d+\.\d+\/node$/)
  expect(a.random.bytes(32)).not.toEqual(a.random.bytes(32))
})
