/**
 * What an account lets others do without asking each time (ERC-7715). The gateway keeps a record of each before a page has it, so that the
 * owner finds and ends it on any device. Nothing in it lets anybody act: whoever it is for needs a key of their own. Source: SEC-53.
 */
import * as v from 'valibot'
import { networkId } from '../schema.ts'
import { defineCall } from './call.ts'

/* @__NO_SIDE_EFFECTS__ */
const hexOf = (bytes: number) =>
  v.pipe(v.string(), v.regex(new RegExp(`^0x[\\da-fA-F]{${bytes * 2}}$`), `expected ${bytes} bytes in hex`))

const address = hexOf(20)
const seconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 40))

const parts = {
  /** Hash of the delegation, by which the chain knows it. */
  hash: hexOf(32),
  networkId,
  account: address,
  /** Whose key may act. */
  delegate: address,
  /** The token that may be sent. */
  target: address,
  /** The most of it, in base units, decimal: for good, or in each period. */
  amount: v.pipe(v.string(), v.regex(/^[1-9]\d{0,77}$/, 'expected an amount in decimal')),
  period: v.nullable(v.object({ seconds: v.pipe(seconds, v.minValue(1)), startsAt: seconds })),
  /** How many times at most. */
  calls: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  /** s since 1970. */
  validUntil: seconds,
  /** What makes it another one than one that says the same. */
  salt: hexOf(32),
  signature: hexOf(65),
}

/** A permission as it is kept, with the page that asked for it. */
const keptPermission = v.object({
  ...parts,
  host: v.string(),
  /** ms since 1970. */
  createdAt: v.number(),
})

export type KeptPermission = v.InferOutput<typeof keptPermission>

/** Keeps one. The same again answers the same. */
export const keepPermission = defineCall({
  name: 'keepPermission',
  path: '/v1/wallet/permissions/keep',
  session: true,
  body: v.object(parts),
  answer: v.object({}),
})

/** Those of the wallet that are neither over nor ended, newest first. */
export const listPermissions = defineCall({
  name: 'listPermissions',
  path: '/v1/wallet/permissions',
  session: true,
  body: v.object({}),
  answer: v.object({ permissions: v.array(keptPermission) }),
})

/** Notes that the chain has ended one, or that its page never had it. The same again answers the same. */
export const noteEnded = defineCall({
  name: 'noteEnded',
  path: '/v1/wallet/permissions/ended',
  session: true,
  body: v.object({ hash: parts.hash }),
  answer: v.object({}),
})
