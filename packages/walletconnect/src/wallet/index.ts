export { buildApprovedNamespaces, type SupportedNamespaces } from '../rules/buildApprovedNamespaces.ts'
export { buildAuthObject } from '../signIn/cacao.ts'
export { formatAuthMessage } from '../signIn/formatAuthMessage.ts'
export { populateAuthPayload } from '../signIn/recap.ts'
