import type { Session } from '@latchkey/walletconnect'
// Loaded beforehand, so that what the instance loads on demand is there within the clock's next step.
import '../../latchkey/src/core/flow/actions.ts'
import '../../latchkey/src/core/kernel/connections/disconnect.ts'
import '../../latchkey/src/core/kernel/connections/followConnection.ts'
import '../../latchkey/src/core/kernel/connections/reconnect.ts'
import '../../latchkey/src/core/kernel/attempt/runAfterConnect.ts'
import '../../latchkey/src/core/flow/sendTransaction.ts'
import '../../latchkey/src/core/flow/signMessage.ts'
import '../../latchkey/src/core/kernel/networks/switchNetwork.ts'
import '../../latchkey/src/core/ways/walletConnect/restoreSession.ts'
import '../../latchkey/src/evm/createAbilities.ts'
import '../../latchkey/src/evm/encodeCall.ts'
import '../../latchkey/src/evm/switchChain.ts'
import '../../latchkey/src/evm/walletPort.ts'
import type { Failure } from '../../latchkey/src/core/errors/failure.ts'
import { noticeOf, type SessionNotice } from '../../latchkey/src/core/kernel/connections/notice.ts'
import { type OpenRequest, requestsOf } from '../../latchkey/src/core/kernel/requests/requests.ts'
import type { BrowserPort } from '../../latchkey/src/core/services/ports.ts'
import type { CreateLatchkeyOptions } from '../../latchkey/src/core/types/options.ts'
import { connectWalletConnect } from '../../latchkey/src/core/ways/walletConnect/connectWalletConnect.ts'
import type { FakeDisk } from './createFakeDisk.ts'
import { createFakeServices } from './createFakeServices.ts'
import { createTestLatchkey, type TestLatchkey } from './createTestLatchkey.ts'
import { createTestPhone, type TestPhone } from './createTestPhone.ts'

/** An instance whose wallet is on a phone. */
export type ConnectedPhone = TestLatchkey & {
  readonly phone: TestPhone
  readonly session: Session
  readonly getRequest: () => OpenRequest | undefined
  readonly getNotice: () => SessionNotice | undefined
  /** Codes that the host heard, oldest first. */
  readonly codesOf: () => readonly Failure['code'][]
}

/** Connects a phone that shares these accounts (CAIP-10), and grants all that was asked unless `methods` are named. */
export async function connectPhone(
  accounts: readonly [string, ...string[]],
  parts: {
    phone?: TestPhone | undefined
    options?: Partial<CreateLatchkeyOptions> | undefined
    browser?: Partial<BrowserPort> | undefined
    methods?: readonly string[] | undefined
    fetch?: typeof globalThis.fetch | undefined
    disk?: FakeDisk | undefined
  } = {},
): Promise<ConnectedPhone> {
  const { phone = await createTestPhone(), options = {}, browser, fetch, disk, methods } = parts
  const { clock, walletConnect } = phone
  const services = createFakeServices({ clock, walletConnect, browser, fetch, disk })
  const made = createTestLatchkey({ services, options })
  const { instance, latchkey } = made
  const { connection } = instance.stores
  const asked = connectWalletConnect(instance)
  const uri = await phone.until(() => connection.get().attempt?.pairing?.uri)
  const session = methods ? await phone.grant(uri, { accounts, methods }) : await phone.approve(uri, ...accounts)
  await phone.until(() => latchkey.getState().status === 'connected')
  await asked
  return {
    ...made,
    phone,
    session,
    getRequest: () => requestsOf(made.instance).get().open,
    getNotice: () => noticeOf(made.instance).get().notice,
    codesOf: () => made.failures.map(({ code }) => code),
  }
}
