import type { HistoryItem } from '@latchkey/wire'
import { ACCOUNT } from './fixtures.ts'

/** A date of the fixtures, in ms since 1970: the clock of tests stands on 14 November 2023. */
export const NOW = 1_699_999_999_000

const BRUNO = '0x8f3A7E7Dc6d2f1b4B7d2c1aA0e9F5b6C7d8E12cD'

/** A transaction as the gateway tells it. */
export function makeHistoryItem(
  number: number,
  metadata: Partial<HistoryItem['metadata']> = {},
  transfers: HistoryItem['transfers'] = [],
): HistoryItem {
  const hash = `0x${number.toString(16).padStart(64, 'a')}`
  return {
    id: `eip155:1:${hash}`,
    metadata: {
      operationType: 'send',
      hash,
      minedAt: new Date(NOW - number * 86_400_000).toISOString(),
      sentFrom: ACCOUNT.address,
      sentTo: BRUNO,
      status: 'confirmed',
      nonce: number,
      chain: 'eip155:1',
      application: null,
      block: 18_000_000 - number,
      counterparty: BRUNO,
      fee: { amount: '420000000000000', decimals: 18, numeric: '0.00042', symbol: 'ETH', isOwn: true },
      hidden: null,
      ...metadata,
    },
    transfers,
    moreTransfers: 0,
  }
}

type Transfer = NonNullable<HistoryItem['transfers']>[number]

/** A transfer of a fungible. */
export function makeTransfer(
  symbol: string,
  numeric: string,
  direction: Transfer['direction'],
  more: Partial<Transfer> = {},
): Transfer {
  return {
    fungible_info: {
      name: symbol === 'ETH' ? 'Ether' : symbol,
      symbol,
      icon: null,
      isListed: true,
      ...(symbol === 'ETH' ? {} : { address: `eip155:1:0x${'5'.repeat(40)}` }),
    },
    nft_info: null,
    direction,
    quantity: { numeric, amount: '0', decimals: 18 },
    from: direction === 'in' ? BRUNO : ACCOUNT.address,
    to: direction === 'in' ? ACCOUNT.address : BRUNO,
    value: null,
    price: null,
    ...more,
  }
}

/** A few weeks of an account: every kind of entry, some of them bait. */
export const HISTORY: readonly HistoryItem[] = [
  makeHistoryItem(0, { status: 'pending' }, [makeTransfer('ETH', '0.2', 'out')]),
  makeHistoryItem(1, { operationType: 'trade' }, [
    makeTransfer('ETH', '0.25', 'out'),
    makeTransfer('USDC', '659.34', 'in'),
  ]),
  makeHistoryItem(3, { operationType: 'receive', fee: null }, [makeTransfer('PINE', '240', 'in')]),
  makeHistoryItem(4, { operationType: 'mint' }, [
    makeTransfer('ETH', '0.01', 'out'),
    {
      ...makeTransfer('ETH', '1', 'in'),
      fungible_info: null,
      nft_info: {
        name: 'Quarters',
        content: null,
        flags: { is_spam: false },
        address: `eip155:1:0x${'7'.repeat(40)}`,
        tokenId: '42',
      },
    },
  ]),
  makeHistoryItem(5, { operationType: 'receive', hidden: 'LOOK_ALIKE' }, [makeTransfer('USDC', '0', 'in')]),
  makeHistoryItem(20, { status: 'failed' }, []),
  makeHistoryItem(25, { operationType: 'approve', counterparty: null }, []),
  makeHistoryItem(50, { operationType: 'receive' }, [makeTransfer('ETH', '2', 'in')]),
  makeHistoryItem(350, { operationType: 'deploy', sentTo: '', counterparty: null }, []),
]
