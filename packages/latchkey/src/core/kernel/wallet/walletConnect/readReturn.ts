import type { Instance } from '../../../latchkey.ts'
import { RETURN_RECORD, readReturnMark, toReturnUrl } from '../../../returnUrl.ts'
import { openModal } from '../../shell/openModal.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

/**
 * Told once when the page has loaded: a wallet that was asked to come back may have opened another browser, which knows
 * nothing of the connection (F-24). In the right one the mark is taken off the address and nothing is said.
 */
export function readReturn(instance: Instance): void {
  const { services, options, stores } = instance
  const { location, history } = services.walletWindow ?? {}
  const mark = location && readReturnMark(location.href, options.id)
  if (!mark) return
  history?.replaceState(history.state, '', toReturnUrl(location.href, options.id, undefined))
  if (services.storage.get(RETURN_RECORD) === mark) return
  stores.connection.set((state) => ({
    ...state,
    notice: { code: 'RETURNED_ELSEWHERE', walletName: '', wallet: undefined, namespaces: [] },
  }))
  instance.fail({ code: 'RETURNED_ELSEWHERE', step: 'pair', final: true, connectorId: WALLET_CONNECT_ID })
  void openModal(instance)
}
