import { lazy } from '../lazy.ts'
import { closeModal } from './closeModal.ts'
import { openModal } from './openModal.ts'
import { showHome } from './showHome.ts'

/**
 * What the part of the kernel that is always loaded reaches for once something happens. What opening the modal needs is one
 * chunk; what talks to a wallet is loaded when a wallet is talked to.
 */
export const actions = {
  closeModal,
  openModal,
  showHome,
  connect: async (...parameters: Parameters<Wallet['connect']['connect']>) =>
    (await lazy(parameters[0], import('./connect.ts'), 'connect')).connect(...parameters),
  disconnect: async (...parameters: Parameters<Wallet['disconnect']['disconnect']>) =>
    (await lazy(parameters[0], import('../kernel/connections/disconnect.ts'), 'disconnect')).disconnect(...parameters),
  sendTransaction: async (...parameters: Parameters<Wallet['send']['sendTransaction']>) =>
    (await lazy(parameters[0], import('./sendTransaction.ts'), 'send')).sendTransaction(...parameters),
  signMessage: async (...parameters: Parameters<Wallet['sign']['signMessage']>) =>
    (await lazy(parameters[0], import('./signMessage.ts'), 'sign')).signMessage(...parameters),
  switchNetwork: async (...parameters: Parameters<Wallet['switch']['switchNetwork']>) =>
    (await lazy(parameters[0], import('../kernel/networks/switchNetwork.ts'), 'switch')).switchNetwork(...parameters),
} as const

type Wallet = {
  connect: typeof import('./connect.ts')
  disconnect: typeof import('../kernel/connections/disconnect.ts')
  send: typeof import('./sendTransaction.ts')
  sign: typeof import('./signMessage.ts')
  switch: typeof import('../kernel/networks/switchNetwork.ts')
}
