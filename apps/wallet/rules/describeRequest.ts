import { Address, NETWORK, OutScript, TEST_NETWORK } from '@scure/btc-signer'
import { formatUnits } from 'viem'
import type { KnownChain } from '../settings.ts'
import { isBitcoinMainnet } from './keys.ts'
import type { EvmCall, ParsedRequest, TypedData } from './parseRequest.ts'
import { readText, showHiddenSigns } from './readText.ts'
import { describeInstructions } from './solanaTransaction.ts'

/** A value with its name; `children` are its parts. */
export type TreeNode = {
  readonly name: string
  readonly type: string
  readonly value?: string | undefined
  readonly children?: readonly TreeNode[] | undefined
}

/** What the owner is asked. */
export type Question = {
  readonly title: string
  readonly facts: readonly { readonly name: string; readonly value: string }[]
  /** What is signed, as it is. */
  readonly text?: string | undefined
  readonly tree?: readonly TreeNode[] | undefined
  /** Bytes, for who wants to see them. */
  readonly data?: readonly { readonly name: string; readonly value: string }[] | undefined
  readonly warnings: readonly string[]
  /** Why it cannot be done here. Then there is nothing to approve. */
  readonly problem?: string | undefined
  /** What the button does. */
  readonly action: string
}

/** Says in words what a request asks for. Undefined for what is answered without asking. */
export function describeRequest(parsed: ParsedRequest, chain: KnownChain): Question | undefined {
  switch (parsed.kind) {
    case 'message':
      return describeText(readText(parsed.bytes), [])
    case 'bitcoinMessage': {
      const way = parsed.protocol === 'bip322' ? 'BIP-322' : 'BIP-137'
      return describeText(readText(new TextEncoder().encode(parsed.text)), [{ name: 'Kind of signature', value: way }])
    }
    case 'typedData':
      return describeTypedData(parsed.typed, chain)
    case 'calls':
      return describeCalls(parsed.calls, chain, parsed.batch !== undefined)
    case 'switchChain':
      return {
        title: `Go to ${parsed.chain.name}?`,
        facts: [{ name: 'Network', value: `${parsed.chain.name} (${parsed.chain.id})` }],
        warnings: [],
        action: `Go to ${parsed.chain.name}`,
      }
    case 'solanaTransactions': {
      const { transactions, form } = parsed
      const count = transactions.length
      const words = count === 1 ? 'this transaction' : `${count} transactions`
      const lookedUp = transactions.some(({ lookedUpCount }) => lookedUpCount > 0)
      return {
        title: form === 'send' ? `Send ${words}?` : `Sign ${words}?`,
        facts: transactions.flatMap((transaction, index) =>
          describeInstructions(transaction).map((value, step) => ({
            name: count === 1 ? `Step ${step + 1}` : `Transaction ${index + 1}, step ${step + 1}`,
            value,
          })),
        ),
        warnings: lookedUp ? ['It names accounts by tables on the chain, which this wallet does not read.'] : [],
        problem:
          form === 'send' && chain.rpcUrl === undefined
            ? `This demo wallet has no node of ${chain.name}, so it cannot send.`
            : undefined,
        action: form === 'send' ? 'Sign and send' : 'Sign',
      }
    }
    case 'psbt':
      return describePsbt(parsed, chain)
    default:
      return undefined
  }
}

function describeText(
  { text, isText, hasHiddenSigns }: ReturnType<typeof readText>,
  facts: Question['facts'],
): Question {
  return {
    title: 'Sign this message?',
    facts,
    text: hasHiddenSigns ? showHiddenSigns(text) : text,
    warnings: [
      ...(isText ? [] : ['This is not text but bytes, shown in hex. Nobody can see what they mean.']),
      ...(hasHiddenSigns ? ['It holds signs that are not seen. They are written out below.'] : []),
    ],
    action: 'Sign',
  }
}

function describeTypedData(typed: TypedData, chain: KnownChain): Question {
  const { domain, primaryType, message, types } = typed
  const { name, chainId, verifyingContract } = domain
  const isElsewhere = chainId !== undefined && `eip155:${BigInt(String(chainId))}` !== chain.id
  return {
    title: `Sign “${primaryType}”?`,
    facts: [
      ...(name === undefined ? [] : [{ name: 'For', value: String(name) }]),
      ...(verifyingContract === undefined ? [] : [{ name: 'Contract', value: String(verifyingContract) }]),
    ],
    tree: toTree(message, primaryType, types, 0),
    warnings: [
      ...(isElsewhere ? [`It is for chain ${String(chainId)}, not for ${chain.name}. Sign only if you know why.`] : []),
      ...(/^permit/i.test(primaryType) ? ['Whoever holds this signature may spend what it names.'] : []),
    ],
    action: 'Sign',
  }
}

/** Deepest nesting that is drawn; what lies deeper is shown as JSON. */
const DEPTH_LIMIT = 12

function toTree(
  value: Readonly<Record<string, unknown>>,
  type: string,
  types: TypedData['types'],
  depth: number,
): readonly TreeNode[] {
  const fields = types[type] ?? []
  return fields.map((field) => toNode(field.name, value[field.name], field.type, types, depth))
}

function toNode(name: string, value: unknown, type: string, types: TypedData['types'], depth: number): TreeNode {
  const list = /^(.*)\[\d*\]$/.exec(type)
  if (list && Array.isArray(value) && depth < DEPTH_LIMIT) {
    const children = value.map((item, index) => toNode(String(index + 1), item, list[1] ?? '', types, depth + 1))
    return { name, type, children }
  }
  if (types[type] && typeof value === 'object' && value !== null && depth < DEPTH_LIMIT) {
    return { name, type, children: toTree(value as Readonly<Record<string, unknown>>, type, types, depth + 1) }
  }
  return { name, type, value: typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing') }
}

function describeCalls(calls: readonly EvmCall[], chain: KnownChain, isBatch: boolean): Question {
  const total = calls.reduce((sum, { value }) => sum + value, 0n)
  const amount = `${formatUnits(total, chain.decimals)} ${chain.symbol}`
  const numbered = (name: string, index: number): string => (calls.length === 1 ? name : `${name} ${index + 1}`)
  return {
    title: isBatch ? `Send ${calls.length} transactions?` : total > 0n ? `Send ${amount}?` : 'Send this transaction?',
    facts: [
      { name: calls.length === 1 ? 'Amount' : 'Amount in all', value: amount },
      ...calls.flatMap(({ to, value }, index) => [
        { name: numbered('To', index), value: to ?? 'a new contract' },
        ...(calls.length === 1
          ? []
          : [{ name: numbered('Amount', index), value: `${formatUnits(value, chain.decimals)} ${chain.symbol}` }]),
      ]),
    ],
    data: calls.flatMap(({ data }, index) => (data === '0x' ? [] : [{ name: numbered('Data', index), value: data }])),
    warnings: [
      ...(calls.some(({ data }) => data !== '0x')
        ? ['It calls a contract. This demo wallet does not work out what the contract will do.']
        : []),
      ...(isBatch && calls.length > 1 ? ['They are sent one by one. When one fails, those before it stay done.'] : []),
    ],
    problem:
      chain.rpcUrl === undefined ? `This demo wallet has no node of ${chain.name}, so it cannot send.` : undefined,
    action: total > 0n ? `Send ${amount}` : 'Send',
  }
}

function describePsbt({ transaction, inputs }: Extract<ParsedRequest, { kind: 'psbt' }>, chain: KnownChain): Question {
  const network = isBitcoinMainnet(chain.id) ? NETWORK : TEST_NETWORK
  const format = (amount: bigint): string => `${formatUnits(amount, chain.decimals)} ${chain.symbol}`
  const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => transaction.getOutput(index))
  const spent = Array.from({ length: transaction.inputsLength }, (_, index) => {
    const { witnessUtxo } = transaction.getInput(index)
    return witnessUtxo?.amount
  })
  const paid = outputs.reduce((sum, { amount = 0n }) => sum + amount, 0n)
  const isKnown = spent.every((amount) => amount !== undefined)
  const fee = spent.reduce((sum: bigint, amount) => sum + (amount ?? 0n), 0n) - paid
  return {
    title: 'Sign this transaction?',
    facts: [
      ...outputs.map(({ amount = 0n, script }, index) => ({
        name: `Output ${index + 1}`,
        value: `${format(amount)} to ${readScript(script, network)}`,
      })),
      { name: 'Fee', value: isKnown ? format(fee) : 'not known' },
      {
        name: 'Signs',
        value: inputs ? `inputs ${inputs.map((index) => index + 1).join(', ')}` : 'every input of yours',
      },
    ],
    warnings: isKnown ? [] : ['The transaction does not say what its inputs are worth, so its fee is not known.'],
    action: 'Sign',
  }
}

function readScript(script: Uint8Array | undefined, network: typeof NETWORK): string {
  try {
    return Address(network).encode(OutScript.decode(script ?? new Uint8Array()))
  } catch {
    return 'a script without an address'
  }
}
