/**
 * A wallet on another device, for a site's own tests: the wallet side of the WalletConnect protocol in Node, over a relay of
 * your own. It answers as its script says; EVM calls that the script does not name it really signs.
 */
import {
  createSignClient,
  type Proposal,
  type Session,
  type SignClient,
  type SignClientOptions,
} from '@latchkey/walletconnect'
import { nodeSurroundings } from '@latchkey/walletconnect/node'
import { buildApprovedNamespaces, type SupportedNamespaces } from '@latchkey/walletconnect/wallet'
import type { Hex } from '../../evm/hex.ts'
import { parseChainId } from '../../evm/parseChainId.ts'
import type { Answer } from '../drill.ts'
import { createLocalAccount } from '../localAccount.ts'
import type { LoggedCall } from '../scriptedCalls.ts'
import { createScriptedCalls } from '../scriptedCalls.ts'
import {
  type Approval,
  type ApprovalRequest,
  createWalletEngine,
  type WalletChain,
  WalletError,
} from '../walletEngine.ts'

/** What a wallet says of a proposal that no chain of its own is in. Source: WalletConnect specification, Namespaces. */
const CHAINS_UNSUPPORTED = 5100
/** What it says of a call that it does not know. Source: WalletConnect specification, Namespaces. */
const METHOD_UNSUPPORTED = 5101
/** What it answers when its owner rejects a proposal. Source: WalletConnect specification, Namespaces. */
const REFUSED = 5000

export type ScriptedPhoneOptions = {
  /** The relay that the page uses as well, such as `ws://127.0.0.1:8787/relay`. */
  readonly relayUrl: string
  readonly projectId?: string | undefined
  /** As pages show it. Default `Scripted Phone`. */
  readonly name?: string | undefined
  /** The EVM chains that it knows, with the nodes that it asks. */
  readonly chains: readonly [WalletChain, ...WalletChain[]]
  /** Key of its EVM account. Default: a new random one. */
  readonly privateKey?: Hex | undefined
  /** Accounts of other namespaces (CAIP-10), such as `solana:…:…`. What is asked of them only the script answers. */
  readonly otherAccounts?: readonly string[] | undefined
  /** Asked before an EVM account is shared and anything is signed, sent or switched. Default yes. */
  readonly approve?: ((request: ApprovalRequest) => Promise<Approval>) | undefined
  /**
   * By method, one answer a call; once they are used up, and for every other method, the phone acts really. `session_proposal`
   * is the question on a code: `ok` and `late` say yes.
   */
  readonly script?: Readonly<Record<string, readonly Answer[]>> | undefined
  /** What the protocol's client finds around it. Default: Node, with nothing kept. */
  readonly surroundings?: SignClientOptions['surroundings']
}

export type ScriptedPhone = {
  /** Address of its EVM account, checksummed. */
  getAddress(): Hex
  /** Every proposal (`session_proposal`) and call so far, in order. */
  readonly calls: readonly LoggedCall[]
  /** Sessions that are open. */
  getSessions(): readonly Session[]
  /**
   * Reads a code and answers its proposal. Resolves with the session once the page knows of it, or with undefined when the
   * phone said no. Rejects when the code is no good.
   */
  scan(uri: string): Promise<Session | undefined>
  /** Puts further answers at the end of a method's script. */
  answer(method: string, ...answers: readonly Answer[]): void
  /** Answers every call of a method, or of all methods (`*`), in one way; with undefined, really again. */
  answerAlways(method: string, answer: Answer | undefined): void
  /** Asleep in a pocket, it answers nothing until it is unlocked. */
  lock(): void
  unlock(): void
  /** Moves its EVM account by its owner's hand, and tells every page. */
  switchChain(chainId: number): void
  /** Tells every page of an event on a chain (CAIP-2). */
  emit(event: string, value: unknown, chainId: string): Promise<void>
  /** Ends every session, as an owner does in the wallet. */
  drop(): Promise<void>
  /** Switches the phone off. */
  close(): Promise<void>
}

/** Switches a phone on. */
export async function createScriptedPhone(options: ScriptedPhoneOptions): Promise<ScriptedPhone> {
  const { name = 'Scripted Phone', relayUrl, projectId, chains, otherAccounts = [] } = options
  const client: SignClient = await createSignClient({
    relayUrl,
    projectId,
    metadata: { name, description: 'A wallet for tests', url: 'https://phone.invalid', icons: [] },
    surroundings: options.surroundings ?? nodeSurroundings({}),
  })
  const calls = createScriptedCalls(options.script)
  const scans: { resolve(session: Session | undefined): void; reject(error: unknown): void }[] = []
  const waiting = new Set<() => void>()
  /** Origins whose proposal the script agreed to in the owner's place. */
  const scripted = new Set<string>()
  let isLocked = false
  let isFollowing = false

  const emit = async (event: string, value: unknown, chainId: string): Promise<void> => {
    for (const { topic } of client.session.values)
      await client.emit({ topic, chainId, event: { name: event, data: value } })
  }
  const engine = createWalletEngine({
    accounts: [createLocalAccount(options.privateKey)],
    chains,
    approve: async (request) => {
      const isSaid = request.method === 'eth_requestAccounts' && scripted.has(request.origin)
      return isSaid || (options.approve?.(request) ?? true)
    },
    fetch: (...request) => globalThis.fetch(...request),
    tell: (_origin, event, value) => {
      const chainId = parseChainId(value)
      // A call names its chain itself; only an owner's move, or one that a page asked for, is told.
      if (event !== 'chainChanged' || isFollowing || chainId === undefined) return
      // A session that has ended meanwhile hears of nothing.
      void emit(event, chainId, `eip155:${chainId}`).catch(() => undefined)
    },
  })
  const wake = async (): Promise<void> => {
    if (isLocked) await new Promise<void>((resolve) => waiting.add(resolve))
  }

  function listSupported({ requiredNamespaces, optionalNamespaces }: Proposal): SupportedNamespaces {
    const own = chains.map(({ chainId }) => `eip155:${chainId}:${engine.getAddress()}`)
    const supported: Record<string, SupportedNamespaces[string]> = {}
    for (const account of [...own, ...otherAccounts]) {
      const [namespace = '', reference = ''] = account.split(':')
      const asked = [requiredNamespaces ?? {}, optionalNamespaces ?? {}].flatMap((namespaces) =>
        Object.entries(namespaces).flatMap(([key, value]) => (key.split(':')[0] === namespace ? [value] : [])),
      )
      const known = supported[namespace]
      supported[namespace] = {
        chains: [...(known?.chains ?? []), `${namespace}:${reference}`],
        accounts: [...(known?.accounts ?? []), account],
        methods: [...new Set(asked.flatMap(({ methods }) => methods))],
        events: [...new Set(asked.flatMap(({ events }) => events))],
      }
    }
    return supported
  }

  async function answerProposal(id: number, proposal: Proposal): Promise<void> {
    const scan = scans.shift()
    const origin = proposal.proposer.metadata.url
    try {
      await calls.play('session_proposal', [proposal], async () => {
        await wake()
        await engine.request(origin, 'eth_requestAccounts', [])
      })
      scripted.add(origin)
      await engine.request(origin, 'eth_requestAccounts', [])
      const namespaces = buildApprovedNamespaces({ proposal, supportedNamespaces: listSupported(proposal) })
      if (Object.keys(namespaces).length === 0) throw new WalletError(CHAINS_UNSUPPORTED, 'Unsupported chains.')
      const { acknowledged } = await client.approve({ id, namespaces })
      scan?.resolve(await acknowledged())
    } catch (error) {
      const { code, message } = toReason(error)
      // The proposal may have run out.
      await client.reject({ id, reason: { code: code === 4001 ? REFUSED : code, message } }).catch(() => undefined)
      scan?.resolve(undefined)
    }
  }

  async function act(origin: string, chainId: string, method: string, params: readonly unknown[]): Promise<unknown> {
    await wake()
    const [namespace, reference] = chainId.split(':')
    if (namespace !== 'eip155') throw new WalletError(METHOD_UNSUPPORTED, 'Unsupported methods.')
    isFollowing = true
    try {
      if (engine.getChain().chainId !== Number(reference)) engine.switchChain(Number(reference))
    } finally {
      isFollowing = false
    }
    return engine.request(origin, method, params)
  }

  client.on('session_proposal', ({ id, params }) => void answerProposal(id, params))
  client.on('session_request', ({ id, topic, params: { chainId, request } }) => {
    const { method } = request
    const params: readonly unknown[] = Array.isArray(request.params) ? request.params : [request.params]
    const origin = client.session.get(topic).peer.metadata.url
    const respond = (answer: { result: unknown } | { error: { code: number; message: string } }): void =>
      // The session may have ended before the answer.
      void client.respond({ topic, response: { id, jsonrpc: '2.0', ...answer } }).catch(() => undefined)
    calls
      .play(method, params, () => act(origin, chainId, method, params))
      .then(
        (result) => respond({ result }),
        (error: unknown) => respond({ error: toReason(error) }),
      )
  })

  return {
    getAddress: engine.getAddress,
    calls: calls.log,
    getSessions: () => client.session.values,
    scan: (uri) =>
      new Promise((resolve, reject) => {
        const scan = { resolve, reject }
        scans.push(scan)
        client.pair({ uri }).catch((error: unknown) => {
          scans.splice(scans.indexOf(scan), 1)
          reject(error)
        })
      }),
    answer: calls.answer,
    answerAlways: calls.answerAlways,
    lock: () => {
      isLocked = true
    },
    unlock: () => {
      isLocked = false
      for (const resolve of waiting) resolve()
      waiting.clear()
    },
    switchChain: engine.switchChain,
    emit,
    drop: async () => {
      for (const { topic } of client.session.values) await client.disconnect({ topic })
    },
    close: () => client.close(),
  }
}

/** An error as the protocol carries it. */
function toReason(error: unknown): { code: number; message: string } {
  const code = error instanceof WalletError ? Number(error.code) : Number.NaN
  const message = error instanceof Error ? error.message : String(error)
  return { code: Number.isInteger(code) ? code : REFUSED, message }
}
