import { gatewaySiwx, serverSiwx } from 'latchkey/siwx'

/**
 * The sign-in that a test page's address wants: `siwx=gateway`, or `siwx=server` for the page's own small server below `/own`.
 * `optional` makes it one that may be left, `domain` and `uri` put something else into the text.
 */
export function createTestSiwx(wanted: URLSearchParams) {
  const kind = wanted.get('siwx')
  if (kind === null) return undefined
  const settings = { required: !wanted.has('optional'), statement: 'Sign in to the test page.' }
  const create = kind === 'gateway' ? gatewaySiwx(settings) : serverSiwx({ ...settings, ...OWN_SERVER })
  const [domain, uri] = [wanted.get('domain'), wanted.get('uri')]
  return (surroundings: Parameters<typeof create>[0]) => {
    const siwx = create(surroundings)
    return {
      ...siwx,
      createFields: async (request: Parameters<typeof siwx.createFields>[0]) => ({
        ...(await siwx.createFields(request)),
        ...(domain === null ? {} : { domain }),
        ...(uri === null ? {} : { uri }),
      }),
    }
  }
}

const OWN_SERVER: Parameters<typeof serverSiwx>[0] = {
  getNonce: async () => (await ask('nonce')).nonce,
  verifyMessage: async ({ message, signature }) => (await ask('verify', { message, signature })).ok,
  getSession: async () => (await ask('session')).session,
  signOut: async () => (await ask('sign-out', {})).ok,
}

async function ask(path: string, body?: unknown) {
  const response = await fetch(`/own/${path}`, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`The page's own server answers ${response.status}.`)
  return response.json()
}
