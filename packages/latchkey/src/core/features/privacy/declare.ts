export type {} from '../../types/views.ts'

declare module '../../types/views.ts' {
  interface ViewData {
    /** What this browser keeps for the site, whom the modal talks to, and the way to end both. */
    PrivacyAndData: Record<never, never>
  }
}
