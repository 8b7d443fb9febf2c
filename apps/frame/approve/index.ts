/** Approvals of the frame: each request is read, waits for its turn, and is shown until somebody has decided or its page gives it up. */
import { createElement } from 'react'
import { CallError } from '../channel/CallError.ts'
import { SMALLEST } from './arming.ts'
import { createQueue } from './createQueue.ts'
import { readOperation } from './readOperation.ts'
import { type Reading, readSubject } from './readSubject.ts'
import { Turn } from './Turn.tsx'
import type { ApprovalOutcome, ApprovalRequest, CreateApprove } from './types.ts'

/** Requests that may wait behind the one on screen. Source: SEC-44. */
export const WAITING_LIMIT = 8

function read(request: ApprovalRequest): Reading {
  const { subject } = request
  return subject.kind === 'operation' ? readOperation(request, subject.operation) : readSubject({ ...request, subject })
}

/** Makes the frame's approvals. */
export const createApprove: CreateApprove = ({ stage }) => {
  const queue = createQueue()
  return async (request, signal) => {
    signal.throwIfAborted()
    if (queue.count() > WAITING_LIMIT) {
      throw new CallError({ message: 'Too many requests wait already', code: -32005, reason: 'RATE_LIMITED' })
    }
    const reading = read(request)
    const leave = queue.enter()
    try {
      return await stage.show<ApprovalOutcome>(
        {
          reason: 'approve',
          minWidth: SMALLEST.width,
          minHeight: SMALLEST.height,
          draw: (end) => createElement(Turn, { key: request.id, request, reading, queue, onEnd: end }),
          tell: (outcome) => (outcome === 'approved' ? 'done' : 'refused'),
        },
        signal,
      )
    } finally {
      leave()
    }
  }
}
