/**
 * The smart account of who is logged in: what may be asked of it, and how its signatures and operations are made. The bundler is the
 * gateway's own, whatever a page says (SEC-124).
 */
import type { Hex } from '@latchkey/wire/guard'
import { ENTRY_POINT } from '@latchkey/wire/smartAccount'
import type { ApprovalSubject } from '../../../approve/types.ts'
import { CallError } from '../../../channel/CallError.ts'
import type { Clock } from '../../../keys/createKeyring.ts'
import type { KeyAccount, SmartNetwork } from '../../keyTasks.ts'
import type { AskNetwork } from '../../node.ts'
import type { Ready } from '../../ready.ts'
import type { CallBook } from '../callBook.ts'
import type { Supported } from '../supported.ts'
import { readCallsId, type SentCalls, toCallsId } from './callsId.ts'
import { readBatch, readOneCall, type WantedCalls } from './callsRequest.ts'
import {
  type Chain,
  callBundler,
  fillOperation,
  readChainTime,
  readDeployment,
  readOperationNonce,
  sponsorOperation,
} from './fillOperation.ts'
import { isSettled, OPERATION_LIFE, readCallsStatus, readOutcome } from './readOutcome.ts'
import { signSafeMessage } from './signSafeMessage.ts'
import { signSafeOperation } from './signSafeOperation.ts'
import { hashUserOperation, toBundlerForm, type UserOperation } from './userOperation.ts'

/** Pause between two looks at what became of an operation (ms). */
const LOOK_MS = 1_000

/** How long it is looked for a transaction's hash (ms), and for the end of the operation before. */
const MOST_WAIT = 120_000

/** Signs for a smart account what is no operation. */
export type SmartSigner = {
  /** `digest`: what an ordinary account would sign. */
  readonly ready: (digest: Uint8Array) => Omit<Ready, 'subject'>
}

export type SmartAccounts = {
  readonly listNetworks: () => Promise<readonly SmartNetwork[]>
  readonly isDeployed: (account: KeyAccount, network: string) => Promise<boolean>
  readonly signer: (account: KeyAccount, network: string) => SmartSigner
  readonly prepareCalls: (wanted: unknown, account: KeyAccount, network: string) => Promise<Ready>
  readonly prepareTransaction: (wanted: unknown, account: KeyAccount, network: string) => Promise<Ready>
  readonly readStatus: (id: string) => Promise<unknown>
}

const pending = (): CallError =>
  new CallError({
    message: 'It is not known yet whether it was carried out',
    code: -32603,
    reason: 'OPERATION_PENDING',
  })

/** A chain that went back behind the account's beginning. */
const gone = (): CallError =>
  new CallError({ message: 'The account is not there any more', code: -32603, reason: 'NODE_REFUSED' })

export const createSmartAccounts = ({
  gatewayUrl,
  readSupported,
  ask,
  askBundler,
  clock,
  book,
}: {
  readonly gatewayUrl: string
  readonly readSupported: () => Promise<Supported>
  readonly ask: AskNetwork
  readonly askBundler: AskNetwork
  readonly clock: Clock
  readonly book: CallBook
}): SmartAccounts => {
  const listNetworks = async (): Promise<readonly SmartNetwork[]> => (await readSupported()).smart

  const chainOf = (network: string): Chain => ({
    ask: (method, params) => ask(network, method, params),
    askBundler: (method, params) => askBundler(network, method, params),
    chainId: BigInt(network.slice('eip155:'.length)),
  })

  const pause = () => new Promise<void>((resolve) => void clock.after(LOOK_MS, resolve))

  /** What became of an operation, once that is known; undefined after a while. */
  const waitForOutcome = async (chain: Chain, { hash }: SentCalls) => {
    for (let waited = 0; waited < MOST_WAIT; waited += LOOK_MS) {
      // A bundler that does not answer is asked again.
      const found = await readOutcome(chain, hash).catch(() => undefined)
      if (found) return found
      await pause()
    }
    return undefined
  }

  /** One operation at a time: the next one's number follows on the one before, whatever became of that. */
  const settleLast = async (chain: Chain, account: string, network: string): Promise<void> => {
    const key = { account, network }
    // The last one that was sent, in any tab: the next one has its number after it.
    const last = readCallsId((await book.find(key)) ?? '')
    if (!last) return
    // One of an earlier visit is mostly over, and its bundler may have forgotten it.
    const isOver =
      (await isSettled(chain, last)) || (await waitForOutcome(chain, last)) || (await isSettled(chain, last))
    if (!isOver) throw pending()
    await book.keep(key, undefined)
  }

  const prepare = async (
    { calls, id: name, mustBeSponsored }: WantedCalls,
    { addresses, smartAccount }: KeyAccount,
    network: string,
    answer: (chain: Chain, calls: SentCalls) => Promise<unknown>,
  ): Promise<Ready> => {
    const owner = addresses.eip155 as Hex
    const found = (await listNetworks()).find(({ id }) => id === network)
    if (!found) throw new CallError({ message: `No smart accounts on ${network}`, code: 5710, reason: 'NOT_SERVED' })
    if (name !== undefined && (await book.find({ name })))
      throw new CallError({ message: 'That id names other calls', code: 5720, reason: 'CALLS_REFUSED' })
    const chain = chainOf(network)
    const filled = await fillOperation(calls, { owner, chain, isSponsored: found.isSponsored, mustBeSponsored })
    const { operation, isSponsored, fee } = filled
    const subject: ApprovalSubject = {
      kind: 'operation',
      operation: {
        form: 'safe',
        sender: operation.sender,
        callData: operation.callData,
        fee,
        isSponsored,
        deploys: operation.deployment !== undefined,
        isEnabling: false,
      },
    }
    return {
      account: smartAccount,
      owner,
      subject,
      sign: async (keyring) => {
        await settleLast(chain, smartAccount, network)
        // While it was looked at the account may have been made, or have carried out something else.
        const [nonce, deployment, time] = await Promise.all([
          readOperationNonce(chain, operation.sender),
          readDeployment(chain, owner),
          readChainTime(chain),
        ])
        if (deployment && !operation.deployment) throw gone()
        const whole: UserOperation = await sponsorOperation(chain, { ...operation, nonce, deployment })
        const validUntil = time + OPERATION_LIFE
        const environment = { chainId: chain.chainId, validAfter: 0, validUntil }
        const signature = signSafeOperation(whole, environment, keyring.signEvm)
        const calls: SentCalls = { hash: hashUserOperation(whole, chain.chainId), network, validUntil }
        // From here on it may be carried out, whatever is answered.
        const last = { account: smartAccount, network }
        if (name !== undefined) await book.keep({ name }, toCallsId(calls))
        await book.keep(last, toCallsId(calls))
        try {
          await callBundler(chain, 'eth_sendUserOperation', [toBundlerForm(whole, signature), ENTRY_POINT])
        } catch (error) {
          if (!(error instanceof CallError && error.told.reason === 'NETWORK_FAILED')) {
            await book.keep(last, undefined)
            if (name !== undefined) await book.keep({ name }, undefined)
            throw error
          }
        }
        return answer(chain, calls)
      },
    }
  }

  return {
    listNetworks,

    isDeployed: async ({ addresses }, network) =>
      (await readDeployment(chainOf(network), addresses.eip155 as Hex)) === undefined,

    signer: ({ addresses, smartAccount }, network) => ({
      ready: (digest) => ({
        account: smartAccount,
        owner: addresses.eip155,
        sign: async (keyring) => {
          const chain = chainOf(network)
          const deployment = await readDeployment(chain, addresses.eip155 as Hex)
          const place = { account: smartAccount as Hex, chainId: chain.chainId, deployment }
          return signSafeMessage(digest, place, keyring.signEvm)
        },
      }),
    }),

    prepareCalls: async (wanted, account, network) => {
      const read = readBatch(wanted, {
        account: account.smartAccount as Hex,
        smartAccount: account.smartAccount,
        network,
        gatewayUrl,
      })
      return prepare(read, account, network, async (_, calls) => ({ id: read.id ?? toCallsId(calls) }))
    },

    prepareTransaction: async (wanted, account, network) => {
      const read = readOneCall(wanted, {
        account: account.smartAccount as Hex,
        smartAccount: account.smartAccount,
        network,
      })
      return prepare(read, account, network, async (chain, calls) => {
        const found = await waitForOutcome(chain, calls)
        if (!found) throw pending()
        return found.transactionHash
      })
    },

    readStatus: async (id) => {
      const calls = readCallsId((await book.find({ name: id })) ?? id)
      if (!calls) throw new CallError({ message: 'There are no such calls', code: 5730, reason: 'CALLS_UNKNOWN' })
      return readCallsStatus(chainOf(calls.network), id, calls)
    },
  }
}
