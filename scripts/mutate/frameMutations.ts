// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the sources, quoted
import { breaks, type Mutation } from './mutation.ts'

const SERVER = 'packages/server/src/frame'
const WIRE = 'packages/wire/src/frame'
const CHANNEL = 'apps/frame/channel'

const headers = breaks(`${SERVER}/frameHeaders.ts`, `${SERVER}/frame.test.ts`)
const served = breaks(`${SERVER}/createFrameApp.ts`, `${SERVER}/frame.test.ts`)
const handshake = breaks(`${CHANNEL}/handshake.ts`, `${CHANNEL}/handshake.test.ts`)
const channel = breaks(`${CHANNEL}/serveCalls.ts`, `${CHANNEL}/serveCalls.test.ts`)
const plain = breaks(`${WIRE}/plain.ts`, `${WIRE}/frame.test.ts`)
const wire = (file: string) => breaks(`${WIRE}/${file}`, `${WIRE}/frame.test.ts`)
const handler = breaks('apps/frame/page/createHandler.ts', 'apps/frame/page/createHandler.test.ts')
const build = breaks('apps/frame/build/buildFrame.ts', 'apps/frame/build/buildFrame.test.ts')
const theme = breaks('apps/frame/page/theme.ts', 'apps/frame/page/theme.browser.test.ts')

/** How the frame is served, and what it reads of the page around it: 7.2 and 7.3 of the requirements. */
export const FRAME_MUTATIONS: readonly Mutation[] = [
  served('SEC-20', "app.get('*', (context) => {", "app.all('*', (context) => {"),
  headers('SEC-21', '"default-src \'none\'"', '"default-src \'self\'"'),
  headers('SEC-21', '"script-src \'self\'"', "\"script-src 'self' 'unsafe-inline'\""),
  headers('SEC-21', "`connect-src 'self' ${gatewayOrigin} ${vaultOrigin}`", "'connect-src *'"),
  headers('SEC-21', '    "form-action \'none\'",\n', ''),
  headers('SEC-22', "hosts.length === 0 ? \"'none'\" : hosts.join(' ')", "hosts.length === 0 ? '*' : hosts.join(' ')"),
  served('SEC-22', 'project.id === id', 'project.id !== undefined'),
  headers('SEC-23', "  'camera',\n", ''),
  headers('SEC-23', 'name}=(self)`', 'name}=*`'),
  headers('SEC-24', 'allow-downloads', 'allow-downloads allow-popups'),
  build('SEC-25', "sha384-${hashOf('sha384', entry.contents)}", "sha384-${hashOf('sha384', new Uint8Array())}"),
  headers('SEC-26', '    "require-trusted-types-for \'script\'",\n', ''),
  headers('SEC-27', "    'x-content-type-options': 'nosniff',\n", ''),
  headers('SEC-27', "    'referrer-policy': 'no-referrer',\n", ''),
  served('SEC-27', "context.header('cache-control', 'no-store')", ''),
  handshake('SEC-28', "if (around.isTop) return 'top-level'", ''),
  handshake('SEC-29', '!around.isParentTop || ', ''),
  handshake('SEC-29', ' || (around.ancestors !== undefined && around.ancestors.length !== 1)', ''),
  handshake('SEC-30', 'targetOrigin: host }', "targetOrigin: '*' }"),
  handshake('SEC-31', 'event.source !== parent || ', ''),
  handshake('SEC-31', 'event.origin !== host || ', ''),
  handshake('SEC-31', ' || parsed.output.payload.nonce !== said.nonce', ''),
  handshake('SEC-31', ' || others.length > 0', ''),
  plain('SEC-32', ' || depth > DEPTH_LIMIT', ''),
  plain('SEC-32', 'if (size > SIZE_LIMIT) return false', ''),
  plain('SEC-32', 'if (leadsToPrototype(name)) return false', ''),
  channel('SEC-32', '      dropped += 1\n      return\n', '      return\n'),
  channel('SEC-33', 'remember(call.id)\n', ''),
  handshake('SEC-34', 'around.ancestors?.[0] ?? around.referrer', 'around.referrer'),
  theme('SEC-35', ' || (isGround && !hasGround)', ''),
  theme('SEC-35', 'return alpha === 255 ?', 'return alpha > 0 ?'),
  theme('SEC-35', 'LEAST_CONTRAST = 4.5', 'LEAST_CONTRAST = 1'),
  wire('account.ts')('SEC-36', 'export const user = v.strictObject({', 'export const user = v.looseObject({'),
  wire('rpc.ts')('SEC-37', 'const where = { chainId:', 'const where = { rpcUrl: v.optional(text(256)), chainId:'),
  wire('account.ts')(
    'SEC-37',
    'SWITCH_NETWORK = /* @__PURE__ */ defineCall({\n  payload: v.strictObject({ chainId: networkId })',
    'SWITCH_NETWORK = /* @__PURE__ */ defineCall({\n  payload: v.strictObject({ chainId: networkId, rpcUrl: v.optional(text(256)) })',
  ),
  wire('methods.ts')('SEC-38', "  'eth_accounts',\n", "  'eth_accounts',\n  'debug_traceCall',\n"),
  handler('SEC-38', 'if (namespaceOf(on) !== namespace) throw', 'if (false) throw'),
  handler('SEC-38', 'return account ? [account.addresses.eip155] : []', 'return [account?.addresses.eip155 ?? host]'),
  handler('SEC-38', '    await demandNetwork(on)\n', ''),
  handler(
    'SEC-40',
    'const outcome = await approve(request, signal)\n      signal.throwIfAborted()',
    'const outcome = await approve(request, signal)',
  ),
  handler('SEC-41', "if (outcome !== 'approved')", 'if (false)'),
  wire('account.ts')(
    'SEC-76',
    'export const user = v.strictObject({',
    'export const user = v.strictObject({\n  token: v.optional(text(64)),',
  ),
]
