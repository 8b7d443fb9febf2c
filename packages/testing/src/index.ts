export { createFakeBrowser, type FakeBrowser } from './createFakeBrowser.ts'
export { createFakeDisk, type FakeDisk } from './createFakeDisk.ts'
export { createFakeServices, type FakeGateway, type FakeServices } from './createFakeServices.ts'
export { createManualClock, type ManualClock } from './createManualClock.ts'
export {
  type Answer,
  createAnswer,
  createScriptedAdapter,
  fakeAccounts,
  fakeAddress,
  fakeConnection,
  fakeConnector,
  type ScriptedAdapter,
  type WalletScript,
} from './createScriptedAdapter.ts'
export { createTestLatchkey, type TestLatchkey, testNetwork } from './createTestLatchkey.ts'
