// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the sources, quoted
import { breaks, type Mutation } from './mutation.ts'

const KEYS = 'apps/frame/keys'
const WALLET = 'apps/frame/wallet'
const WORKER = 'apps/frame/worker'
const SERVER = 'packages/server/src'
const CUSTODY = 'packages/wire/src/custody'

const keyring = breaks(`${KEYS}/createKeyring.ts`, `${KEYS}/createKeyring.test.ts`)
const wallet = breaks(`${KEYS}/wallet.ts`, `${KEYS}/wallet.test.ts`)
const atRest = breaks(`${KEYS}/atRest.ts`, `${KEYS}/atRest.test.ts`)
const backup = breaks(`${KEYS}/backupFile.ts`, `${KEYS}/backupFile.test.ts`)
const binding = breaks(`${CUSTODY}/binding.ts`, `${CUSTODY}/binding.test.ts`)
const address = breaks(`${CUSTODY}/mailAddress.ts`, `${CUSTODY}/mailAddress.test.ts`)
const worker = breaks(`${WORKER}/createKeyService.ts`, `${WORKER}/createKeyService.test.ts`)
const requests = breaks(`${WORKER}/requests.ts`, `${WORKER}/createKeyService.test.ts`)
const seal = breaks(`${SERVER}/kms/sealRecord.ts`, `${SERVER}/kms/kms.test.ts`)
const masterKeys = breaks(`${SERVER}/kms/readMasterKeys.ts`, `${SERVER}/kms/kms.test.ts`)
const shares = breaks(`${SERVER}/login/wallet.ts`, `${SERVER}/login/wallet.test.ts`)
const strict = breaks(`${SERVER}/login/wallet.ts`, `${WALLET}/custody.test.ts`)
const passkeyCheck = breaks(`${SERVER}/login/checkPasskey.ts`, `${SERVER}/login/checkPasskey.test.ts`)
const secondFactor = breaks(`${SERVER}/login/secondFactor.ts`, `${WALLET}/secondFactor.test.ts`)
const halves = breaks(`${SERVER}/login/halves.ts`, `${SERVER}/login/wallet.test.ts`)
const held = breaks(`${SERVER}/storage/wallets.ts`, `${SERVER}/login/wallet.test.ts`)
const recovery = breaks(`${SERVER}/vault/recovery.ts`, `${SERVER}/vault/vault.test.ts`)
const devices = breaks(`${SERVER}/vault/devices.ts`, `${SERVER}/vault/vault.test.ts`)
const claims = breaks(`${SERVER}/vault/claims.ts`, `${SERVER}/vault/vault.test.ts`)
const links = (source: string) => breaks(`${SERVER}/${source}`, `${SERVER}/login/identities.test.ts`)
const identities = links('login/identities.ts')
const login = breaks(`${SERVER}/login/login.ts`, `${SERVER}/login/login.test.ts`)
const challenges = breaks(`${SERVER}/login/challenges.ts`, `${SERVER}/login/login.test.ts`)
const sessions = breaks(`${SERVER}/login/sessions.ts`, `${SERVER}/login/login.test.ts`)
const audit = breaks(`${SERVER}/login/audit.ts`, `${SERVER}/login/login.test.ts`)
const codes = breaks(`${SERVER}/custody/codes.ts`, `${SERVER}/login/login.test.ts`)
const windows = breaks(`${SERVER}/custody/windows.ts`, `${SERVER}/login/login.test.ts`)
const served = breaks(`${SERVER}/custody/serveCall.ts`, `${SERVER}/login/login.test.ts`)
const proof = breaks(`${SERVER}/custody/checkProof.ts`, `${SERVER}/custody/checkProof.test.ts`)
const page = breaks(`${SERVER}/custody/page.ts`, `${SERVER}/vault/vault.test.ts`)
const mails = breaks(`${SERVER}/mail/texts.ts`, `${SERVER}/mail/mail.test.ts`)

/** Keys, halves, logins, devices and sessions: 7.1 and 7.5 of the requirements. */
export const CUSTODY_MUTATIONS: readonly Mutation[] = [
  wallet('SEC-01', 'const entropy = random(ENTROPY_LENGTH)', 'const entropy = Uint8Array.from(sha256(random(8)))'),
  breaks(`${KEYS}/pairs.ts`, `${KEYS}/pairs.test.ts`)(
    'SEC-02',
    'const pad = random(secret.length)',
    'const pad = new Uint8Array(secret.length).fill(7)',
  ),
  keyring(
    'SEC-02',
    "device: await wrapShare(pad, wrappingKey, 'device', deviceBinding, random)",
    'device: pad.slice()',
  ),
  atRest(
    'SEC-03',
    "generateKey({ name: 'AES-GCM', length: 256 }, false,",
    "generateKey({ name: 'AES-GCM', length: 256 }, true,",
  ),
  binding('SEC-04', '    binding.projectId,\n', ''),
  binding('SEC-04', '    binding.walletId,\n', ''),
  binding('SEC-04', '    binding.holder,\n', ''),
  binding('SEC-04', '    binding.kind,\n', ''),
  binding('SEC-04', '    String(binding.version),\n', ''),
  wallet('SEC-05', 'if (!sameBytes(committed, base64urlnopad.decode(record.commitment))) return false', ''),
  wallet(
    'SEC-05',
    'return addresses.eip155 === record.addresses.eip155 && addresses.solana === record.addresses.solana',
    'return addresses.eip155 === record.addresses.eip155',
  ),
  wallet(
    'SEC-05',
    'return addresses.eip155 === record.addresses.eip155 && addresses.solana === record.addresses.solana',
    'return addresses.solana === record.addresses.solana',
  ),
  seal('SEC-06', 'crypto.getRandomValues(new Uint8Array(DATA_KEY_BYTES))', 'new Uint8Array(DATA_KEY_BYTES).fill(9)'),
  breaks(`${SERVER}/custody/checkReleaseKey.ts`, `${SERVER}/login/wallet.test.ts`)(
    'SEC-07',
    'if (request.releaseKeyHash !== hash) {',
    'if (false) {',
  ),
  breaks(`${SERVER}/custody/checkReleaseKey.ts`, `${SERVER}/login/wallet.test.ts`)(
    'SEC-07',
    'if (!(await takeOnce(hashToken',
    'if (false && !(await takeOnce(hashToken',
  ),
  keyring('SEC-08', 'if (unlocked) wipe(unlocked.entropy)', ''),
  keyring('SEC-08', 'stopIdle = clock.after(IDLE_LIMIT, lock)', ''),
  keyring('SEC-08', 'stopHidden = isHidden ? clock.after(HIDDEN_LIMIT, lock) : () => {}', ''),
  held(
    'SEC-09',
    'delete from login_sessions where user_id = ${userId}::text and thumbprint = ${thumbprint}::text returning id',
    'select id from login_sessions where false',
  ),
  held('SEC-09', 'and wallets.user_id = ${userId}::text and holder = ${thumbprint}::text', 'and false'),
  breaks(`${SERVER}/storage/endings.ts`, `${WALLET}/custody.test.ts`)(
    'SEC-10',
    'wallet_id = strict.id and holder = ${RECOVERY} returning',
    'wallet_id = strict.id and false returning',
  ),
  strict('SEC-10', 'isStrict !== (ownWay !== undefined) || isStrict !== (recoveryShare === undefined)', 'false'),
  strict('SEC-10', "wallet.custody === 'strict' && parts.isStrict(wallet.projectId)", 'false'),
  breaks(`${WORKER}/custodyTasks.ts`, `${WORKER}/createKeyService.test.ts`)(
    'SEC-10',
    "if (!passkey && !hasFile) throw new CallRefusedError('OWN_WAY_NEEDED')",
    '',
  ),
  masterKeys('SEC-11', 'if (owner !== party) throw', 'if (false) throw'),
  halves('SEC-12', 'if (now - session.createdAt > FRESH_LOGIN_MS) {', 'if (false) {'),
  halves('SEC-12', 'await noteOrRefuse(`releases\\n${session.userId}`, WINDOWS.releases)', ''),
  halves(
    'SEC-12',
    "await notices.tell(user, 'recovery', { projectName: page.projectName, host, device, at: now })",
    '',
  ),
  recovery(
    'SEC-12',
    "if (now - claims.auth_time * 1000 > FRESH_LOGIN_MS) throw new CustodyRefusal('LOGIN_TOO_OLD', 'Log in again first.')\n    if (now - letInAt",
    'if (now - letInAt',
  ),
  recovery('SEC-12', 'if (now - letInAt > LINK_MS) {', 'if (false) {'),
  recovery('SEC-12', 'await noteOrRefuse(`releases\\n${contactHash}`, WINDOWS.releases)', ''),
  recovery('SEC-12', 'if (wait > 0) {', 'if (false) {'),
  atRest('SEC-13', "hash: 'SHA-256', salt, info }", "hash: 'SHA-256', salt: new Uint8Array(16), info }"),
  backup('SEC-14', 'N: 2 ** 17', 'N: 2 ** 14'),
  backup('SEC-14', 'PHRASE_LENGTH = 8', 'PHRASE_LENGTH = 6'),
  backup('SEC-14', '`${FORMAT}/v${VERSION}\\n${addresses.eip155}\\n${addresses.solana}`', '`${FORMAT}/v${VERSION}`'),
  worker('SEC-15', "demandStepUp('export')", ''),
  breaks('apps/frame/settings/ExportScreen.tsx', 'apps/frame/settings/settings.browser.test.tsx')(
    'SEC-15',
    "window.addEventListener('blur', hide)",
    '',
  ),
  breaks('apps/frame/settings/ExportScreen.tsx', 'apps/frame/settings/settings.browser.test.tsx')(
    'SEC-15',
    'SHOWN_MS = 60_000',
    'SHOWN_MS = 600_000',
  ),
  breaks(`${SERVER}/login/ending.ts`, `${WALLET}/custody.test.ts`)(
    'SEC-16',
    "requireStepUp(session, 'delete', now)",
    '',
  ),
  breaks(`${SERVER}/login/ending.ts`, `${WALLET}/custody.test.ts`)('SEC-16', 'UNDO_DAYS = 7', 'UNDO_DAYS = 0'),
  breaks('apps/frame/device/deviceStore.ts', 'apps/frame/device/device.browser.test.ts')(
    'SEC-17',
    'timeout.then(createPassingStore)',
    'timeout.then(() => new Promise<never>(() => {}))',
  ),
  seal('SEC-18', 'if (record.keyId === kms.keyId) return record', 'return record'),
  sessions('SEC-19', 'found.projectId === page.projectId &&', ''),
  worker('SEC-55', 'if (!isTheirs()) throw gone()', ''),
  requests('SEC-39', 'domain === page.host &&', ''),
  requests('SEC-39', 'new URL(uri).origin === page.origin &&', ''),
  requests('SEC-39', 'networkId === network &&', ''),
  requests('SEC-39', 'resources === undefined &&', ''),
  requests('SEC-39', 'lasts <= MOST_LIFE', 'true'),
  worker('SEC-39', 'const isSilent = isPlain && mayBeSilent', 'const isSilent = isPlain'),
  worker('SEC-44', 'if (waiting.size >= WAITING_LIMIT) throw tooMany()\n    const id', 'const id'),
  codes('SEC-57', 'draw(1_000_000)', 'draw(100_000)'),
  codes('SEC-57', 'CODE_TRIES = 5', 'CODE_TRIES = 6'),
  challenges('SEC-57', ' || challenge.tries > CODE_TRIES', ''),
  challenges('SEC-57', "!isSameMark(mark, challenge.codeHash ?? '') || ", ''),
  windows('SEC-58', '    { most: 1, ms: 30 * SECOND },\n', ''),
  windows('SEC-58', 'startsOfAddress: [{ most: 20, ms: HOUR }]', 'startsOfAddress: [{ most: 200, ms: HOUR }]'),
  windows('SEC-58', 'startsOfDevice: [{ most: 10, ms: HOUR }]', 'startsOfDevice: [{ most: 100, ms: HOUR }]'),
  windows('SEC-58', 'tries: [{ most: 30, ms: HOUR }]', 'tries: [{ most: 300, ms: HOUR }]'),
  login('SEC-59', ' && challenge.thumbprint === thumbprint\n}', '\n}'),
  login('SEC-59', ' && challenge.host === page.host', ''),
  login(
    'SEC-60',
    "await isDeviceOf(storage, user?.id ?? '', request.thumbprint)",
    'user !== undefined && (await isDeviceOf(storage, user.id, request.thumbprint))',
  ),
  address('SEC-61', 'if (address.length > LONGEST) return undefined', ''),
  address('SEC-61', ' || !LOCAL.test(local)', ''),
  address('SEC-61', ' || !DOMAIN.test(domain)', ''),
  breaks(`${SERVER}/mail/createSmtp.ts`, `${SERVER}/mail/mail.test.ts`)(
    'SEC-61',
    'const address = parseMailAddress(to)?.address',
    'const address: string | undefined = to',
  ),
  mails('SEC-62', "      describe(facts),\n      'If you asked for no code", "      'If you asked for no code"),
  masterKeys('SEC-63', "if (mode === 'production') {", 'if (false) {'),
  page('SEC-64', "if (!isOwn || !isSame(form.get('mark') ?? '', await markOf(token))) {", 'if (!isOwn) {'),
  page('SEC-64', 'if (!isOwn || ', 'if ('),
  devices('SEC-59', 'asked.thumbprint !== request.thumbprint || ', ''),
  breaks(`${SERVER}/vault/askByMail.ts`, `${SERVER}/vault/vault.test.ts`)(
    'SEC-64',
    'LINK_MS = 15 * 60_000',
    'LINK_MS = 60 * 60_000',
  ),
  breaks(`${SERVER}/login/email.ts`, `${WALLET}/changeEmail.test.ts`)(
    'SEC-77',
    "requireStepUp(session, 'email', clock.now())",
    '',
  ),
  breaks(`${SERVER}/login/halves.ts`, `${WALLET}/changeEmail.test.ts`)(
    'SEC-65',
    'if (rest > 0) throw',
    'if (false) throw',
  ),
  breaks(`${SERVER}/vault/recovery.ts`, `${WALLET}/changeEmail.test.ts`)(
    'SEC-65',
    'if (rest > 0) throw',
    'if (false) throw',
  ),
  identities('SEC-67', "    requireStepUp(session, 'identities', now)\n", ''),
  identities('SEC-67', "    requireStepUp(session, 'identities', clock.now())\n    const user", '    const user'),
  identities('SEC-67', 'if (owner !== undefined || isGivenUp) throw taken', ''),
  identities('SEC-67', 'if (isFirst(user, identity)) {', 'if (false) {'),
  links('login/sessions.ts')('SEC-67', 'linkedIssuer: linked?.issuer ?? null', 'linkedIssuer: null'),
  links('login/login.ts')('SEC-67', '(user?.linked ?? user)?.contact', 'user?.contact'),
  links('login/farewells.ts')('SEC-67', '[user, ...linked, ...former]', '[user, ...former]'),
  links('login/social/serveSocial.ts')('SEC-67', 'if (social.isLink) throw over()', ''),
  links('login/social/serveSocial.ts')('SEC-67', '!social.isAgain ||', ''),
  links('login/social/serveSocial.ts')('SEC-67', ' && social.begunAt >= session.createdAt', ''),
  sessions('SEC-73', ' || session.accessUntil <= clock.now()', ''),
  sessions('SEC-73', 'session.renewUntil <= now || ', ''),
  sessions('SEC-73', 'Math.min(now + IDLE_MS, session.endsAt)', 'now + IDLE_MS'),
  sessions('SEC-73', 'isFormer && now - session.renewedAt > LOST_ANSWER_MS', 'false'),
  proof('SEC-74', "if (htm !== 'POST' || htu !== url) throw", 'if (false) throw'),
  proof('SEC-74', "typeof iat !== 'number' || Math.abs(iat * 1000 - now) > PROOF_WINDOW_MS", "typeof iat !== 'number'"),
  proof('SEC-74', 'if (ath !== (token === undefined ? undefined : hashToken(token))) throw', 'if (false) throw'),
  proof('SEC-74', 'if (!isFirst) throw', 'if (false) throw'),
  served('SEC-75', "if (context.req.header('origin') !== frameOrigin) {", 'if (false) {'),
  served(
    'SEC-75',
    "if (!/^application\\/json\\s*(;|$)/i.test(context.req.header('content-type') ?? '')) {",
    'if (false) {',
  ),
  sessions('SEC-77', 'session.stepUpReason === reason && ', ''),
  sessions('SEC-77', ' && (session.stepUpUntil ?? 0) > now', ''),
  breaks(`${SERVER}/login/wallet.ts`, `${SERVER}/login/wallet.test.ts`)(
    'SEC-77',
    "if (thumbprint !== session.thumbprint) requireStepUp(session, 'devices', clock.now())",
    '',
  ),
  worker(
    'SEC-77',
    '    forget()\n    await sessions.keep(session)',
    '    keyring.lock()\n    await sessions.keep(session)',
  ),
  audit('SEC-78', "if ((await markOf(entry, former?.mark ?? '')) !== entry.mark) return entry.number", ''),
  audit('SEC-78', 'if (former !== undefined && former.number + 1 !== entry.number) return entry.number', ''),
  shares(
    'SEC-79',
    "await notices.tell(user, 'devices', { projectName: page.projectName, host, device, at: clock.now() })",
    '',
  ),
  shares(
    'SEC-79',
    "await notices.tell(user, 'thaw', { projectName: page.projectName, host, device, at: clock.now() })",
    '',
  ),
  halves('SEC-80', 'if (wallet.frozenAt !== null || (await isHeld(storage, wallet))) {', 'if (false) {'),
  shares('SEC-80', "requireStepUp(session, 'thaw', clock.now())", ''),
  shares('SEC-80', 'if (!isTheirs || !(await parts.useApproval(approval.jti))) {', 'if (false) {'),
  recovery('SEC-80', 'if (person.frozenAt !== null || ', 'if ('),
  passkeyCheck('SEC-81', 'told?.challenge !== wanted.challenge || ', '!told || '),
  passkeyCheck('SEC-81', ' || told.origin !== wanted.origin', ''),
  passkeyCheck(
    'SEC-81',
    'if (told.topOrigin !== undefined && told.topOrigin !== wanted.topOrigin) return undefined',
    '',
  ),
  passkeyCheck('SEC-81', '!signedBy.subarray(0, 32).equals(site) || ', ''),
  passkeyCheck('SEC-81', ' || !(flags & USER_VERIFIED)', ''),
  passkeyCheck('SEC-81', "isKnown && verify('sha256', signed, key, signature)", 'isKnown'),
  secondFactor('SEC-81', 'if (wallet?.secondFactor !== true) return', 'return'),
  secondFactor('SEC-81', 'proof.until <= now || ', ''),
  secondFactor('SEC-81', 'if (!(await useOnce(', 'if (false && !(await useOnce('),
  secondFactor('SEC-81', 'if (!(await advancePasskey(', 'if (false && !(await advancePasskey('),
  breaks(`${SERVER}/login/login.ts`, `${WALLET}/secondFactor.test.ts`)(
    'SEC-81',
    'await demandSecondFactor(parts, { user: known, challengeId: idHash, page, thumbprint, proof })',
    '',
  ),
  claims('SEC-12', 'if (claims.thumbprint !== request.thumbprint) {', 'if (false) {'),
]
