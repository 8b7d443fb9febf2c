/** Parts that few pages need, or late: where they are is no part of a page's own script. */
export const seldom = {
  diagnose: () => import('../features/diagnosis/diagnose.ts'),
  failureDocs: () => import('../features/diagnosis/failureDocs.ts'),
  guard: () => import('../features/send/guard/guardRequest.ts'),
  differences: () => import('./tellDifferences.ts'),
  embedded: () => import('../ways/embedded/wayCalls.ts'),
  journal: () => import('../features/diagnosis/startJournal.ts'),
  mistakes: () => import('../features/diagnosis/sayMistakes.ts'),
  sender: () => import('../features/analytics/createSender.ts'),
  signIn: () => import('../features/signIn/signInStep.ts'),
} as const
