/**
 * What wallets may not grant or say, in the words that the field knows; `validateStrictNamespaces` is for those that want more than
 * the peers ask. Source: WalletConnect specification, Namespaces.
 */
import type { ApproveParams, Reason } from '../calls.ts'
import { EngineError } from '../errors.ts'
import type { Proposal, ProposalNamespaces, SessionNamespace, SessionNamespaces } from '../records.ts'
import { validateScopedProperties, validateSessionProperties } from './validate.ts'
import { validateConforming } from './validateConforming.ts'
import { validateSessionNamespaces } from './validateSession.ts'
import { isObject, isText, show } from './values.ts'

/** Whether a value is a reason for a refusal: a number that is not zero, and words. */
export const isReason = (value: unknown): value is Reason =>
  isObject(value) && typeof value.code === 'number' && Boolean(value.code) && isText(value.message)

/** Refuses what `approve` cannot grant. `isStrict` asks for CAIP-2 and CAIP-10 to the letter. */
export function validateApprove(
  params: Pick<ApproveParams, 'namespaces' | 'relayProtocol' | 'sessionProperties' | 'scopedProperties'>,
  proposal: Pick<Proposal, 'requiredNamespaces'>,
  isStrict: boolean | undefined = false,
): void {
  const { namespaces, relayProtocol, sessionProperties, scopedProperties } = params
  validateSessionNamespaces(namespaces, 'approve()')
  validateConforming(proposal.requiredNamespaces, namespaces, 'approve()')
  if (isStrict) validateStrictNamespaces(namespaces, 'approve()')
  if (relayProtocol !== undefined && !isText(relayProtocol)) {
    throw new EngineError('MISSING_OR_INVALID', `approve() relayProtocol: ${show(relayProtocol)}`)
  }
  if (sessionProperties !== undefined) validateSessionProperties(sessionProperties)
  if (scopedProperties !== undefined) validateScopedProperties(scopedProperties, namespaces, 'approved')
}

const NAMESPACE = '[-a-z0-9]{3,8}'
const REFERENCE = '[-_a-zA-Z0-9]{1,32}'

/**
 * Refuses namespaces that do not follow their standards to the letter: keys and chains CAIP-2, accounts CAIP-10, and each of them
 * of the namespace that is its key. For proposals and sessions.
 */
export function validateStrictNamespaces(namespaces: ProposalNamespaces | SessionNamespaces, where: string): void {
  const [chainId, accountId] = [
    new RegExp(`^${NAMESPACE}:${REFERENCE}$`),
    new RegExp(`^${NAMESPACE}:${REFERENCE}:[-.%a-zA-Z0-9]{1,128}$`),
  ]
  for (const [key, namespace] of Object.entries(namespaces)) {
    const isOwn = (value: string): boolean => value === key || value.startsWith(`${key}:`)
    if (!new RegExp(`^${NAMESPACE}(:${REFERENCE})?$`).test(key)) {
      throw new EngineError('UNSUPPORTED_NAMESPACE_KEY', `${where} ${key}`)
    }
    const chain = namespace.chains?.find((value) => !chainId.test(value) || !isOwn(value))
    if (chain !== undefined) throw new EngineError('UNSUPPORTED_CHAINS', `${where} ${chain}`)
    const accounts = 'accounts' in namespace ? (namespace as SessionNamespace).accounts : []
    const account = accounts.find((value) => !accountId.test(value) || !isOwn(value))
    if (account !== undefined) throw new EngineError('UNSUPPORTED_ACCOUNTS', `${where} ${account}`)
  }
}
