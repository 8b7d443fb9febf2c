/** Parts that few pages need, or late: where they are is no part of a page's own script. */
export const seldom = {
  diagnose: () => import('../features/diagnosis/diagnose.ts'),
  failureDocs: () => import('../features/diagnosis/failureDocs.ts'),
  guard: () => import('../features/send/guard/guardRequest.ts'),
  journal: () => import('../features/diagnosis/startJournal.ts'),
  sender: () => import('../features/analytics/createSender.ts'),
  signIn: () => import('../features/signIn/signInStep.ts'),
} as const
