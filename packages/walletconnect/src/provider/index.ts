export { createUniversalProvider } from './createUniversalProvider.ts'
export type {
  NamespaceProvider,
  NamespaceProviderEvents,
  ProviderNamespace,
  ProviderServices,
  RequestArguments,
  RequestOptions,
  RpcUrls,
  UniversalConnectParams,
  UniversalProvider,
  UniversalProviderEvents,
  UniversalProviderOptions,
} from './universalProvider.ts'
