/**
 * The contracts that a smart account is made of, the same on every chain. They are pinned here, and nothing that a page, a bundler or a
 * gateway says puts others in their place (SEC-54). The entry point and what carries out batches stand in `@latchkey/wire/smartAccount`.
 * Source: deployments of Safe 1.4.1, of its ERC-4337 module 0.3.0, and of EntryPoint 0.7.
 */
import type { Hex } from '@latchkey/wire/guard'

/** Makes the proxies that accounts are. */
export const PROXY_FACTORY: Hex = '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67'

/** The code that every account points to. */
export const SAFE_SINGLETON: Hex = '0x41675C099F32341bf84BFc5382aF534df5C7461a'

/** Lets EntryPoint 0.7 use an account, and answers ERC-1271 for it. */
export const SAFE_MODULE: Hex = '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226'

/** Enables the module while an account is set up. */
export const SAFE_MODULE_SETUP: Hex = '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47'

/** Hash of the code that makes a proxy of `SAFE_SINGLETON`: the factory's `proxyCreationCode()`, and the singleton as a word. */
export const PROXY_CREATION_HASH: Hex = '0x76733d705f71b79841c0ee960a0ca880f779cde7ef446c989e6d23efc0a4adfb'

/** Hash of a proxy's own code, by which an account that is there is known for one of these. */
export const PROXY_CODE_HASH: Hex = '0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c'
