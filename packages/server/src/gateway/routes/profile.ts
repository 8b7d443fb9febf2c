import {
  answerResolverOperation,
  answerResolverPostOperation,
  getNameNonceOperation,
  getNamesOfOperation,
  getNameZonesOperation,
  registerNameOperation,
  releaseNameOperation,
  setNameAddressOperation,
  setNameAttributesOperation,
  suggestNamesOperation,
  transferNameOperation,
} from '@latchkey/wire/profile'
import type { Zone } from '../../names/zone.ts'
import { RequestError } from '../../RequestError.ts'
import type { GatewayContext, GatewayServices } from '../environment.ts'
import { type RouteRequest, serve } from '../route.ts'

const reads = { rateClass: 'data', isServed: ({ zone }: GatewayServices) => zone !== undefined } as const
const writes = { rateClass: 'signIn', cost: 4, isServed: reads.isServed } as const

const lookUps = {
  rateClass: 'data',
  isServed: ({ answerResolver }: GatewayServices) => answerResolver !== undefined,
} as const

/** Names of the operator's own zones. */
export const profile = [
  serve(getNameNonceOperation, { ...writes, cost: 1 }, async (_request, { services }) =>
    zoneOf(services).createNonce(),
  ),
  serve(getNameZonesOperation, reads, async (_request, { services }) => {
    const { zones, isOpen } = zoneOf(services)
    return { zones: [...zones], registration: isOpen }
  }),
  serve(registerNameOperation, writes, async (request, { services }) => zoneOf(services).register(signed(request))),
  serve(setNameAttributesOperation, writes, async (request, { services }) =>
    zoneOf(services).setAttributes(signed(request, request.input.name)),
  ),
  serve(setNameAddressOperation, writes, async (request, { services }) =>
    zoneOf(services).setAddress(signed(request, request.input.name)),
  ),
  serve(transferNameOperation, writes, async (request, { services }) =>
    zoneOf(services).transfer({
      ...signed(request, request.input.name),
      recipientSignature: request.body.recipient_signature,
    }),
  ),
  serve(releaseNameOperation, writes, async (request, { services }) => {
    await zoneOf(services).release(signed(request, request.input.name))
    return { released: true } as const
  }),
  serve(getNamesOfOperation, reads, async ({ input }, { services }) => zoneOf(services).findOf(input.address)),
  serve(suggestNamesOperation, reads, async ({ input }, { services }) => ({
    suggestions: await zoneOf(services).suggest(input.name, input.zone),
  })),
  serve(answerResolverOperation, lookUps, async ({ input }, { services }) => ({ data: await lookUp(services, input) })),
  serve(answerResolverPostOperation, lookUps, async ({ body }, { services }) => ({
    data: await lookUp(services, body),
  })),
]

async function lookUp({ answerResolver }: GatewayServices, asked: { sender: string; data: string }): Promise<string> {
  if (answerResolver === undefined) throw new RequestError('NOT_FOUND', 'No names are answered here.')
  return answerResolver(asked)
}

type Signed = { coin_type: number; address: string; message: string; signature: string }

function signed(request: Pick<RouteRequest<unknown, Signed>, 'body' | 'context' | 'project'>, name?: string) {
  return { name, ...request.body, origins: originsOf(request.context, request.project?.origins ?? []) }
}

function originsOf(context: GatewayContext, origins: readonly string[]): readonly string[] {
  const origin = context.req.header('origin')
  return origin === undefined ? origins : [origin]
}

function zoneOf({ zone }: GatewayServices): Zone {
  if (zone === undefined) throw new RequestError('NOT_FOUND', 'This gateway has no names of its own.')
  return zone
}
