import { breaks, type Mutation } from './mutation.ts'

const APPROVE = 'apps/frame/approve'
const GUARD = 'packages/wire/src/guard'
const SCREEN = `${APPROVE}/approve.browser.test.tsx`
const ARMING = `${APPROVE}/arming.test.ts`
const CHANNEL = 'apps/frame/channel/serveCalls.test.ts'
const FRAME = 'packages/wire/src/frame/frame.test.ts'

const arming = breaks(`${APPROVE}/arming.ts`, ARMING)
const watching = breaks(`${APPROVE}/useArming.ts`, SCREEN)
const button = breaks(`${APPROVE}/ApproveButton.tsx`, SCREEN)
const screen = breaks(`${APPROVE}/ApproveScreen.tsx`, SCREEN)
const decision = breaks(`${APPROVE}/Decision.tsx`, SCREEN)
const subject = breaks(`${APPROVE}/readSubject.ts`, SCREEN)
const typed = breaks(`${GUARD}/readTypedData.ts`, `${GUARD}/readTypedData.test.ts`)
const text = breaks(`${GUARD}/readText.ts`, `${GUARD}/readText.test.ts`)
const hidden = breaks(`${GUARD}/showHidden.ts`, `${GUARD}/readText.test.ts`)
const decode = breaks(`${GUARD}/decodeTransaction.ts`, `${GUARD}/decodeTransaction.test.ts`)
const signers = breaks(`${GUARD}/solana/listSignerFindings.ts`, `${GUARD}/solana/listSignerFindings.test.ts`)
const solana = breaks(`${GUARD}/solana/listSolanaFindings.ts`, `${GUARD}/solana/listSignerFindings.test.ts`)
const calls = breaks(`${GUARD}/solana/describeCalls.ts`, `${GUARD}/solana/listSignerFindings.test.ts`)
const channel = breaks('apps/frame/channel/serveCalls.ts', CHANNEL)

const EVM = 'apps/frame/worker/evm'
const requests = breaks('apps/frame/worker/requests.ts', 'apps/frame/worker/createKeyService.test.ts')
const permission = breaks(`${EVM}/delegation/permission.ts`, `${EVM}/delegation/delegation.test.ts`)
const delegation = breaks(`${EVM}/delegation/signDelegation.ts`, `${EVM}/delegation/delegation.test.ts`)
const LOGIN = 'packages/server/src/login'
const kept = breaks(`${LOGIN}/permissions.ts`, `${LOGIN}/wallet.test.ts`)
const keptRows = breaks('packages/server/src/storage/permissions.ts', `${LOGIN}/wallet.test.ts`)

/** Messages, approvals, decoding: 7.3 and 7.4 of the requirements. */
export const APPROVAL_MUTATIONS: readonly Mutation[] = [
  channel('SEC-33', 'if (used.has(call.id) || open.has(call.id)) return refuse(call, REPEATED)', ''),
  channel('SEC-33', 'taken.length >= RATE_LIMIT || ', ''),
  channel('SEC-33', ' || open.size >= OPEN_LIMIT', ''),
  channel('SEC-40', "call.payload === undefined ? other.name === 'RPC_REQUEST' : call.payload.id === id", 'true'),
  breaks('packages/wire/src/frame/page.ts', FRAME)('SEC-35', '[\\d\\s.,%/+a-z-]{1,64}', '.{1,64}'),
  breaks('packages/wire/src/frame/methods.ts', FRAME)(
    'SEC-49',
    "  'eth_sendUserOperation',\n",
    "  'eth_sendUserOperation',\n  'eth_sign',\n",
  ),
  button('SEC-41', 'nativeEvent.isTrusted && isArmed(false)', 'isArmed(false)'),
  arming('SEC-42', 'STILL_MS = 800', 'STILL_MS = 400'),
  arming('SEC-42', "if (!sight.isFocused) return { state: 'unfocused' }", ''),
  arming('SEC-42', 'if (!isSame) changedAt = now()', ''),
  watching('SEC-42', "element.addEventListener('scroll', disturb, true)", ''),
  watching(
    'SEC-42',
    '    current.disturb()\n    setArming(look())\n  }, [content',
    '    setArming(look())\n  }, [content',
  ),
  screen('SEC-42', "if (key === 'Escape') end('rejected')", ''),
  arming('SEC-43', "if (sight.isClear === false) return { state: 'covered' }", ''),
  arming('SEC-43', 'clearedAt + CLEAR_MS', '0'),
  arming('SEC-43', 'mustHold: isSmall || sight.isClear === undefined', 'mustHold: isSmall'),
  arming('SEC-43', 'mustHold: isSmall || sight.isClear === undefined', 'mustHold: sight.isClear === undefined'),
  watching('SEC-43', 'isVisible === true && ', ''),
  button('SEC-43', 'now.mustHold === wantsHold', 'true'),
  breaks(`${APPROVE}/index.ts`, SCREEN)('SEC-44', 'queue.count() > WAITING_LIMIT', 'false'),
  breaks(`${APPROVE}/index.ts`, SCREEN)('SEC-44', 'const leave = queue.enter()', 'const leave = () => {}'),
  screen('SEC-45', '{toSite(request.host)}', '{request.claimed?.name ?? toSite(request.host)}'),
  screen('SEC-45', 'isolate(request.claimed.name)', 'request.claimed.name'),
  screen('SEC-45', '{toCoin(fee, network.coin)}', '{String(0)}'),
  decision('SEC-46', "(danger === 'none' || isAccepted)", 'true'),
  breaks(`${GUARD}/listFindings.ts`, SCREEN)(
    'SEC-46',
    "if (amount > UNLIMITED) add('APPROVAL_UNLIMITED'",
    "if (false) add('APPROVAL_UNLIMITED'",
  ),
  decode('SEC-46', 'own.length > left.calls + 1', 'false'),
  breaks(`${GUARD}/functions/permit2.ts`, `${GUARD}/decodeTransaction.test.ts`)('SEC-46', "'2a2d80d1'", "'2a2d80d0'"),
  breaks(`${GUARD}/functions/permit2.ts`, `${GUARD}/decodeTransaction.test.ts`)(
    'SEC-46',
    'if (permitted.length !== transfers.length) return undefined',
    '',
  ),
  breaks(`${GUARD}/functions/tokens.ts`, `${GUARD}/decodeTransaction.test.ts`)(
    'SEC-46',
    'setOperator(MAX_UINT256)',
    'setOperator(1n)',
  ),
  typed('SEC-47', 'if (said !== undefined && said !== chainId)', 'if (false)'),
  typed('SEC-47', 'if (extra !== undefined)', 'if (false)'),
  typed('SEC-47', '|| BUILT_IN.test(name)', ''),
  typed('SEC-47', 'if (!NAME.test(name) ||', 'if ('),
  typed('SEC-47', 'if (!isKnown(type, types))', 'if (false)'),
  typed('SEC-47', 'walk.hides ||= hides', ''),
  typed('SEC-47', "count !== '' && Number(count) !== value.length", 'false'),
  typed('SEC-47', 'return isInside ? String(number) : undefined', 'return String(number)'),
  typed('SEC-47', "if (reading.chainId === undefined) addFinding(findings, 'TYPED_ANY_CHAIN', {})", ''),
  text('SEC-48', 'site === own.host || site === own.origin', 'true'),
  text('SEC-48', 'parseUrl(uri)?.origin !== origin', 'false'),
  text('SEC-48', ".replace(IGNORED, '')", ''),
  text('SEC-48', ".normalize('NFKC')", ''),
  text('SEC-48', 'if (!isOfAccount)', 'if (false)'),
  text('SEC-48', 'fatal: true', 'fatal: false'),
  text('SEC-48', 'bytes.length === 32 && (text === undefined || hides)', 'false'),
  text('SEC-48', 'isRlpList(bytes, 0) || ', ''),
  hidden('SEC-48', '\\p{Cc}\\p{Cf}', '\\p{Cc}'),
  hidden('SEC-48', '.replace(GAPS,', '.replace(/(?!)/gu,'),
  breaks(`${GUARD}/signingFindings.ts`, SCREEN)('SEC-48', "SIGN_IN_FOREIGN: 'blocked'", "SIGN_IN_FOREIGN: 'danger'"),
  decision('SEC-48', "{danger === 'blocked' ? null : approve}", '{approve}'),
  decision('SEC-50', 'isChecked && (', '('),
  breaks(`${GUARD}/listFindings.ts`, SCREEN)('SEC-50', "effects.status === 'unchecked' || ", ''),
  text('SEC-51', 'isSolana && isSolanaTransaction(bytes)', 'false'),
  signers('SEC-51', 'keys.slice(0, signatureCount).includes(account)', 'keys.includes(account)'),
  signers('SEC-51', 'if (payer !== account) addFinding', 'if (false) addFinding'),
  solana('SEC-51', '!(isTried && found.holders.has(operation.account))', '!isTried'),
  solana('SEC-51', "add('PROGRAM_UNKNOWN', { program: operation.program })", ''),
  solana('SEC-51', "if (operation.to !== account) add('CLOSES_TO_OTHER'", "if (false) add('CLOSES_TO_OTHER'"),
  calls(
    'SEC-51',
    'if (program === undefined) return undefined',
    "if (program === undefined) return { kind: 'harmless' }",
  ),
  calls('SEC-51', "kind === 4 ? { kind: 'waits' } : undefined", "{ kind: 'harmless' }"),
  requests('SEC-53', 'DELEGATION_MANAGER, account].some', 'account].some'),
  requests('SEC-53', 'checkCall({ to, data }, { account, smartAccount })', ''),
  permission('SEC-53', 'PERMISSION_LIFE) throw', '10 * PERMISSION_LIFE) throw'),
  permission('SEC-53', 'v.minValue(1n)', 'v.minValue(0n)'),
  permission('SEC-53', 'v.pipe(v.array(v.unknown()), v.maxLength(0))', 'v.array(v.unknown())'),
  delegation('SEC-53', '{ enforcer: ENFORCERS.targets, terms: fromHex(target) },', ''),
  delegation('SEC-53', 'concatBytes(toHalf(0), toHalf(validUntil))', 'concatBytes(toHalf(0), toHalf(validUntil * 2))'),
  breaks(`${APPROVE}/SaysPermission.tsx`, SCREEN)('SEC-53', '<AddressText address={delegate} full />', ''),
  breaks(`${APPROVE}/SaysPermission.tsx`, SCREEN)('SEC-53', 'toQuantity(cap.amount, decimals)', "'1'"),
  kept('SEC-53', 'held.length >= PERMISSION_LIMIT', 'false'),
  keptRows(
    'SEC-53',
    'and(eq(walletPermissions.walletId, walletId), eq(walletPermissions.hash, hash))',
    'eq(walletPermissions.hash, hash)',
  ),
  breaks(`${EVM}/smartAccount/callsRequest.ts`, `${EVM}/smartAccount/hostileBundler.test.ts`)(
    'SEC-54',
    'if (closed.includes(to.toLowerCase()))',
    'if (false)',
  ),
  breaks(`${EVM}/delegation/signAuthorization.ts`, `${EVM}/delegation/delegation.test.ts`)(
    'SEC-54',
    'if (chainId <= 0n)',
    'if (false)',
  ),
  signers('SEC-55', 'payer === account && fee > HIGH_FEE', 'false'),
  signers('SEC-55', 'units > MOST_UNITS ? MOST_UNITS : units', 'units'),
  subject('SEC-55', 'if (transaction.from.toLowerCase() !== account.toLowerCase())', 'if (false)'),
  subject('SEC-55', "if (!network.startsWith(isSolana ? 'solana:' : 'eip155:'))", 'if (false)'),
]
