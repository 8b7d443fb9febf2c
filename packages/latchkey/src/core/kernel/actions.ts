import { closeModal } from './shell/closeModal.ts'
import { openModal } from './shell/openModal.ts'
import { showToast } from './shell/showToast.ts'
import { watchGateway } from './shell/watchGateway.ts'
import { connect } from './wallet/connect.ts'
import { disconnect } from './wallet/disconnect.ts'
import { followConnection } from './wallet/followConnection.ts'
import { reconnect } from './wallet/reconnect.ts'
import { runAfterConnect } from './wallet/runAfterConnect.ts'
import { sendTransaction } from './wallet/sendTransaction.ts'
import { settleNetwork } from './wallet/settleNetwork.ts'
import { signMessage } from './wallet/signMessage.ts'
import { switchNetwork } from './wallet/switchNetwork.ts'

/** What the part of the kernel that is always loaded reaches for once something happens. One object, so that it is one chunk. */
export const actions = {
  closeModal,
  connect,
  disconnect,
  followConnection,
  openModal,
  reconnect,
  runAfterConnect,
  sendTransaction,
  settleNetwork,
  showToast,
  signMessage,
  switchNetwork,
  watchGateway,
} as const
