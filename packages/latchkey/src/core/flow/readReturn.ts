import { noticeOf, type SessionNotice } from '../kernel/connections/notice.ts'
import type { Instance } from '../types/latchkey.ts'
import { RETURN_RECORD, readReturnMark, toReturnUrl } from '../values/returnUrl.ts'
import { openModal } from './openModal.ts'

/**
 * Told once when the page has loaded: a wallet that was asked to come back may have opened another browser, which knows
 * nothing of the connection (F-24). In the right one the mark is taken off the address and nothing is said.
 */
export function readReturn(instance: Instance): void {
  const { services, options, ways } = instance
  const { location, history } = services.walletWindow ?? {}
  const mark = location && readReturnMark(location.href, options.id)
  if (!mark) return
  history?.replaceState(history.state, '', toReturnUrl(location.href, options.id, undefined))
  if (services.storage.get(RETURN_RECORD) === mark) return
  const notice: SessionNotice = { code: 'RETURNED_ELSEWHERE', walletName: '', wallet: undefined, namespaces: [] }
  noticeOf(instance).set(() => ({ notice }))
  const connectorId = Object.keys(ways).find((id) => ways[id]?.marksReturn)
  instance.fail({ code: 'RETURNED_ELSEWHERE', step: 'pair', final: true, connectorId })
  void openModal(instance)
}
