/**
 * Loads the code that draws the modal. React is named beside it, so that a site's bundler keeps it in a file of its own: both in
 * one are more than webpack takes without a warning.
 */
export async function loadModal(): Promise<typeof import('./mount.tsx')> {
  const [modal] = await Promise.all([import('./mount.tsx'), import('react-dom/client')])
  return modal
}
