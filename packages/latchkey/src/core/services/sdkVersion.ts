/** What `sv` says: the kit, the adapter and the version of this package. */
export const SDK_VERSION = 'html-universal-0.1.0'
