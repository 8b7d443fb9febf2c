export type {} from '../../types/views.ts'

declare module '../../types/views.ts' {
  interface ViewData {
    /** For developers, in debug mode. */
    Diagnostics: Record<never, never>
  }
}
