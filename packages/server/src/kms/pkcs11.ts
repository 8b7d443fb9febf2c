/**
 * The few calls of PKCS#11 2.40 that wrapping needs, by the module of a token's maker (a shared library). One call at a time: a session
 * does one thing at a time. Numbers and structures: OASIS PKCS #11 Cryptographic Token Interface Base Specification 2.40.
 */

/** What a token answered, other than "done". */
export class TokenError extends Error {
  override readonly name = 'TokenError'
  /** CKR_…, as a number. */
  readonly answer: number

  constructor(call: string, answer: number) {
    super(`${call} answered 0x${answer.toString(16)}.`)
    this.answer = answer
  }
}

/** A session of a user with a token. */
export type TokenSession = {
  /** The handle of the secret key of this label; undefined: there is none. Throws where there are two. */
  findKey(label: string): Promise<bigint | undefined>
  /** A yes-or-no attribute of a key. */
  readFlag(key: bigint, attribute: number): Promise<boolean>
  /** A number of a key. */
  readNumber(key: bigint, attribute: number): Promise<number>
  /** AES-GCM with a tag of 16 bytes, within the token. */
  encrypt(
    key: bigint,
    nonce: Uint8Array,
    additionalData: Uint8Array,
    bytes: Uint8Array,
  ): Promise<Uint8Array<ArrayBuffer>>
  decrypt(
    key: bigint,
    nonce: Uint8Array,
    additionalData: Uint8Array,
    bytes: Uint8Array,
  ): Promise<Uint8Array<ArrayBuffer>>
  /** Makes an AES-256 key that never leaves the token. */
  makeKey(label: string): Promise<void>
}

export const ATTRIBUTE = { keyType: 0x100, sensitive: 0x103, valueLength: 0x161, extractable: 0x162 } as const
/** CKK_AES. */
export const AES = 0x1f

const SECRET_KEY = 4
const GCM = 0x1087
const MAKE_AES = 0x1080
const TAG_BYTES = 16
const DONE = 0
const ALREADY_INITIALIZED = 0x191
const ALREADY_LOGGED_IN = 0x100
/** The session, or the token under it, went away: a restart, a network. */
const LOST: ReadonlySet<number> = new Set([0x30, 0x32, 0xb0, 0xb3, 0xe0, 0xe1, 0x101])

type Call = (...parameters: readonly unknown[]) => Promise<void>

/** Opens a session with the token of a label. Rejects with `TokenError`, or where the module cannot be loaded. */
export async function openToken(parameters: {
  /** Path of the module. */
  module: string
  /** The token's label. */
  token: string
  pin: string
}): Promise<TokenSession> {
  // CK_ULONG is half as long there, and structures are packed: never tried.
  if (process.platform === 'win32') throw new Error('PKCS#11 is not served on Windows.')
  const { default: koffi } = await import('koffi')
  const library = koffi.load(parameters.module)
  const ulong = 'unsigned long'
  const mechanismType = koffi.struct({ mechanism: ulong, parameter: 'void *', length: ulong })
  const attributeType = koffi.struct({ type: ulong, value: 'void *', length: ulong })
  const gcmType = koffi.struct({
    nonce: 'void *',
    nonceLength: ulong,
    nonceBits: ulong,
    additionalData: 'void *',
    additionalDataLength: ulong,
    tagBits: ulong,
  })
  const initializeType = koffi.struct({
    create: 'void *',
    destroy: 'void *',
    lock: 'void *',
    unlock: 'void *',
    flags: ulong,
    reserved: 'void *',
  })

  const define = (name: string, types: readonly string[]): Call => {
    const call = library.func(name, ulong, types as never)
    return (...values) =>
      new Promise((resolve, reject) => {
        // On a thread of its own: a token may be at the other end of a network.
        call.async(...values, (error: unknown, answer: number | bigint) => {
          if (error) reject(error)
          else if (Number(answer) === DONE) resolve()
          else reject(new TokenError(name, Number(answer)))
        })
      })
  }
  const pointer = 'void *'
  const calls = {
    initialize: define('C_Initialize', [pointer]),
    slots: define('C_GetSlotList', ['uint8_t', pointer, pointer]),
    tokenInfo: define('C_GetTokenInfo', [ulong, pointer]),
    open: define('C_OpenSession', [ulong, ulong, pointer, pointer, pointer]),
    close: define('C_CloseSession', [ulong]),
    login: define('C_Login', [ulong, ulong, pointer, ulong]),
    findBegin: define('C_FindObjectsInit', [ulong, pointer, ulong]),
    find: define('C_FindObjects', [ulong, pointer, ulong, pointer]),
    findEnd: define('C_FindObjectsFinal', [ulong]),
    read: define('C_GetAttributeValue', [ulong, ulong, pointer, ulong]),
    make: define('C_GenerateKey', [ulong, pointer, pointer, ulong, pointer]),
    encryptBegin: define('C_EncryptInit', [ulong, pointer, ulong]),
    encrypt: define('C_Encrypt', [ulong, pointer, ulong, pointer, pointer]),
    decryptBegin: define('C_DecryptInit', [ulong, pointer, ulong]),
    decrypt: define('C_Decrypt', [ulong, pointer, ulong, pointer, pointer]),
  }

  const encode = (type: ReturnType<typeof koffi.struct>, value: object): Buffer => {
    const bytes = Buffer.alloc(koffi.sizeof(type))
    koffi.encode(bytes, type, value)
    return bytes
  }
  const number = (value: bigint | number = 0): Buffer => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(BigInt(value))
    return bytes
  }
  const readNumber = (bytes: Buffer, at = 0): bigint => bytes.readBigUInt64LE(8 * at)
  const attributes = (given: readonly (readonly [type: number, value: Buffer])[]) =>
    Buffer.concat(given.map(([type, value]) => encode(attributeType, { type, value, length: value.length })))
  const flag = (value: boolean) => Buffer.from([value ? 1 : 0])

  async function findSlot(): Promise<bigint> {
    const count = number()
    await calls.slots(1, null, count)
    const slots = Buffer.alloc(8 * Math.max(1, Number(readNumber(count))))
    await calls.slots(1, slots, count)
    for (let at = 0; at < Number(readNumber(count)); at++) {
      const slot = readNumber(slots, at)
      // CK_TOKEN_INFO: the label is its first 32 bytes, filled up with spaces.
      const info = Buffer.alloc(512)
      await calls.tokenInfo(slot, info)
      if (info.toString('utf8', 0, 32).trimEnd() === parameters.token) return slot
    }
    throw new Error(`There is no token "${parameters.token}".`)
  }

  async function open(): Promise<bigint> {
    const slot = await findSlot()
    const session = number()
    // CKF_SERIAL_SESSION and CKF_RW_SESSION.
    await calls.open(slot, 0x4 | 0x2, null, null, session)
    const pin = Buffer.from(parameters.pin)
    await calls.login(readNumber(session), 1, pin, pin.length).catch(pass(ALREADY_LOGGED_IN))
    return readNumber(session)
  }

  // CKF_OS_LOCKING_OK: calls come from several threads, one after the other.
  const locking = { create: null, destroy: null, lock: null, unlock: null, flags: 0x2, reserved: null }
  await calls.initialize(encode(initializeType, locking)).catch(pass(ALREADY_INITIALIZED))
  let session = await open()

  let last: Promise<unknown> = Promise.resolve()
  /** Runs one thing after the other; once more in a new session where the former one is lost. */
  function run<Value>(task: (session: bigint) => Promise<Value>): Promise<Value> {
    const next = last.then(async () => {
      try {
        return await task(session)
      } catch (error) {
        if (!(error instanceof TokenError && LOST.has(error.answer))) throw error
        session = await open()
        return task(session)
      }
    })
    // Whoever asked is told; the next one's turn comes all the same.
    last = next.catch(() => {})
    return next
  }

  async function read(key: bigint, attribute: number, value: Buffer): Promise<Buffer> {
    await run((session) => calls.read(session, key, attributes([[attribute, value]]), 1))
    return value
  }

  /** One use of AES-GCM. What the structures point to is held until the call is over. */
  function crypt(
    begin: Call,
    go: Call,
    key: bigint,
    given: readonly [Uint8Array, Uint8Array, Uint8Array],
    room: number,
  ) {
    const [nonce, additionalData, bytes] = given.map((each) => Buffer.from(each)) as [Buffer, Buffer, Buffer]
    const gcm = encode(gcmType, {
      nonce,
      nonceLength: nonce.length,
      nonceBits: nonce.length * 8,
      additionalData,
      additionalDataLength: additionalData.length,
      tagBits: TAG_BYTES * 8,
    })
    const mechanism = encode(mechanismType, { mechanism: GCM, parameter: gcm, length: gcm.length })
    return run(async (session) => {
      await begin(session, mechanism, key)
      const out = Buffer.alloc(room)
      const length = number(out.length)
      await go(session, bytes, bytes.length, out, length)
      const held = Uint8Array.from(out.subarray(0, Number(readNumber(length))))
      out.fill(0)
      // The structures are read by the token until here.
      for (const each of [mechanism, gcm, nonce, additionalData, bytes]) each.fill(0)
      return held
    })
  }

  return {
    findKey: (label) =>
      run(async (session) => {
        const [kind, name] = [number(SECRET_KEY), Buffer.from(label)]
        await calls.findBegin(
          session,
          attributes([
            [0x0, kind],
            [0x3, name],
          ]),
          2,
        )
        const [found, count] = [Buffer.alloc(16), number()]
        await calls.find(session, found, 2, count)
        await calls.findEnd(session)
        // One label is one key, or nobody knows which one is meant.
        if (readNumber(count) > 1n) throw new Error(`The token has two keys "${label}".`)
        return readNumber(count) === 1n ? readNumber(found) : undefined
      }),
    readFlag: async (key, attribute) => (await read(key, attribute, flag(false)))[0] === 1,
    readNumber: async (key, attribute) => Number(readNumber(await read(key, attribute, number()))),
    encrypt: (key, nonce, additionalData, bytes) =>
      crypt(calls.encryptBegin, calls.encrypt, key, [nonce, additionalData, bytes], bytes.length + TAG_BYTES),
    decrypt: (key, nonce, additionalData, bytes) =>
      crypt(calls.decryptBegin, calls.decrypt, key, [nonce, additionalData, bytes], bytes.length),
    makeKey: (label) =>
      run(async (session) => {
        const wanted: [number, Buffer][] = [
          // CKA_TOKEN, CKA_PRIVATE, CKA_LABEL, CKA_SENSITIVE, CKA_EXTRACTABLE, CKA_ENCRYPT, CKA_DECRYPT, CKA_VALUE_LEN.
          [0x1, flag(true)],
          [0x2, flag(true)],
          [0x3, Buffer.from(label)],
          [ATTRIBUTE.sensitive, flag(true)],
          [ATTRIBUTE.extractable, flag(false)],
          [0x104, flag(true)],
          [0x105, flag(true)],
          [ATTRIBUTE.valueLength, number(32)],
        ]
        const mechanism = encode(mechanismType, { mechanism: MAKE_AES, parameter: null, length: 0 })
        await calls.make(session, mechanism, attributes(wanted), wanted.length, number())
      }),
  }
}

/** Takes one answer of a token for "done". */
function pass(answer: number): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof TokenError && error.answer === answer)) throw error
  }
}
