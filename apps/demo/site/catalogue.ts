import type { Latchkey } from 'latchkey'
import { isLatchkeyError } from 'latchkey'
import { formatEther, isHex } from 'viem'
import { element, getElement } from './element.ts'
import type { Shop, Species } from './shop.ts'

/** What the page says and shows about a species; the chain knows names, prices and stock. */
const STORIES: Readonly<Record<string, { picture: string; story: string }>> = {
  'Scots pine': {
    picture: './pictures/scots-pine.svg',
    story: 'First back after fire. Red bark, flat crown, two centuries.',
  },
  'Silver fir': {
    picture: './pictures/silver-fir.svg',
    story: 'Slow for ten years, then forty metres. The deepest shade.',
  },
  Rowan: { picture: './pictures/rowan.svg', story: 'Small, quick and full of birds by the second autumn.' },
  Larch: { picture: './pictures/larch.svg', story: 'The one that turns gold and drops its needles.' },
}

/** Most shares in one purchase. */
const MOST_SHARES = 9

/** Fills the catalogue and sells from it. `onPlanted` runs after each purchase. */
export async function showCatalogue(
  latchkey: Latchkey,
  shop: Shop,
  networkId: `eip155:${number}`,
  onPlanted: (certificate: bigint) => void,
): Promise<void> {
  const holder = getElement('trees')
  const note = getElement('trees-note')
  try {
    const catalogue = await shop.fetchSpecies()
    note.textContent = ''
    showFigures(catalogue)
    const cards = catalogue.map((species, index) => {
      // The chain has the stock: others buy, too.
      const readAgain = async (certificate: bigint): Promise<void> => {
        onPlanted(certificate)
        const now = await shop.fetchSpecies()
        showFigures(now)
        cards.forEach((card, place) => {
          const stock = now[place]
          if (stock) card.setLeft(stock.left)
        })
      }
      return createCard({ latchkey, shop, networkId, onPlanted: readAgain }, species, index)
    })
    holder.replaceChildren(...cards.map((card) => card.element))
  } catch {
    note.textContent = 'The catalogue cannot be read right now. Reload the page to try again.'
  }
}

function showFigures(catalogue: readonly Species[]): void {
  const prices = catalogue.map((species) => species.price)
  const least = prices.reduce((low, price) => (price < low ? price : low), prices[0] ?? 0n)
  getElement('left').textContent = String(catalogue.reduce((sum, species) => sum + species.left, 0))
  getElement('from').textContent = `${formatEther(least)} ETH`
}

type Counter = {
  readonly latchkey: Latchkey
  readonly shop: Shop
  readonly networkId: `eip155:${number}`
  readonly onPlanted: (certificate: bigint) => Promise<void>
}

type Card = {
  readonly element: HTMLElement
  /** Says how many shares are left. */
  setLeft(left: number): void
}

function createCard(counter: Counter, species: Species, index: number): Card {
  const { picture, story } = STORIES[species.name] ?? { picture: './pictures/scots-pine.svg', story: '' }
  let shares = 1
  let left = species.left
  const count = element('output', { 'aria-label': `Shares of ${species.name}` })
  const less = element('button', { type: 'button', 'aria-label': `One share of ${species.name} less` }, '−')
  const more = element('button', { type: 'button', 'aria-label': `One share of ${species.name} more` }, '+')
  const buy = element('button', { type: 'button', class: 'button main' })
  const stock = element('small')
  const said = element('p', { class: 'tree-said', role: 'status' })

  const draw = (): void => {
    count.textContent = String(shares)
    less.disabled = shares <= 1
    more.disabled = shares >= Math.min(MOST_SHARES, left)
    stock.textContent = `${left} shares left`
    buy.textContent = `Plant for ${formatEther(species.price * BigInt(shares))} ETH`
  }
  const say = (text: string, tone: 'plain' | 'good' | 'bad' = 'plain'): void => {
    said.textContent = text
    said.setAttribute('data-tone', tone)
  }
  less.addEventListener('click', () => {
    shares -= 1
    draw()
  })
  more.addEventListener('click', () => {
    shares += 1
    draw()
  })
  buy.addEventListener('click', () => {
    buy.disabled = true
    void plant(counter, { index, species, shares }, say).finally(() => {
      buy.disabled = false
      draw()
    })
  })
  draw()

  const setLeft = (now: number): void => {
    left = now
    shares = Math.max(1, Math.min(shares, left))
    draw()
  }
  const card = element(
    'article',
    { class: 'tree' },
    element('img', { src: picture, alt: '', width: '240', height: '200', loading: 'lazy' }),
    element(
      'div',
      { class: 'tree-body' },
      element('h3', {}, species.name),
      element('p', { class: 'tree-note' }, story),
      element(
        'div',
        { class: 'tree-line' },
        element('span', { class: 'price' }, `${formatEther(species.price)} ETH`, stock),
        element('div', { class: 'stepper', role: 'group', 'aria-label': 'Shares' }, less, count, more),
      ),
      buy,
      said,
    ),
  )
  return { element: card, setLeft }
}

/** Connects where needed, sends the purchase and waits for its certificate. Says how it went. */
async function plant(
  { latchkey, shop, networkId, onPlanted }: Counter,
  { index, species, shares }: { index: number; species: Species; shares: number },
  say: (text: string, tone?: 'plain' | 'good' | 'bad') => void,
): Promise<void> {
  try {
    if (latchkey.getState().status !== 'connected') {
      say('Connect a wallet to plant.')
      const result = await latchkey.connect()
      if (result.status !== 'connected') {
        say('')
        return
      }
    }
    if (latchkey.getState().networkId !== networkId) {
      say('Switching to the network that the trees are on…')
      await latchkey.switchNetwork(networkId)
    }
    say('Confirm in your wallet…')
    const hash = await latchkey.sendTransaction(shop.preparePurchase(index, species, shares))
    if (!isHex(hash)) throw new Error('The wallet gave no transaction hash.')
    say('Planting…')
    const certificate = await shop.waitForCertificate(hash)
    say(`Planted. Shade no. ${certificate} is yours.`, 'good')
    // A list that cannot be read anew takes nothing back of the purchase.
    await onPlanted(certificate).catch(() => {})
  } catch (error) {
    if (isLatchkeyError(error, 'USER_REJECTED')) say('You said no. Nothing was paid.')
    else say(isLatchkeyError(error) ? error.shortMessage : 'That did not work. Nothing was paid.', 'bad')
  }
}
