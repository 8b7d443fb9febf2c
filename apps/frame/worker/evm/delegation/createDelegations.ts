/**
 * The account of the key's own address with the code of EIP-7702: its calls as one, and what its owner lets pages do without asking each
 * time (ERC-7715), given and ended on the chain (SEC-53).
 */
import type { KeptPermission } from '@latchkey/wire/custody/permission'
import type { Hex } from '@latchkey/wire/guard'
import { CallError, invalid, notServed } from '../../../channel/CallError.ts'
import type { Random } from '../../../keys/bytes.ts'
import type { Clock, Keyring } from '../../../keys/createKeyring.ts'
import type { KeyAccount } from '../../keyTasks.ts'
import type { AskNetwork } from '../../node.ts'
import type { Ready } from '../../ready.ts'
import type { CallBook } from '../callBook.ts'
import { type Ask, fillTransaction, readNonce, readNumber } from '../fillTransaction.ts'
import { signTransaction } from '../signTransaction.ts'
import { KNOWS_ASSETS } from '../smartAccount/accountType.ts'
import { readBatch } from '../smartAccount/callsRequest.ts'
import { readChainTime } from '../smartAccount/fillOperation.ts'
import { writeCall } from '../smartAccount/writeAbi.ts'
import type { Supported } from '../supported.ts'
import { DELEGATION_MANAGER } from './contracts.ts'
import { fillOwnCalls, hasDelegatedCode, readSucceeded, signOwnCalls } from './ownCalls.ts'
import { readOwnCallsId, readOwnCallsStatus, toOwnCallsId } from './ownCallsStatus.ts'
import { type Permission, readPermission, TRANSFER, writeGranted } from './permission.ts'
import {
  createDelegation,
  type Delegation,
  hashDelegation,
  signDelegation,
  toCaveats,
  writeContext,
  writeRevocation,
} from './signDelegation.ts'

/** `disabledDelegations(bytes32)` of the manager: not 0 once the permission is ended. */
const IS_DISABLED: Hex = '0x2d40d052'

/** Pause between two looks at what became of a transaction (ms), and how long it is looked for. */
const LOOK_MS = 1_000
const MOST_WAIT = 120_000

/** What the gateway keeps of the permissions of who is logged in. */
export type KeptPermissions = {
  readonly keep: (permission: Omit<KeptPermission, 'host' | 'createdAt'>) => Promise<void>
  readonly list: () => Promise<readonly KeptPermission[]>
  readonly noteEnded: (hash: string) => Promise<void>
}

/** A permission that was given and not ended. */
export type GrantedPermission = {
  /** Of the delegation. */
  readonly hash: Hex
  /** CAIP-2. */
  readonly network: string
  /** The page that asked for it. */
  readonly host: string
  readonly permission: Permission
  readonly delegation: Delegation
  readonly signature: Hex
}

/** The answer to `wallet_getCapabilities` about the permissions of an account. Source: ERC-7715. */
const PERMISSION_CAPABILITY = {
  supported: true,
  signerTypes: ['keys', 'account'],
  permissionTypes: [
    'erc20-recurring-allowance',
    'erc20-token-transfer',
    'erc20-token-allowance',
    'erc20-token-periodic',
  ],
  policyTypes: ['token-allowance', 'rate-limit'],
}

const pending = (): CallError =>
  new CallError({
    message: 'It is not known yet whether it was carried out',
    code: -32603,
    reason: 'OPERATION_PENDING',
  })
const reverted = (): CallError =>
  new CallError({ message: 'The chain refused it', code: -32603, reason: 'NODE_REFUSED' })
const refuse = (message: string): CallError => new CallError({ message, code: 4200, reason: 'PERMISSION_REFUSED' })

/** What the gateway keeps of one, read; undefined for one whose parts do not belong together. */
const readKept = (kept: KeptPermission): GrantedPermission | undefined => {
  const { target, amount, period, calls, validUntil, networkId, host } = kept
  const permission: Permission = {
    delegate: kept.delegate as Hex,
    target: target as Hex,
    methods: [TRANSFER],
    cap: { amount: BigInt(amount), period: period ?? undefined },
    calls,
    validUntil,
  }
  const delegation: Delegation = {
    delegate: permission.delegate,
    delegator: kept.account as Hex,
    caveats: toCaveats(permission),
    salt: BigInt(kept.salt),
  }
  const hash = hashDelegation(delegation)
  if (hash !== kept.hash) return undefined
  return { hash, network: networkId, host, permission, delegation, signature: kept.signature as Hex }
}

export const createDelegations = ({
  host,
  gatewayUrl,
  ask,
  readSupported,
  kept,
  random,
  clock,
  book,
}: {
  /** The origin of the page around the frame. */
  readonly host: string
  readonly gatewayUrl: string
  readonly ask: AskNetwork
  readonly readSupported: () => Promise<Supported>
  readonly kept: KeptPermissions
  readonly random: Random
  readonly clock: Clock
  readonly book: CallBook
}) => {
  const chainOf = (network: string) => ({
    ask: ((method, params) => ask(network, method, params)) as Ask,
    chainId: BigInt(network.slice('eip155:'.length)),
  })

  const pause = () => new Promise<void>((resolve) => void clock.after(LOOK_MS, resolve))

  /** Waits until a transaction has gone through. Throws a `CallError` where it has not, or nobody knows. */
  const settle = async (askHere: Ask, hash: Hex): Promise<void> => {
    for (let waited = 0; waited < MOST_WAIT; waited += LOOK_MS) {
      // A node that does not answer is asked again.
      const succeeded = await readSucceeded(askHere, hash).catch(() => undefined)
      if (succeeded === true) return
      if (succeeded === false) throw reverted()
      await pause()
    }
    throw pending()
  }

  /** Sends once. Where no answer came it may have left all the same. */
  const send = async (askHere: Ask, raw: Hex): Promise<void> => {
    try {
      await askHere('eth_sendRawTransaction', [raw])
    } catch (error) {
      if (!(error instanceof CallError && error.told.reason === 'NETWORK_FAILED')) throw error
    }
  }

  /** Those of who is logged in, newest first. */
  const list = async (): Promise<readonly GrantedPermission[]> =>
    (await kept.list()).flatMap((each) => readKept(each) ?? [])

  const isEnded = async (askHere: Ask, hash: Hex): Promise<boolean> =>
    (await readNumber(askHere, 'eth_call', [
      { to: DELEGATION_MANAGER, data: writeCall(IS_DISABLED, [BigInt(hash)]) },
      'latest',
    ])) !== 0n

  /** Ends one: the account's own transaction to the manager. `fee` is 0 where the chain has ended it already. */
  const prepareEnd = async ({
    hash,
    network,
    permission,
    delegation,
    signature,
  }: GrantedPermission): Promise<Ready> => {
    const { ask: askHere, chainId } = chainOf(network)
    const account = delegation.delegator
    const isOver = await isEnded(askHere, hash)
    const wanted = { to: DELEGATION_MANAGER, data: writeRevocation(delegation, signature) }
    const filled = isOver ? undefined : await fillTransaction(wanted, { account, network, ask: askHere })
    const transaction = filled?.transaction
    return {
      account,
      subject: {
        kind: 'permission',
        permission,
        fee: transaction ? transaction.gas * transaction.maxFeePerGas : 0n,
        isEnding: true,
        isEnabling: false,
      },
      sign: async (keyring) => {
        if (transaction) {
          const nonce = await readNonce(askHere, account)
          const signed = signTransaction({ ...transaction, nonce }, chainId, keyring.signEvm)
          await send(askHere, signed.raw)
          await settle(askHere, signed.hash)
        }
        await kept.noteEnded(hash)
        return {}
      },
    }
  }

  return {
    list,

    /** What the page around the frame was given, as the draft of ERC-7715 lists it. */
    listGranted: async (): Promise<readonly unknown[]> =>
      (await list())
        .filter((each) => each.host === host)
        .map(({ permission, delegation, network, signature }) =>
          writeGranted(permission, {
            account: delegation.delegator,
            network,
            context: writeContext(delegation, signature),
          }),
        ),

    /** What the key's own address can do, by chain, as EIP-5792 has it. A chain whose node is away is left out. */
    listCapabilities: async (account: Hex, wanted: readonly string[] | undefined) => {
      const { delegation, permissions } = await readSupported()
      const all = await Promise.all(
        delegation.map(async (network) => {
          const chain = `0x${BigInt(network.slice('eip155:'.length)).toString(16)}`
          if (wanted && !wanted.includes(chain)) return []
          // Whose node is away, or where another contract stands, is left out.
          const hasCode = await hasDelegatedCode(chainOf(network).ask, account).catch(() => undefined)
          if (hasCode === undefined) return []
          const atomic = { status: hasCode ? 'supported' : 'ready' }
          return [
            [
              chain,
              { atomic, ...KNOWS_ASSETS, ...(permissions.includes(network) && { permissions: PERMISSION_CAPABILITY }) },
            ],
          ]
        }),
      )
      return Object.fromEntries(all.flat()) as Readonly<Record<string, unknown>>
    },

    /** `wallet_sendCalls` of the key's own address. Throws a `CallError`. */
    prepareCalls: async (wanted: unknown, { addresses, smartAccount }: KeyAccount, network: string): Promise<Ready> => {
      const account = addresses.eip155 as Hex
      if (!(await readSupported()).delegation.includes(network)) throw notServed('wallet_sendCalls')
      const { calls, id: name, mustBeSponsored } = readBatch(wanted, { account, smartAccount, network, gatewayUrl })
      if (mustBeSponsored)
        throw new CallError({ message: 'Nobody pays for this', code: 5700, reason: 'SPONSOR_REFUSED' })
      if (name !== undefined && (await book.find({ name })))
        throw new CallError({ message: 'That id names other calls', code: 5720, reason: 'CALLS_REFUSED' })
      const { ask: askHere, chainId } = chainOf(network)
      const filled = await fillOwnCalls(calls, { account, ask: askHere })
      const { transaction, fee, isEnabling } = filled
      return {
        account,
        subject: {
          kind: 'operation',
          operation: {
            form: 'delegator',
            sender: account,
            callData: transaction.data,
            fee,
            isSponsored: false,
            deploys: false,
            isEnabling,
          },
        },
        sign: async (keyring) => {
          const { raw, hash, nonce } = await signOwnCalls(filled, { account, chainId, ask: askHere }, keyring.signEvm)
          const id = toOwnCallsId({ hash, network, nonce, account })
          // From here on it may be carried out, whatever is answered.
          if (name !== undefined) await book.keep({ name }, id)
          try {
            await send(askHere, raw)
          } catch (error) {
            if (name !== undefined) await book.keep({ name }, undefined)
            throw error
          }
          return { id: name ?? id }
        },
      }
    },

    /** The answer to `wallet_getCallsStatus`; undefined where these are no calls of this kind. */
    readStatus: async (id: string): Promise<unknown> => {
      const calls = readOwnCallsId((await book.find({ name: id })) ?? id)
      return calls && readOwnCallsStatus(chainOf(calls.network).ask, id, calls)
    },

    /** A page asks to be let do something (ERC-7715). Throws a `CallError`. */
    prepareGrant: async (wanted: unknown, { addresses }: KeyAccount, network: string): Promise<Ready> => {
      const account = addresses.eip155 as Hex
      if (!(await readSupported()).permissions.includes(network)) throw refuse(`No permissions are given on ${network}`)
      const { ask: askHere, chainId } = chainOf(network)
      const now = await readChainTime({ ask: askHere })
      const { permission, answer } = readPermission(wanted, { account, network, now })
      const delegation = createDelegation(permission, account, random)
      const enabling = (await hasDelegatedCode(askHere, account))
        ? undefined
        : await fillOwnCalls([], { account, ask: askHere })
      const enable = async (keyring: Keyring): Promise<void> => {
        // It may have got its code while this was looked at.
        if (!enabling || (await hasDelegatedCode(askHere, account))) return
        const { raw, hash } = await signOwnCalls(enabling, { account, chainId, ask: askHere }, keyring.signEvm)
        await send(askHere, raw)
        await settle(askHere, hash)
      }
      return {
        account,
        subject: {
          kind: 'permission',
          permission,
          fee: enabling?.fee ?? 0n,
          isEnding: false,
          isEnabling: enabling !== undefined,
        },
        sign: async (keyring) => {
          await enable(keyring)
          const { signature, context } = signDelegation(delegation, chainId, keyring.signEvm)
          const { delegate, target, cap, calls, validUntil } = permission
          // Kept before the page has it, so that nothing is let do what its owner does not find.
          await kept.keep({
            hash: hashDelegation(delegation),
            networkId: network as `eip155:${string}`,
            account,
            delegate,
            target,
            amount: String(cap.amount),
            period: cap.period ?? null,
            calls,
            validUntil,
            salt: `0x${delegation.salt.toString(16).padStart(64, '0')}`,
            signature,
          })
          return answer(context)
        },
      }
    },

    prepareEnd,

    /** A page gives back what it was given, by its context under any of the names that it was answered by. Throws a `CallError`. */
    prepareEndOf: async (wanted: unknown): Promise<Ready> => {
      const { permissionContext, permissionsContext, context } = Object(wanted) as Readonly<Record<string, unknown>>
      const wantedContext = permissionContext ?? permissionsContext ?? context
      if (typeof wantedContext !== 'string') throw invalid('There is no permissionContext')
      const found = (await list()).find(
        ({ host: page, delegation, signature }) =>
          page === host && writeContext(delegation, signature) === wantedContext.toLowerCase(),
      )
      if (!found) throw refuse('There is no such permission')
      return prepareEnd(found)
    },
  }
}

export type Delegations = ReturnType<typeof createDelegations>
