/** The element by which visitors buy on a site's own page, for sites that use it. */
export { defineOnramp } from './defineOnramp.ts'
