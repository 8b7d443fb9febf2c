/** The view that stands for the screens of the wallet's frame. */
export const FRAME_VIEW = 'Frame'

/** Its states: what is asked to be approved, by the names of `approveFixtures.ts`, and the wallet's own screens, by those of `settingsFixtures.tsx`. */
export const FRAME_STATES = [
  'approve payment',
  'approve payment, second of three',
  'approve payment, not checked',
  'approve payment, being checked',
  'approve payment, on an unknown network',
  'approve unlimited',
  'approve unknown',
  'approve message',
  'approve hidden',
  'approve bytes',
  'approve signIn',
  'approve foreignSignIn',
  'approve typedData',
  'approve permit',
  'code',
  'export',
  'backup',
  'ways',
  'firstWay',
  'bringBack',
  'secondFactor',
  'activity',
  'thaw',
  'vaultCodes',
  'delete',
  'devices',
] as const
