export { type BrowseLink, type BrowseTarget, fillBrowseLink, parseBrowseLinks } from './browseLinks.ts'
export {
  type CommonQuery,
  commonQuery,
  defineEndpoint,
  definePicture,
  definePost,
  type Endpoint,
  type EndpointAnswer,
  type EndpointInput,
  type JsonEndpoint,
  type Operation,
  type Parsed,
  parseWith,
} from './endpoint.ts'
export { endpointUrl, SDK_TYPE } from './endpointUrl.ts'
export { isWireCode, parseWireError, WIRE_CODES, type WireCode, type WireErrorBody, type WireReason } from './errors.ts'
export { getAnalyticsConfig } from './http/analyticsConfig.ts'
export { authenticate, getNonce, getSignedIn, type SignedInAccount, signOut } from './http/auth.ts'
export { type BalanceItem, type Balances, balanceItem, FORCE_UPDATE_LIMIT, getBalance } from './http/balance.ts'
export { getWallets, type WalletPage, type WalletQuery, type WalletRecord, walletRecord } from './http/directory.ts'
export { sendEvent, type UsageEvent, usageEvent } from './http/events.ts'
export {
  getHistory,
  HISTORY_CURSOR_LENGTH,
  HISTORY_PAGE_SIZE,
  HISTORY_TRANSFER_LIMIT,
  type HiddenReason,
  type HistoryGap,
  type HistoryItem,
  type HistoryPage,
  type HistorySource,
  type HistoryTransfer,
} from './http/history.ts'
export { getIdentity, type Identity } from './http/identity.ts'
export { getAssetImage, getCurrencyImage, getNftImage, getTokenImage, getWalletImage } from './http/images.ts'
export {
  BATCH_LIMIT,
  callJsonRpc,
  type JsonRpcAnswer,
  type JsonRpcRequest,
  jsonRpcAnswer,
  jsonRpcRequest,
} from './http/jsonRpc.ts'
export { getName, type NameAnswer, type NameRecord, nameRecord } from './http/names.ts'
export { getNfts, NFT_LIMITS, NFT_PAGE_SIZE, type NftItem, type NftPage, nftItem } from './http/nfts.ts'
export { getSupportedChains } from './http/supportedChains.ts'
export { DENIED_SCHEMES } from './links.ts'
export {
  RELAY_BATCH_LIMIT,
  RELAY_CLOSE_CODES,
  RELAY_CLOSE_REASONS,
  RELAY_ERROR_CODES,
  RELAY_SESSION_TTL_SECONDS,
  type RelayAttestationClaims,
  type RelayDelivery,
  type RelayMethod,
  type RelayPublicKey,
  relayAttestationClaims,
  relayMessage,
  relayParams,
  relayPublicKey,
  relayTopic,
} from './relay/relay.ts'
export {
  accountId,
  address,
  type Currency,
  commaList,
  currency,
  decimal,
  digits,
  evmAddress,
  hex,
  networkId,
  optionalText,
  solanaAddress,
  sturdyList,
  wholeNumber,
} from './schema.ts'
export {
  type PublishOptions,
  SIGN_METHODS,
  type SignMethod,
  type SignMethodName,
  UNKNOWN_METHOD,
} from './sign/methods.ts'
export {
  formatSignInMessage,
  isSignInUri,
  type ParsedSignIn,
  parseSignInMessage,
  SIGN_IN_TEXT_LIMIT,
  type SignInMessage,
  type SignInNamespace,
} from './signIn/signInMessage.ts'
export { PRIVATE_FIELDS } from './usage.ts'
