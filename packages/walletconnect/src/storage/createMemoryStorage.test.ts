import { createMemoryStorage } from './createMemoryStorage.ts'
import { describeStorage } from './storageContract.ts'

describeStorage(
  'memory',
  () => {
    const storage = createMemoryStorage()
    return { open: () => storage }
  },
  { isShared: true },
)
