/** The owner's own controls: lock, accounts, chains, and a switch that makes the wallet fall silent. */
import { chrome } from './chrome.ts'
import type { Order, WalletStatus } from './messages.ts'

function showSettings(): void {
  const port = chrome.runtime.connect({ name: 'settings' })
  const order = (what: Order) => port.postMessage(what)
  const find = (id: string) => document.querySelector(`#${id}`)

  const fill = (id: string, entries: readonly { value: string; label: string }[], current: string) => {
    const select = find(id)
    if (!(select instanceof HTMLSelectElement)) return
    select.replaceChildren(
      ...entries.map(({ value, label }) => new Option(label, value, value === current, value === current)),
    )
  }
  port.onMessage.addListener((status: WalletStatus) => {
    document.body.dataset.ready = 'yes'
    const line = find('status')
    if (line)
      line.textContent = `${status.isLocked ? 'Locked' : 'Unlocked'}${status.isHanging ? ', silent' : ''}; sites: ${status.origins.join(', ') || 'none'}`
    fill(
      'account',
      status.accounts.map((value) => ({ value, label: value })),
      status.address,
    )
    fill(
      'chain',
      status.chains.map(({ chainId, name }) => ({ value: String(chainId), label: `${name} (${chainId})` })),
      String(status.chainId),
    )
    const hang = find('hang')
    if (hang instanceof HTMLInputElement) hang.checked = status.isHanging
  })

  for (const name of ['lock', 'unlock', 'addAccount', 'forgetAll'] as const) {
    find(name)?.addEventListener('click', () => order({ do: name }))
  }
  find('account')?.addEventListener('change', (event) =>
    order({ do: 'selectAccount', address: (event.target as HTMLSelectElement).value }),
  )
  find('chain')?.addEventListener('change', (event) =>
    order({ do: 'switchChain', chainId: Number((event.target as HTMLSelectElement).value) }),
  )
  find('hang')?.addEventListener('change', (event) =>
    order({ do: 'hang', isHanging: (event.target as HTMLInputElement).checked }),
  )
}

showSettings()
