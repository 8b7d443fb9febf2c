/** A page of a journey: a site that works with ethers 6 or 5, whichever its address names (`?with=ethers5`). */
import * as library6 from 'ethers'
import { ethers as library5 } from 'ethers5'
import { readSettings } from '../../../apps/demo/site/readSettings.ts'
import { createOptions } from '../../../e2e/pages/createOptions.ts'
import { onPress, showState } from '../../../e2e/pages/showState.ts'
import { writeContract } from '../../../packages/latchkey/src/actions/index.ts'
import { ethers, getEthersSigner } from '../../../packages/latchkey/src/adapters/ethers/index.ts'
import { ethers5, getEthers5Signer } from '../../../packages/latchkey/src/adapters/ethers5/index.ts'
import { createLatchkey } from '../../../packages/latchkey/src/index.ts'

const RECEIVER = '0x000000000000000000000000000000000000dEaD'
const APPROVE = {
  type: 'function',
  name: 'approve',
  stateMutability: 'nonpayable',
  inputs: [
    { name: 'spender', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
  outputs: [{ name: '', type: 'bool' }],
} as const

const settings = readSettings()
const isOld = new URLSearchParams(location.search).get('with') === 'ethers5'
const latchkey = createLatchkey({
  ...createOptions(settings),
  adapters: [isOld ? ethers5({ library: library5 }) : ethers()],
})

/** The library's own signer: the same two calls in both majors. */
function getSigner() {
  const signer = isOld ? getEthers5Signer(latchkey, library5) : getEthersSigner(latchkey, library6)
  if (!signer) throw new Error('No wallet is connected.')
  return signer
}

showState(latchkey)

onPress('sign', () => latchkey.signMessage('Hello, slope'))
onPress('sign-by-library', () => getSigner().signMessage('Hello, library'))
onPress('pay-by-library', async () => (await getSigner().sendTransaction({ to: RECEIVER, value: 5n })).hash)
onPress('approve', () =>
  writeContract(latchkey, {
    address: settings.contracts.pine,
    abi: [APPROVE],
    functionName: 'approve',
    args: [RECEIVER, 7n],
  }),
)
