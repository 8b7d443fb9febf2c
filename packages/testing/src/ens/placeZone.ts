/** A zone of names on a dev chain: the resolver contract that a gateway answers for, and names that are registered by a signature. */
import { readFileSync } from 'node:fs'
import { getNameNonce, getNamesOf, registerName, writeNameText } from '@latchkey/wire/profile'
import { type Abi, type Address, encodeDeployData, encodeFunctionData, type Hex, type LocalAccount } from 'viem'
import { callContract, placeCode } from './placeNames.ts'

const { contracts } = JSON.parse(
  readFileSync(new URL('../../../server/contracts/artifacts.json', import.meta.url), 'utf8'),
) as { contracts: { ZoneResolver: { abi: Abi; bytecode: Hex } } }
const { ZoneResolver } = contracts

/** Places the resolver of a zone, of `maker`'s own, which trusts what `signer` signs. Rejects when the chain refuses it. */
export async function placeZoneResolver(parameters: {
  rpcUrl: string
  maker: Address
  signer: Address
  urls: readonly string[]
}): Promise<Address> {
  const { rpcUrl, maker, signer, urls } = parameters
  return placeCode({ rpcUrl, maker, data: encodeDeployData({ ...ZoneResolver, args: [maker, signer, urls] }) })
}

/** Tells a resolver which gateway answers for it. Rejects when the chain refuses it. */
export async function setResolverUrl(parameters: {
  rpcUrl: string
  maker: Address
  resolver: Address
  gateway: string
}): Promise<void> {
  const { rpcUrl, maker, resolver, gateway } = parameters
  const args = [[`${gateway}/v1/names/resolve/{sender}/{data}`]]
  const data = encodeFunctionData({ abi: ZoneResolver.abi, functionName: 'setUrls', args })
  await callContract({ rpcUrl, maker, to: resolver, data })
}

/** Registers a name for an account that has none yet, as a page of this origin does. Rejects when the gateway refuses it. */
export async function registerZoneName(parameters: {
  gateway: string
  projectId: string
  origin: string
  /** A chain that the gateway knows and the signature counts on. */
  chainId: number
  account: Pick<LocalAccount, 'address' | 'signMessage'>
  /** With its zone. */
  name: string
}): Promise<void> {
  const { gateway, projectId, origin, chainId, account, name } = parameters
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const init = body && { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${gateway}${path}?projectId=${projectId}`, { ...init, headers: { origin } })
    if (!answer.ok) throw new Error(`The gateway refused ${name}: ${await answer.text()}`)
    return answer.json()
  }
  const had = (await ask(getNamesOf.path.replace('{address}', account.address))) as readonly unknown[]
  if (had.length > 0) return
  const { nonce, timestamp } = (await ask(getNameNonce.path, {})) as { nonce: string; timestamp: number }
  const coinType = 2 ** 31 + chainId
  const message = writeNameText({
    action: 'register',
    name,
    account: `eip155:${chainId}:${account.address}`,
    coin_type: coinType,
    attributes: {},
    domain: new URL(origin).host,
    nonce,
    timestamp,
  })
  const signature = await account.signMessage({ message })
  await ask(registerName.path, { coin_type: coinType, address: account.address, message, signature })
}
