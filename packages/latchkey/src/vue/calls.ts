import { checkTransaction } from '../actions/checkTransaction.ts'
import { connectNamespaces } from '../actions/connectNamespaces.ts'
import { estimateGas } from '../actions/estimateGas.ts'
import { fetchPermissions } from '../actions/fetchPermissions.ts'
import { grantPermissions } from '../actions/grantPermissions.ts'
import { registerName } from '../actions/registerName.ts'
import { replaceTransaction } from '../actions/replaceTransaction.ts'
import { revoke } from '../actions/revoke.ts'
import { revokePermissions } from '../actions/revokePermissions.ts'
import { send } from '../actions/send.ts'
import { sendCalls } from '../actions/sendCalls.ts'
import { sendTransaction } from '../actions/sendTransaction.ts'
import { setPreferredAccountType } from '../actions/setPreferredAccountType.ts'
import { showCallsStatus } from '../actions/showCallsStatus.ts'
import { signTypedData } from '../actions/signTypedData.ts'
import { switchConnection } from '../actions/switchConnection.ts'
import { updateEmail } from '../actions/updateEmail.ts'
import { writeContract } from '../actions/writeContract.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import { useLatchkey } from './latchkeyPlugin.ts'
import { type Call, useCall } from './useCall.ts'

/** An action with the instance already handed in. */
type Bound<Action> = Action extends (latchkey: Latchkey, ...rest: infer Rest) => infer Answer
  ? (...rest: Rest) => Answer
  : never

/** A composable of an action: the call by its name, and how the newest one stands. */
type Acting<Name extends string, Act extends (...parameters: never[]) => Promise<unknown>> = Call<
  Awaited<ReturnType<Act>>
> & { readonly [Key in Name]: Act }

/** Connects a wallet: opens the modal, or asks the wallet named by `connectorId`. Rejects only in the second case. */
export function useConnect(): Acting<'connect', Latchkey['connect']> {
  const [connect, state] = useCall(useLatchkey().connect)
  return { ...state, connect }
}

/** Disconnects the wallet of a namespace, one wallet, or all. */
export function useDisconnect(): Acting<'disconnect', Latchkey['disconnect']> {
  const [disconnect, state] = useCall(useLatchkey().disconnect)
  return { ...state, disconnect }
}

/** Moves to another network of the site, in the wallet too. Rejects with a coded failure. */
export function useSwitchNetwork(): Acting<'switchNetwork', Latchkey['switchNetwork']> {
  const [switchNetwork, state] = useCall(useLatchkey().switchNetwork)
  return { ...state, switchNetwork }
}

/** Signs a message by the account in use. */
export function useSignMessage(): Acting<'signMessage', Latchkey['signMessage']> {
  const [signMessage, state] = useCall(useLatchkey().signMessage)
  return { ...state, signMessage }
}

/** See the action `sendTransaction`. */
export function useSendTransaction(): Acting<'sendTransaction', Bound<typeof sendTransaction>> {
  const latchkey = useLatchkey()
  const [call, state] = useCall((...rest: Parameters<Bound<typeof sendTransaction>>) =>
    sendTransaction(latchkey, ...rest),
  )
  return { ...state, sendTransaction: call }
}

/** See the action `replaceTransaction`. */
export function useReplaceTransaction(): Acting<'replaceTransaction', Bound<typeof replaceTransaction>> {
  const latchkey = useLatchkey()
  const [call, state] = useCall((...rest: Parameters<Bound<typeof replaceTransaction>>) =>
    replaceTransaction(latchkey, ...rest),
  )
  return { ...state, replaceTransaction: call }
}

/** See the action `send`. */
export function useSend(): Acting<'send', Bound<typeof send>> {
  const latchkey = useLatchkey()
  const [call, state] = useCall((...rest: Parameters<Bound<typeof send>>) => send(latchkey, ...rest))
  return { ...state, send: call }
}

/** See the action `writeContract`. */
export function useWriteContract(): Acting<'writeContract', Bound<typeof writeContract>> {
  const latchkey = useLatchkey()
  const [call, state] = useCall((...rest: Parameters<Bound<typeof writeContract>>) => writeContract(latchkey, ...rest))
  return { ...state, writeContract: call }
}

/** See the action `sendCalls`. */
export function useSendCalls(): Acting<'sendCalls', Bound<typeof sendCalls>> {
  const latchkey = useLatchkey()
  const [call, state] = useCall((...rest: Parameters<Bound<typeof sendCalls>>) => sendCalls(latchkey, ...rest))
  return { ...state, sendCalls: call }
}

/** See the action `setPreferredAccountType`. */
export function useSetPreferredAccountType(): Acting<'setPreferredAccountType', Bound<typeof setPreferredAccountType>> {
  const latchkey = useLatchkey()
  const [call, state] = useCall((...rest: Parameters<Bound<typeof setPreferredAccountType>>) =>
    setPreferredAccountType(latchkey, ...rest),
  )
  return { ...state, setPreferredAccountType: call }
}

/** See the action `showCallsStatus`. */
export function useShowCallsStatus(): Acting<'showCallsStatus', Bound<typeof showCallsStatus>> {
  const latchkey = useLatchkey()
  const [call, state] = useCall((...rest: Parameters<Bound<typeof showCallsStatus>>) =>
    showCallsStatus(latchkey, ...rest),
  )
  return { ...state, showCallsStatus: call }
}

/**
 * Asks the wallet in use for permissions, and gives them back; tells what this site and others may do, and ends it; see the actions of
 * these names. The state is of the newest asking.
 */
export function usePermissions(): Acting<'grantPermissions', Bound<typeof grantPermissions>> & {
  readonly revokePermissions: Bound<typeof revokePermissions>
  readonly fetchPermissions: Bound<typeof fetchPermissions>
  readonly revoke: Bound<typeof revoke>
} {
  const latchkey = useLatchkey()
  const [call, state] = useCall((...rest: Parameters<Bound<typeof grantPermissions>>) =>
    grantPermissions(latchkey, ...rest),
  )
  return {
    ...state,
    grantPermissions: call,
    revokePermissions: (...rest) => revokePermissions(latchkey, ...rest),
    fetchPermissions: (...rest) => fetchPermissions(latchkey, ...rest),
    revoke: (...rest) => revoke(latchkey, ...rest),
  }
}

/** See the action `checkTransaction`. */
export function useCheckTransaction(): Acting<'checkTransaction', Bound<typeof checkTransaction>> {
  const latchkey = useLatchkey()
  const [call, state] = useCall((...rest: Parameters<Bound<typeof checkTransaction>>) =>
    checkTransaction(latchkey, ...rest),
  )
  return { ...state, checkTransaction: call }
}

/** See the action `signTypedData`. */
export function useSignTypedData(): Acting<'signTypedData', Bound<typeof signTypedData>> {
  const latchkey = useLatchkey()
  const [call, state] = useCall((...rest: Parameters<Bound<typeof signTypedData>>) => signTypedData(latchkey, ...rest))
  return { ...state, signTypedData: call }
}

/** See the action `estimateGas`. */
export function useEstimateGas(): Acting<'estimateGas', Bound<typeof estimateGas>> {
  const latchkey = useLatchkey()
  const [call, state] = useCall((...rest: Parameters<Bound<typeof estimateGas>>) => estimateGas(latchkey, ...rest))
  return { ...state, estimateGas: call }
}

/** See the action `switchConnection`. */
export function useSwitchConnection(): Acting<'switchConnection', Bound<typeof switchConnection>> {
  const latchkey = useLatchkey()
  const [call, state] = useCall((...rest: Parameters<Bound<typeof switchConnection>>) =>
    switchConnection(latchkey, ...rest),
  )
  return { ...state, switchConnection: call }
}

/** See the action `connectNamespaces`. */
export function useConnectNamespaces(): Acting<'connectNamespaces', Bound<typeof connectNamespaces>> {
  const latchkey = useLatchkey()
  const [call, state] = useCall((...rest: Parameters<Bound<typeof connectNamespaces>>) =>
    connectNamespaces(latchkey, ...rest),
  )
  return { ...state, connectNamespaces: call }
}

/** See the action `registerName`. */
export function useRegisterName(): Acting<'registerName', Bound<typeof registerName>> {
  const latchkey = useLatchkey()
  const [call, state] = useCall((...rest: Parameters<Bound<typeof registerName>>) => registerName(latchkey, ...rest))
  return { ...state, registerName: call }
}

/** See the action `updateEmail`. */
export function useUpdateEmail(): Acting<'updateEmail', Bound<typeof updateEmail>> {
  const latchkey = useLatchkey()
  const [call, state] = useCall(() => updateEmail(latchkey))
  return { ...state, updateEmail: call }
}
