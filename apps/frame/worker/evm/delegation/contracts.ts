/**
 * The contracts of accounts that keep their address (EIP-7702) and of what they let others do, the same on every chain. They are pinned
 * here: an authorization for other code is never signed (SEC-54). Source: deployments of the Delegation Framework 1.3.0.
 */
import type { Hex } from '@latchkey/wire/guard'

/** The code that an account gets: of EntryPoint 0.7, without state of its own. */
export const DELEGATOR: Hex = '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B'

/** Carries out what accounts let others do, within what they were let. */
export const DELEGATION_MANAGER: Hex = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'

/** What a permission is held to, each by a contract of its own. */
export const ENFORCERS = {
  /** Contracts that may be called: addresses one behind the other. */
  targets: '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB',
  /** Functions that may be called: selectors one behind the other. */
  methods: '0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5',
  /** The most of a token, for good. */
  amount: '0xf100b0819427117EcF76Ed94B358B1A5b5C6D2Fc',
  /** The most of a token in each period. */
  period: '0x474e3Ae7E169e940607cC624Da8A15Eb120139aB',
  /** How many times. */
  calls: '0x04658B29F6b82ed55274221a06Fc97D318E25416',
  /** From when until when. */
  time: '0x1046bb45C8d673d4ea75321280DB34899413c069',
} as const satisfies Readonly<Record<string, Hex>>

/** Code that says which code an account has: EIP-7702's mark, and the address. */
export const DELEGATED_CODE: Hex = `0xef0100${DELEGATOR.slice(2).toLowerCase()}`
