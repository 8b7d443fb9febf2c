export { createFileStorage } from './createFileStorage.ts'
export { nodeSurroundings } from './nodeSurroundings.ts'
export { openNodeSocket } from './openNodeSocket.ts'
