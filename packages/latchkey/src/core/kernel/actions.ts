import type { Instance } from '../latchkey.ts'
import type { Namespace } from '../network.ts'
import { closeModal } from './shell/closeModal.ts'
import { openModal } from './shell/openModal.ts'
import { showHome } from './shell/showHome.ts'
import { showToast } from './shell/showToast.ts'

/**
 * What the part of the kernel that is always loaded reaches for once something happens. What opening the modal needs is one
 * chunk; what talks to a wallet is loaded when a wallet is talked to.
 */
export const actions = {
  closeModal,
  openModal,
  showHome,
  showToast,
  connect: async (...parameters: Parameters<Wallet['connect']['connect']>) =>
    (await import('./wallet/connect.ts')).connect(...parameters),
  disconnect: async (...parameters: Parameters<Wallet['disconnect']['disconnect']>) =>
    (await import('./wallet/disconnect.ts')).disconnect(...parameters),
  followConnection: async (instance: Instance, namespace: Namespace) =>
    (await import('./wallet/followConnection.ts')).followConnection(instance, namespace),
  followHost: async (instance: Instance, namespace: Namespace) =>
    (await import('./wallet/followHost.ts')).followHost(instance, namespace),
  reconnect: async (instance: Instance) => (await import('./wallet/reconnect.ts')).reconnect(instance),
  runAfterConnect: async (instance: Instance, namespace: Namespace) =>
    (await import('./wallet/runAfterConnect.ts')).runAfterConnect(instance, namespace),
  sendTransaction: async (...parameters: Parameters<Wallet['send']['sendTransaction']>) =>
    (await import('./wallet/sendTransaction.ts')).sendTransaction(...parameters),
  signMessage: async (...parameters: Parameters<Wallet['sign']['signMessage']>) =>
    (await import('./wallet/signMessage.ts')).signMessage(...parameters),
  switchNetwork: async (...parameters: Parameters<Wallet['switch']['switchNetwork']>) =>
    (await import('./wallet/switchNetwork.ts')).switchNetwork(...parameters),
  watchGateway: async (...parameters: Parameters<Wallet['gateway']['watchGateway']>) =>
    (await import('./shell/watchGateway.ts')).watchGateway(...parameters),
} as const

type Wallet = {
  connect: typeof import('./wallet/connect.ts')
  disconnect: typeof import('./wallet/disconnect.ts')
  gateway: typeof import('./shell/watchGateway.ts')
  send: typeof import('./wallet/sendTransaction.ts')
  sign: typeof import('./wallet/signMessage.ts')
  switch: typeof import('./wallet/switchNetwork.ts')
}
