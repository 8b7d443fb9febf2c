import type { laterViews } from './laterViews.ts'

/**
 * Loads a view that no first opening shows. Where each of them is comes in a file of its own: a site's bundler writes down, beside
 * every import, all files that it stands on.
 */
export const later = (name: keyof typeof laterViews) => () =>
  import('./laterViews.ts').then(({ laterViews }) => laterViews[name]())
