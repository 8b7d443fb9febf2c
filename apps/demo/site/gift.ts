import type { Latchkey } from 'latchkey'
import { createWalletClient, http, isAddress, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { DemoSettings } from '../settings.ts'
import { getElement } from './element.ts'
import type { Shop } from './shop.ts'

/** What a newcomer gets with one press. */
const GIFT = parseEther('1')

/** Offers play money to whoever is connected on the first chain: a wallet from an e-mail begins with nothing. */
export function offerGift(latchkey: Latchkey, settings: DemoSettings, shop: Shop): void {
  const [slope] = settings.chains
  if (!slope) throw new Error('The settings name no chain.')
  const giver = createWalletClient({
    account: privateKeyToAccount(settings.giverKey),
    transport: http(slope.rpcUrl),
  })
  const line = getElement('gift')
  const button = getElement('take-gift')
  const said = getElement('gift-said')
  const draw = (): void => {
    line.hidden = !isAddress(latchkey.getState().address ?? '')
  }
  const give = async (): Promise<void> => {
    const to = latchkey.getState().address
    if (to === undefined || !isAddress(to)) return
    said.textContent = 'Sending 1 ETH…'
    try {
      const hash = await giver.sendTransaction({ chain: null, to, value: GIFT })
      await shop.waitForTransaction(hash)
      said.textContent = '1 ETH of play money is yours. Your account shows it within half a minute.'
    } catch {
      said.textContent = 'That did not work. Press again.'
    }
  }
  button.addEventListener('click', () => void give())
  latchkey.subscribe(draw)
  draw()
}
