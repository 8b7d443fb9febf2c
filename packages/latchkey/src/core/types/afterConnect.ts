import type { Account } from './adapter.ts'
import type { Network } from './network.ts'

/** What a step after connecting is handed. */
export type AfterConnectInput = {
  readonly account: Account
  readonly network: Network
  readonly signMessage: (message: string) => Promise<string>
  readonly signal: AbortSignal
}

/** A named step between connecting and closing. When it rejects and `required` is true, the wallet is disconnected. */
export type AfterConnectStep = {
  readonly name: string
  readonly required?: boolean | undefined
  readonly run: (input: AfterConnectInput) => Promise<void>
}
