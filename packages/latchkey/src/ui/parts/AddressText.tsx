import styles from './address.css?inline'
import { useStyles } from './useStyles.ts'

/** Signs kept at the start and the end of a short address: as wallets and explorers cut it. */
const START = 4
const END = 6

/** The short form of an address: its first 4 and last 6 signs. Short ones stay whole. */
export function formatAddress(address: string): string {
  return address.length <= START + END + 1 ? address : `${address.slice(0, START)}…${address.slice(-END)}`
}

/** An address, always left to right. `full` shows it whole in groups of four, first and last in full ink. */
export function AddressText({ address, full }: { readonly address: string; readonly full?: boolean | undefined }) {
  useStyles(styles)
  if (!full) {
    return (
      <bdi dir="ltr" className="num" translate="no">
        {formatAddress(address)}
      </bdi>
    )
  }
  const prefix = address.startsWith('0x') ? 2 : 0
  const groups = [address.slice(0, prefix + 4), ...(address.slice(prefix + 4).match(/.{1,4}/g) ?? [])]
  return (
    <bdi dir="ltr" className="address" translate="no">
      {groups.map((group, index) => {
        const Tag = index === 0 || index === groups.length - 1 ? 'b' : 'span'
        // biome-ignore lint/suspicious/noArrayIndexKey: groups are told apart by their place only
        return <Tag key={index}>{group}</Tag>
      })}
    </bdi>
  )
}
