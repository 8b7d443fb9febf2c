import { expect, test } from 'vitest'
import { walkConnectWallet } from './connectWallet.ts'
import { toRoom } from './followCalls.ts'

test('whoever follows a call of connectWallet is led through at most 15 rooms and back 40 times', async () => {
  const { files, crossings } = await walkConnectWallet()
  const rooms = new Set(files.map(toRoom))
  // The walk has gone all the way: the wallet was asked, the answer kept, the modal closed.
  for (const room of ['evm', 'core/kernel/saved', 'core/flow']) expect(rooms).toContain(room)
  expect(rooms.size).toBeLessThanOrEqual(15)
  expect(crossings.filter(({ from, to }) => toRoom(from) !== toRoom(to)).length).toBeLessThanOrEqual(40)
  // From file to file, which a room's own files are among.
  expect(files.length).toBeLessThanOrEqual(42)
  expect(crossings.length).toBeLessThanOrEqual(80)
}, 60_000)
