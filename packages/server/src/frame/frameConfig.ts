import * as v from 'valibot'
import { configSchema } from '../config.ts'
import { loginConfig } from '../login/loginConfig.ts'

const { host, port, publicUrl, descriptors, projects, chains } = configSchema.entries
const { id, origins } = projects.wrapped.item.entries
const chain = chains.wrapped.item.entries

/** What is read of the gateway's configuration where the frame is served: nothing of it is a secret (SEC-20). */
export const frameConfig = v.object({
  host,
  port,
  publicUrl: publicUrl.wrapped,
  descriptors,
  projects: v.optional(v.array(v.object({ id, origins })), []),
  chains: v.optional(v.array(v.object({ id: chain.id, name: chain.name, nativeCurrency: chain.nativeCurrency })), []),
  login: v.object({ vault: v.object({ origin: loginConfig.entries.vault.entries.origin }) }),
})

export type FrameConfig = v.InferOutput<typeof frameConfig>
