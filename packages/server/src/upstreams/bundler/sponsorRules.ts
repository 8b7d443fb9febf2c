/** What an operator pays for: rules by target, and the most that an operation may cost (SEC-124). */
import type { DraftOperation } from '@latchkey/wire/bundler'
import { type Hex, readCalls } from '@latchkey/wire/smartAccount'
import type { ChainConfig } from '../../config.ts'

/** Who pays, of what, and how much of it. */
export type Sponsor = NonNullable<ChainConfig['bundlers'][number]['sponsor']>

/** Numbers of an operation that its cost is made of; what is not said counts for nothing. */
type Priced = Partial<
  Pick<
    DraftOperation,
    | 'callGasLimit'
    | 'verificationGasLimit'
    | 'preVerificationGas'
    | 'paymasterVerificationGasLimit'
    | 'paymasterPostOpGasLimit'
    | 'maxFeePerGas'
  >
>

const read = (quantity: string | undefined): bigint => (quantity === undefined ? 0n : BigInt(quantity))

/** The most that whoever pays for an operation pays, in wei. Source: EntryPoint 0.7, `_getRequiredPrefund`. */
export function mostCostOf(operation: Priced): bigint {
  const gas =
    read(operation.callGasLimit) +
    read(operation.verificationGasLimit) +
    read(operation.preVerificationGas) +
    read(operation.paymasterVerificationGasLimit) +
    read(operation.paymasterPostOpGasLimit)
  return gas * read(operation.maxFeePerGas)
}

/**
 * Why an operation is not paid for, in words for a developer; undefined where it is. Calls that cannot be read are paid for by nobody,
 * because anything could be in them.
 */
export function findRefusal(
  { callData }: Pick<DraftOperation, 'callData'>,
  { targets, projects }: Pick<Sponsor, 'targets' | 'projects'>,
  projectId: string,
): string | undefined {
  if (projects !== undefined && !projects.includes(projectId)) return 'Nobody pays for operations of this project.'
  const calls = readCalls(callData as Hex)
  if (calls === undefined) return 'The calls of this operation cannot be read, so that nobody pays for them.'
  const isPaid = ({ to, data }: { to: Hex; data: Hex }): boolean =>
    targets.some(
      ({ address, methods }) =>
        address.toLowerCase() === to && (methods === undefined || methods.includes(data.slice(0, 10))),
    )
  const [other] = calls.filter((call) => !isPaid(call))
  return other && `Nobody pays for a call of ${other.to} with ${other.data.slice(0, 10)}.`
}
