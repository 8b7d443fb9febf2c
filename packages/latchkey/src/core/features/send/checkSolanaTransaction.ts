/** What is worth knowing of a transaction of Solana before a wallet is asked to sign it. Source: SEC-94. */
import {
  type AskNode,
  describeCalls,
  fetchSolanaEffects,
  fetchSolanaRecipient,
  listSolanaFindings,
  readMessage,
  type SolanaEffects,
  type SolanaMessage,
  type SolanaRecipient,
  UNCHECKED_SOLANA,
} from '@latchkey/wire/guard'
import { isLatchkeyError, LatchkeyError } from '../../errors/LatchkeyError.ts'
import { findNetwork } from '../../kernel/networks/networks.ts'
import { getAdapter } from '../../kernel/way.ts'
import type { Connection, SendRequest } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { toBase58 } from '../../values/base58.ts'
import { withDeadline } from '../../values/withDeadline.ts'
import { listKnown } from './recipients.ts'
import { CHECK_LIMIT_MS, type TransactionCheck } from './transactionCheck.ts'

/** As `checkTransaction`, for bytes of a transaction. Rejects with `REQUEST_INVALID` for what is none. */
export async function checkSolanaTransaction(
  instance: Instance,
  connection: Connection,
  transaction: Uint8Array,
): Promise<TransactionCheck> {
  const message = transaction instanceof Uint8Array ? readMessage(transaction, toBase58) : undefined
  if (!message) {
    throw new LatchkeyError('REQUEST_INVALID', 'transaction must be the bytes of a Solana transaction.', {
      facts: { field: 'transaction' },
    })
  }
  return judge(instance, connection, { transaction, message })
}

/**
 * The same for a transfer, of the very transaction that would be signed, and of the recipient as it was written. Never rejects:
 * what no node said is `EFFECTS_UNCHECKED`, and what cannot be built would fail.
 */
export async function checkSolanaTransfer(
  instance: Instance,
  connection: Connection,
  request: SendRequest,
): Promise<TransactionCheck> {
  const { clock, logger } = instance.services
  const deadline = { clock, delayMs: CHECK_LIMIT_MS, signal: instance.signal }
  const prepareSend = getAdapter(instance, connection.connector)?.prepareSend
  const build = async (): Promise<Uint8Array | undefined> => prepareSend?.(connection, request)
  const ask = toAsk(instance, connection)
  let isImpossible = false
  const [transaction, recipient] = await Promise.all([
    withDeadline(deadline, build).catch((error: unknown) => {
      logger.debug('A transfer could not be looked at.', { error })
      // Such as a recipient that is an account of another token. What only a node kept back is no finding of its own.
      isImpossible = isLatchkeyError(error) && error.code === 'OPTION_INVALID'
      return undefined
    }),
    // Of a recipient that no node spoke about only the address is known; what is not known makes no finding.
    withDeadline(deadline, (until) => fetchSolanaRecipient(request.to, ask(until))).catch(() => ({
      address: request.to,
    })),
  ])
  const message = transaction && readMessage(transaction, toBase58)
  const found = isImpossible ? { ...UNCHECKED_SOLANA, effects: IMPOSSIBLE } : UNCHECKED_SOLANA
  return judge(instance, connection, { transaction, message, found, recipient, token: request.token?.address })
}

const IMPOSSIBLE = { status: 'reverts', reason: undefined, isOfFunds: false } as const

async function judge(
  instance: Instance,
  connection: Connection,
  parameters: {
    /** Undefined where it could not be made: then `found` is all there is to know. */
    readonly transaction: Uint8Array | undefined
    readonly message: SolanaMessage | undefined
    readonly found?: SolanaEffects | undefined
    readonly recipient?: SolanaRecipient | undefined
    readonly token?: string | undefined
  },
): Promise<TransactionCheck> {
  const { transaction, message, recipient, token } = parameters
  const { services, signal } = instance
  const account = connection.accounts[0]?.address ?? ''
  const ask = toAsk(instance, connection)
  const deadline = { clock: services.clock, delayMs: CHECK_LIMIT_MS, signal }
  const found =
    transaction && message
      ? // What no node tries is told as `EFFECTS_UNCHECKED`.
        await withDeadline(deadline, (until) =>
          fetchSolanaEffects(
            { message, base64: toBase64(transaction), messageBase64: toBase64(message.bytes) },
            account,
            ask(until),
            toBase58,
          ),
        ).catch(() => UNCHECKED_SOLANA)
      : (parameters.found ?? UNCHECKED_SOLANA)
  const operations = message ? describeCalls(message.listCalls(found.tables), toBase58) : []
  const known = listKnown(instance, 'solana')
  const findings = listSolanaFindings({ account, operations, found, known, recipient, token })
  // What a call leaves out, the accounts themselves say: of which mint they are, and whose.
  const solana = operations.map((operation) => {
    if (operation.kind !== 'moveToken') return operation
    const mint = operation.mint ?? found.holders.get(operation.from)?.mint
    return { ...operation, mint, to: found.holders.get(operation.to)?.owner ?? operation.to }
  })
  const cost = { fee: found.fee, rent: found.rent }
  return { operations: [], solana, typedData: undefined, effects: found.effects, findings, cost }
}

/** Asks nodes of the connection's network, until a signal ends it. */
function toAsk(instance: Instance, { networkId, connector }: Connection): (until: AbortSignal) => AskNode {
  const network = findNetwork(instance.stores.networks.get(), networkId)
  const { askNode } = getAdapter(instance, connector) ?? instance.adapters.solana ?? {}
  return (until) => (method, params) =>
    network && askNode ? askNode(network, method, params, until) : Promise.reject(new Error('No node is known.'))
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
