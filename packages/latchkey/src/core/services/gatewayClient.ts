import type { Endpoint, EndpointAnswer, EndpointInput } from '@latchkey/wire'

/**
 * Calls the gateway. `input` and the answer are typed by the endpoint value of `@latchkey/wire`; only types are imported
 * here, so that the eager core carries no schema code.
 * Rejects with a coded error: the gateway's own code, or `DATA_UNAVAILABLE` when it could not be reached.
 */
export type GatewayClient = {
  call<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<EndpointAnswer<E>>
  /** An absolute address of a wallet's picture, for an `<img>`. */
  walletImageUrl(id: string): string
}
