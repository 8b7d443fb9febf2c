export { getConnections } from './getConnections.ts'
