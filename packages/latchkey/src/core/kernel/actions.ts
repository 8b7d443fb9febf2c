import { closeModal } from './shell/closeModal.ts'
import { openModal } from './shell/openModal.ts'
import { showToast } from './shell/showToast.ts'
import { connect } from './wallet/connect.ts'
import { disconnect } from './wallet/disconnect.ts'
import { followConnection } from './wallet/followConnection.ts'
import { runAfterConnect } from './wallet/runAfterConnect.ts'
import { settleNetwork } from './wallet/settleNetwork.ts'
import { switchNetwork } from './wallet/switchNetwork.ts'

/** What the part of the kernel that is always loaded reaches for once something happens. One object, so that it is one chunk. */
export const actions = {
  closeModal,
  connect,
  disconnect,
  followConnection,
  openModal,
  runAfterConnect,
  settleNetwork,
  showToast,
  switchNetwork,
} as const
