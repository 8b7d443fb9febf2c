/** Addresses of the demo wallet's accounts. Source: the dev phrase, indices 1 and 2. */
export const FIRST_ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const SECOND_ACCOUNT = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** What the demo's chain calls the first account; test pages stand on test networks, where nobody has a name. */
export const FIRST_NAME = 'mira.eth'

/** Asks a dev chain directly, past everything that is tested. */
export async function askNode(url: string, method: string, params: readonly unknown[]): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await answer.json()) as { result?: string; error?: { message: string } }
  if (result === undefined) throw new Error(error?.message ?? 'The chain gave no result.')
  return result
}
