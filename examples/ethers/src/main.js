import { BrowserProvider, JsonRpcSigner } from 'ethers'
import { createLatchkey } from 'latchkey'
import { ethers, getEthersSigner } from 'latchkey/ethers'
import { mainnet } from 'latchkey/networks'

const latchkey = createLatchkey({ networks: [mainnet], adapters: [ethers()] })
const [address, sign, signature] = ['address', 'sign', 'signature'].map((id) => document.getElementById(id))

latchkey.subscribe((state) => {
  address.textContent = state.address ?? 'Nobody is here yet.'
  sign.disabled = !state.address
})
sign.addEventListener('click', async () => {
  const signer = getEthersSigner(latchkey, { BrowserProvider, JsonRpcSigner })
  signature.textContent = await signer?.signMessage('Hello!').catch((error) => error.message)
})
