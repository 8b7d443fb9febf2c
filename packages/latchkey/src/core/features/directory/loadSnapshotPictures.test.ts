import { expect, test } from 'vitest'
import { FIRST_WALLETS } from './firstWallets.ts'
import { loadSnapshotPictures } from './loadSnapshotPictures.ts'
import { SNAPSHOT } from './snapshot.ts'

const firstIds = FIRST_WALLETS.map(({ id }) => id)
const other = SNAPSHOT.find(({ id }) => !firstIds.includes(id))?.id ?? ''

test('the wallets that a site begins with need no pictures of others', async () => {
  expect(Object.keys(await loadSnapshotPictures(firstIds))).toEqual(firstIds)
})

test('a wallet that comes later has the pictures of all that come later loaded', async () => {
  const pictures = await loadSnapshotPictures([other])
  expect(Object.keys(pictures)).not.toEqual(expect.arrayContaining(firstIds))
  expect(Object.keys(pictures).length).toBeGreaterThan(20)
  expect(Object.keys(await loadSnapshotPictures([...firstIds, other]))).toHaveLength(
    Object.keys(pictures).length + firstIds.length,
  )
})

test('nothing is loaded where nothing is listed', async () => {
  expect(await loadSnapshotPictures([])).toEqual({})
})
