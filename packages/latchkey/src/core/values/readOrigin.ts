/** The origin of a page by its address; of a frame that another page wrote, whose address has none, the one that it got from there. */
export function readOrigin({ location, origin }: Pick<Window, 'location' | 'origin'>): string {
  return location.origin === 'null' ? origin : location.origin
}
