import { createHash } from 'node:crypto'
import * as v from 'valibot'

/** What a build says of its files: their hashes by SHA-256, in base64. */
export const frameManifest = v.object({ version: v.string(), files: v.record(v.string(), v.string()) })

export type FrameManifest = v.InferOutput<typeof frameManifest>

/** Longest file that is read, in bytes. */
const FILE_LIMIT = 8 * 1024 * 1024

/**
 * Compares a live frame with the manifest of a build that one trusts, file by file (SEC-130). Gives what differs, a line each; none:
 * what is served is what was built. The live frame's own manifest is not asked: whoever changes a file changes that too.
 */
export async function verifyFrame(parameters: {
  /** Where the frame is served. */
  url: string
  manifest: FrameManifest
  fetch: typeof globalThis.fetch
}): Promise<readonly string[]> {
  const { url, manifest, fetch } = parameters
  const differing: string[] = []
  for (const [name, expected] of Object.entries(manifest.files)) {
    // The page is served where sites embed it.
    const addresses = name === 'index.html' ? ['/', '/v1/frame'] : [`/${name}`]
    for (const address of addresses) {
      const found = await hashOf(new URL(address, url), fetch)
      if (found !== expected) differing.push(`${address}: ${found === undefined ? 'is not served' : 'differs'}`)
    }
  }
  return differing
}

async function hashOf(url: URL, ask: typeof fetch): Promise<string | undefined> {
  const response = await ask(url, { redirect: 'error', signal: AbortSignal.timeout(30_000) })
  if (!response.ok) return undefined
  const bytes = Buffer.from(await response.arrayBuffer())
  if (bytes.length > FILE_LIMIT) return ''
  return createHash('sha256').update(bytes).digest('base64')
}
