import { createLatchkey } from 'latchkey'
import { mainnet } from 'latchkey/networks'
import { universal } from 'latchkey/universal'

const latchkey = createLatchkey({ networks: [mainnet], adapters: [universal()] })
const [address, sign, signature] = ['address', 'sign', 'signature'].map((id) => document.getElementById(id))

latchkey.subscribe((state) => {
  address.textContent = state.address ?? 'Nobody is here yet.'
  sign.disabled = !state.address
})
sign.addEventListener('click', async () => {
  signature.textContent = await latchkey.signMessage('Hello!').catch((error) => error.message)
})
