/** The shape of an endpoint value of `@latchkey/wire`, kept structural so that the eager core imports no schema code. */
export type EndpointLike = { readonly name: string; readonly path: string }

/**
 * Calls the gateway. `input` and the answer are typed by the endpoint value of `@latchkey/wire`.
 * Rejects with a coded error: the gateway's own code, or `DATA_UNAVAILABLE` when it could not be reached.
 */
export type GatewayClient = {
  call<Input, Answer>(
    endpoint: EndpointLike & { readonly __input?: Input; readonly __answer?: Answer },
    input: Input,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<Answer>
  /** An absolute address for an `<img>`: directory, network and token pictures. */
  imageUrl(kind: 'wallet' | 'asset' | 'token', id: string): string
}
