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
  'Not built: there is no smart session call yet.': ['POST /v1/wallet: not served', '* /v1/sessions/{id}*: not served'],
  'Purchases stay out of a history, which anybody may ask for: only who knows the id of an order is told of it. The cursor is ours.':
    [
      'GET /v1/account/{address}/history query onramp: missing here',
      'GET /v1/account/{address}/history 200 $.data[].metadata.status enum: *',
      'GET /v1/account/{address}/history query cursor *: none, *',
    ],
  'An entry of a history says what it cost, whom it was with, in which block, and why it is hidden; a transfer says its token, base units and ends.':
    [
      'GET /v1/account/{address}/history 200 $.data[].metadata.*: missing there',
      'GET /v1/account/{address}/history 200 $.data[].transfers[].*: missing there',
      'GET /v1/account/{address}/history 200 $.data[].moreTransfers: missing there',
    ],
  'How whole a history is, chain by chain: what could not be read is named.': [
    'GET /v1/account/{address}/history 200 $.sources: missing there',
  ],
  'An order is looked up by an id that only its page knows, and providers tell of orders by themselves.': [
    'GET /v1/onramp/orders: not in the contract',
    'POST /v1/onramp/webhooks/{provider}: not in the contract',
  ],
  'Something is bought of a provider among several, each with its own currencies, networks and pages; an order may be asked for twice.':
    [
      'POST /v1/generators/onrampurl body $.*: missing there',
      'POST /v1/generators/onrampurl 200 $.*: missing there',
      'GET /v1/onramp/options 200 $.*: missing there',
      'POST /v1/onramp/quote body $.*: missing there',
      'POST /v1/onramp/quote 200 $.*: missing there',
    ],
  'Who buys is asked of nobody.': ['POST /v1/generators/onrampurl body $.partnerUserId: required, optional'],
  'Purchases are made on listed pages only; texts have a longest length, lists a greatest, amounts one form (SEC-107).':
    [
      'POST /v1/generators/onrampurl query *: missing there',
      'POST /v1/generators/onrampurl body $.destinationWallets* *: none, *',
      'POST /v1/generators/onrampurl body $.defaultNetwork maxLength: none, 128',
      'POST /v1/onramp/quote query *: missing there',
      '* /v1/onramp/* maxLength: none, *',
      '* /v1/onramp/* pattern: none, *',
    ],
  'A swap is of EVM chains alone, and its ids say so; amounts fit in 256 bits.': [
    '* /v1/convert/* pattern: *, ^eip155:\\d{1,32}:0x[0-9a-fA-F]{40}$',
    '* /v1/convert/* amount maxLength: none, 78',
    'POST /v1/convert/build-transaction body $.amount maxLength: none, 78',
    'GET /v1/convert/tokens query address pattern: none, *',
  ],
  'What is swapped may be on Solana too, where a swap is several calls and has no gas.': [
    '* /v1/convert/* pattern: *, ^solana:*',
    'POST /v1/convert/build-transaction body $.eip155: required, optional',
    'POST /v1/convert/build-transaction 200 $.tx.eip155: required, optional',
  ],
  'The project is named in the query, as with every other call; in the body it is read by nobody.': [
    'POST /v1/fungible/price query *: missing there',
    'POST /v1/fungible/price body $.projectId*: *',
    'POST /v1/convert/build-transaction query *: missing there',
    'POST /v1/convert/build-transaction body $.projectId*: *',
  ],
  'A quote names its router, path, fee and impact on the price, and a swap the least that comes out and what it pays (SEC-97).':
    [
      'GET /v1/convert/quotes 200 $.quotes[].*: missing there',
      'GET /v1/convert/allowance query spender: missing there',
      'GET /v1/convert/build-approve query spender: missing there',
      'POST /v1/convert/build-transaction body $.*: missing there',
      'POST /v1/convert/build-transaction 200 $.tx.*: missing there',
    ],
  'Slippage is at most 5 percent, and may be a part of one (SEC-97); a permit has one form.': [
    'POST /v1/convert/build-transaction body $.eip155.slippage *: *',
    'POST /v1/convert/build-transaction body $.eip155.permit pattern: none, *',
  ],
  'An allowance may be taken back, and the token is named once.': [
    'GET /v1/convert/build-approve query amount enum: none, ["0"]',
    'GET /v1/convert/build-approve query to: required, optional',
  ],
  'A request is a whole one of JSON-RPC 2.0; a method that does not pass is answered as such, under the id of the request.':
    ['POST /v1/bundler body $.*: optional, required', 'POST /v1/bundler body $.method *: *'],
  'A bundler is asked on listed pages only, and the chains that have one are told.': [
    'POST /v1/bundler query *: missing there',
    'GET /v1/supported-chains 200 $.*: missing there',
  ],
  'A price has an age, and at most 20 assets are priced at once.': [
    'POST /v1/fungible/price 200 $.fungibles[].*: *',
    'POST /v1/fungible/price body $.addresses maxItems: none, 20',
  ],
  'A body that does not fit is a 400, as everywhere.': ['POST /v1/* 422: never answered'],
  'CAIP-10 has an underscore too.': ['POST /v1/fungible/price body $.addresses[] pattern: *'],
  'Bodies come as text/plain too, so that no preflight is needed.': ['POST /v1/* body as text/plain: missing there'],
  'A page asks which services visitors may log in by, and offers no other ones.': [
    'GET /v1/socials: not in the contract',
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
    'POST /e body $.props.address: missing here',
    'POST /e body $.props.items: missing here',
  ],
  'Resolver contracts ask for names of a zone.': [
    'GET /v1/names/resolve/{sender}/{data}: not in the contract',
    'POST /v1/names/resolve: not in the contract',
  ],
  'A text about a name has a nonce of the gateway (SEC-122), and a name may be given away and given up.': [
    'POST /v1/profile/nonce: not in the contract',
    'GET /v1/profile/zones: not in the contract',
    'POST /v1/profile/account/{name}/transfer: not in the contract',
    'POST /v1/profile/account/{name}/release: not in the contract',
  ],
  'Names are registered, changed and looked for on listed pages only, by EVM accounts; an unknown one is an empty list.':
    [
      'POST /v1/profile/* query *: missing there',
      'POST /v1/profile/* body $.*: *',
      'POST /v1/profile/* path name *: none, *',
      'GET /v1/profile/* query projectId: optional, required',
      'GET /v1/profile/reverse/{address} query *: *',
      'GET /v1/profile/reverse/{address} 404: never answered',
      'GET /v1/profile/suggestions/{name} * maxLength: none, *',
    ],
  'Attributes of a name are those that the gateway takes; a name of the chain has no times.': [
    '* /v1/profile/* $.bio: missing here',
    '* /v1/profile/* $.avatar: missing here',
    '* /v1/profile/* $*.attributes.*: missing here',
    '* /v1/profile/* *_at type: string, null or string',
    '* /v1/profile/* *_at format: date-time, none',
  ],
  'A name is looked up for one network, on nodes that the operator pays for: for listed pages only.': [
    'GET /v1/profile/account/{name} query chainId: missing there',
  ],
  'Every text has a longest length, every list a greatest (SEC-107); addresses and pictures are told by their form.': [
    '* query projectId minLength: 1, none',
    '* query projectId maxLength: 64, 128',
    '* query st maxLength: none, 64',
    '* query sv maxLength: none, 128',
    '* query * maxItems: none, *',
    'GET /v1/identity/{address} query sender maxLength: none, 128',
    'GET /v1/account/{address}/nfts query cursor maxLength: none, 512',
    'GET /getWallets query search maxLength: none, 128',
    'GET /getWallets query page maximum: none, 100000',
    '* path address pattern: none, *',
    'GET /v1/profile/account/{name} path name *: none, *',
    'GET /v1/profile/account/{name} query apiVersion *: *',
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
    'POST /v1/bundler * $.id type: integer or null or string, null or number or string',
    'POST /v1/bundler 200 $.error.code type: integer, number',
  ],
  'Answers are said more closely than the contract asks: fields that it leaves open are always there.': [
    'GET /v1/identity/{address} 200 $.resolvedAt: optional, required',
    'GET /v1/account/{address}/balance 200 $.balances[].quantity.* pattern: *',
    'GET /v1/account/{address}/history 200 $.data[].*: optional, required',
    'GET /v1/account/{address}/history 200 $.data[].transfers[].quantity.numeric pattern: none, *',
    'GET /v1/account/{address}/nfts 200 $.data[].*: optional, required',
    'GET /v1/account/{address}/nfts 200 $.data[].* pattern: none, *',
    'GET /v1/convert/tokens 200 $.tokens[].eip2612: optional, required',
    'GET /v1/convert/build-approve 200 $.tx.eip155*: *',
    'GET /getWallets 200 $.data[].*: optional, required',
    'GET /getWallets 200 $.data[].id minLength: none, 1',
    'GET /getWallets 200 $.data[].name minLength: none, 1',
    'GET /getWallets 200 $.data[].chains[] pattern: none, *',
    'POST /e 200 $.status: missing there',
  ],
  'Schemas that clients read by are milder than what is served: these are whole numbers, dates, and there.': [
    'GET /v1/identity/{address} 200 $.resolvedAt format: date-time, none',
    'GET /v1/account/{address}/history 200 $.data[].metadata.minedAt format: date-time, none',
    'GET /v1/account/{address}/balance 200 $.balances[].chainId: required, optional',
    '* /v1/convert/* 200 * pattern: *, none',
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
    'GET /v1/account/{address}/balance 200 $.incomplete: missing there',
    'GET /v1/account/{address}/nfts 200 $.unavailable: missing there',
    'GET /v1/account/{address}/nfts 200 $.incomplete: missing there',
  ],
  'A price has an age and a change, and a token that is on no list says so, and whom it imitates (SEC-96).': [
    'GET /v1/account/{address}/balance 200 $.balances[].pricedAt: missing there',
    'GET /v1/account/{address}/balance 200 $.balances[].priceChange: missing there',
    'GET /v1/account/{address}/balance 200 $.balances[].trust: missing there',
    'GET /v1/account/{address}/balance 200 $.balances[].imitates: missing there',
  ],
  'An NFT has traits, a large picture and a description, says whether they were read, and may be one of Solana.': [
    'GET /v1/account/{address}/nfts 200 $.data[].standard enum: ["ERC1155","ERC721"], ["ERC1155","ERC721","METAPLEX"]',
    'GET /v1/account/{address}/nfts 200 $.data[].*: missing there',
    'GET /public/getNftImage/{imageId}: not in the contract',
  ],
  'What an account lets others take is asked for with its balances.': [
    'GET /v1/account/{address}/approvals: not in the contract',
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
    'POST /v1/bundler ??? $.*: missing here',
    'POST /v1/bundler ??? $.*: missing there',
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
