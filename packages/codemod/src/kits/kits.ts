import { appkit } from './appkit.ts'
import { connectkit } from './connectkit.ts'
import type { Kit } from './kit.ts'
import { rainbowkit } from './rainbowkit.ts'

/** The kits that sites are taken from. */
export const KITS: readonly Kit[] = [rainbowkit, connectkit, appkit]
