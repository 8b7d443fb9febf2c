import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { compareOpenApi } from './compareOpenApi.ts'
import { describeGateway } from './describeGateway.ts'

/**
 * Every agreed difference between the service contract and what we serve, with its reason. A line reads `where: theirs, ours`;
 * `*` stands for anything. Nothing may differ that is not here, and nothing may stay here that does not differ any more.
 */
const DEPARTURES: Readonly<Record<string, readonly string[]>> = {
  'Not built: there is no swap, on-ramp, history, NFT list, name account, smart session, bundler or price call yet.': [
    'POST /v1/bundler: not served',
    'POST /v1/wallet: not served',
    'GET /v1/account/{address}/history: not served',
    'GET /v1/account/{address}/nfts: not served',
    'POST /v1/fungible/price: not served',
    '* /v1/convert/*: not served',
    '* /v1/profile/*: not served',
    'POST /v1/generators/onrampurl: not served',
    '* /v1/onramp/*: not served',
    '* /v1/sessions/{id}*: not served',
  ],
  'Sign-in has a reference of its own.': ['* /auth/v1/*: not in the contract'],
  'Wallets check with it what the relay attests.': ['GET /relay/public-key: not in the contract'],
  'For whoever runs the gateway.': [
    'GET /health: not in the contract',
    'GET /ready: not in the contract',
    'GET /metrics: not in the contract',
  ],
  'Aliases: the contract names the first in words, clients of the field call both.': [
    'POST /v1/: not in the contract',
    'GET /v1/account/{address}/identity: not in the contract',
  ],
  'Clear-text fields that point at a visitor are not asked for; who sends them is not refused.': [
    '* query clientId: missing here',
    'GET /v1/identity/{address} query sender: missing here',
    'POST /e body $.props.address: missing here',
    'POST /e body $.props.items: missing here',
  ],
  'Every text has a longest length, every list a greatest (SEC-107); addresses and pictures are told by their form.': [
    '* query projectId minLength: 1, none',
    '* query projectId maxLength: 64, 128',
    '* query st maxLength: none, 64',
    '* query sv maxLength: none, 128',
    '* query * maxItems: none, *',
    'GET /getWallets query search maxLength: none, 128',
    'GET /getWallets query page maximum: none, 100000',
    '* path address pattern: none, *',
    '* path imageId pattern: none, *',
    '* path id pattern: none, *',
    'POST /v1 body $ maxItems: none, 100',
    'POST /v1 body $*.method minLength: none, 1',
    'POST /v1 body $*.method maxLength: none, 128',
    'POST /e body $.url *: none, *',
    'POST /e body $.domain maxLength: none, 255',
    'POST /e body $.timestamp minimum: none, 0',
    'POST /e body $.props.event pattern: *',
  ],
  'CAIP-2 has an underscore too.': [
    '* pattern: ^[-a-z0-9]{3,8}:[-a-zA-Z0-9]{1,32}$, ^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$',
  ],
  'JSON-RPC ids may be any number; answers of nodes are passed on as they are.': [
    'POST /v1 * $*.id type: integer or null or string, null or number or string',
    'POST /v1 200 $*.error.code type: integer, number',
  ],
  'Answers are said more closely than the contract asks: fields that it leaves open are always there.': [
    'GET /v1/identity/{address} 200 $.resolvedAt: optional, required',
    'GET /v1/account/{address}/balance 200 $.balances[].quantity.* pattern: *',
    'GET /getWallets 200 $.data[].*: optional, required',
    'GET /getWallets 200 $.data[].id minLength: none, 1',
    'GET /getWallets 200 $.data[].name minLength: none, 1',
    'GET /getWallets 200 $.data[].chains[] pattern: none, *',
    'POST /e 200 $.status: missing there',
  ],
  'Schemas that clients read by are milder than what is served: these are whole numbers, dates, and there.': [
    'GET /v1/identity/{address} 200 $.resolvedAt format: date-time, none',
    'GET /v1/account/{address}/balance 200 $.balances[].chainId: required, optional',
    'GET /getWallets 200 $.count *: *',
  ],
  'What is unknown is null: no text stands for "no description" or "no picture".': [
    'GET /getWallets 200 $.data[].description type: string, null or string',
    'GET /getWallets 200 $.data[].homepage type: string, null or string',
    'GET /getWallets 200 $.data[].image_id type: string, null or string',
    'GET /getWallets 200 $.data[].order type: integer, null or number',
  ],
  'Pictures come from this gateway by image_id, never from an address that a record names (SEC-84).': [
    'GET /getWallets 200 $.data[].image_url: missing here',
  ],
  'Chains that did not answer are named, so that nobody takes them for empty.': [
    'GET /v1/account/{address}/balance 200 $.unavailable: missing there',
  ],
  'A page size has a default, and may be larger; a visitor on a phone is shown what installs there.': [
    'GET /getWallets query page: required, optional',
    'GET /getWallets query entries: required, optional',
    'GET /getWallets query entries maximum: 100, 200',
    'GET /getWallets query platform: missing there',
    'GET /getWallets query badge: missing there',
  ],
  'Where the extension is for Firefox, and how a page opens in the wallet itself.': [
    'GET /getWallets 200 $.data[].firefox_store: missing there',
    'GET /getWallets 200 $.data[].browse_links: missing there',
  ],
  'Pictures are public: an <img> sends no project.': [
    'GET /getWalletImage/{imageId} query projectId: required, optional',
  ],
  'What a client has already is not sent again (RFC 9110, section 13).': [
    '* header If-None-Match: missing there',
    '* 304: not in the contract',
  ],
  'Failures that the contract does not list for the call: limits, origins, faults, time.': [
    '* 4??: not in the contract',
    '* 5??: not in the contract',
  ],
  'The codes are a closed list, each of the form that the contract asks for.': [
    '* $.code enum: none, *',
    '* $.code pattern: *, none',
  ],
  'A failure of the gateway is coded as every other is, not plain text.': [
    '* 5?? as text/plain: missing here',
    '* 5?? $: missing there',
  ],
  'JSON-RPC paths keep JSON-RPC errors, with the code in their data.': [
    'POST /v1 ??? $.*: missing here',
    'POST /v1 ??? $.*: missing there',
  ],
}

const contract = parse(readFileSync(new URL('services.openapi.yaml', import.meta.url), 'utf8'))
const differences = compareOpenApi(contract, describeGateway({ version: '0.0.0' }))
const rules = Object.values(DEPARTURES).flat()

function fits(rule: string, line: string): boolean {
  const pattern = rule
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${pattern}$`).test(line)
}

test('the gateway differs from the service contract in nothing but what is agreed', () => {
  expect(differences.filter((line) => !rules.some((rule) => fits(rule, line)))).toEqual([])
})

test('every agreed difference is still one', () => {
  expect(rules.filter((rule) => !differences.some((line) => fits(rule, line)))).toEqual([])
})

test('a comparison of the contract with itself finds nothing, and with a changed copy the change', () => {
  expect(compareOpenApi(contract, contract)).toEqual([])
  const changed = structuredClone(contract)
  changed.paths['/getWallets'].get.parameters[1].schema.maximum = 50
  delete changed.components.schemas.Wallet.properties.rdns
  changed.components.schemas.Identity.required = ['name']
  changed.components.schemas.Failure.properties.code.type = 'integer'
  delete changed.paths['/e']
  const found = compareOpenApi(contract, changed)
  expect(found).toEqual(
    expect.arrayContaining([
      'GET /getWallets query entries maximum: 100, 50',
      'GET /getWallets 200 $.data[].rdns: missing here',
      'GET /v1/identity/{address} 200 $.avatar: required, optional',
      'GET /v1/identity/{address} 400 $.code type: string, integer',
      'POST /e: not served',
    ]),
  )
})
