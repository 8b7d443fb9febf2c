import type { LocalAccount } from 'viem/accounts'
import { createSiweMessage, type SiweMessage } from 'viem/siwe'

/** What the Farcaster app on a phone does with what it opened: asks the relay what to sign, signs, and answers. Gives the relay's status. */
export async function answerChannel(parameters: {
  /** What was drawn as a code. */
  url: string
  fid: bigint
  account: LocalAccount
  userName?: string | undefined
  /** Reaches the relay. */
  ask: (url: string, init: RequestInit) => Promise<Response>
  /** What it signs otherwise than it was asked to. */
  changes?: Partial<SiweMessage> | undefined
  /** ms since 1970. */
  now: number
}): Promise<number> {
  const { url, fid, account, userName, ask, changes, now } = parameters
  const opened = new URL(url)
  const relay = `${opened.origin}${opened.pathname.replace(/\/siwf$/, '')}`
  const headers = { authorization: `Bearer ${opened.searchParams.get('channelToken')}` }
  const status = await ask(`${relay}/v1/channel/status`, { headers })
  if (status.status !== 202) return status.status
  const { signatureParams } = (await status.json()) as {
    signatureParams: { domain: string; siweUri: string; nonce: string }
  }
  const message = createSiweMessage({
    domain: signatureParams.domain,
    address: account.address,
    statement: 'Farcaster Auth',
    uri: signatureParams.siweUri,
    version: '1',
    chainId: 10,
    nonce: signatureParams.nonce,
    issuedAt: new Date(now),
    expirationTime: new Date(now + 600_000),
    resources: [`farcaster://fid/${fid}`],
    ...changes,
  })
  const answered = await ask(`${relay}/v1/channel/authenticate`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      message,
      signature: await account.signMessage({ message }),
      fid: Number(fid),
      username: userName ?? `user${fid}`,
    }),
  })
  return answered.status
}
