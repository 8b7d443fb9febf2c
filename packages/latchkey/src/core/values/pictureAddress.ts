import { SDK_VERSION } from '../services/sdkVersion.ts'
import type { Options } from '../types/options.ts'

/** The address of a picture at the site's gateway with the fields that every call carries. */
export function toPictureAddress({ projectId }: Pick<Options, 'projectId'>, address: string): string {
  const fields = { ...(projectId ? { projectId } : {}), st: 'latchkey', sv: SDK_VERSION }
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(fields)}`
}
