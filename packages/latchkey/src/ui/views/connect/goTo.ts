/** Leads this page to another address, in the press that asked for it. */
export function goTo(url: string): void {
  window.location.assign(url)
}
