/** Pictures of invented wallets, tokens and networks, as the data: images that wallets announce. Our own drawings. */
export const PICTURES = {
  fern: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#1f6b4a"/><path d="M20 31V17" stroke="#d9f5e3" stroke-width="2.4" stroke-linecap="round"/><path d="M20 24c0-6.5-4.2-9.5-9.5-9.5C10.5 20.5 14 24 20 24Z" fill="#8fe0b0"/><path d="M20 19.5c0-6 3.8-9.5 9.5-9.5 0 6.2-3.5 9.5-9.5 9.5Z" fill="#d9f5e3"/></svg>',
  ),
  tide: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#2460d8"/><g fill="none" stroke="#fff" stroke-width="2.8" stroke-linecap="round"><path d="M9 16.5c3.7-3.6 7.3-3.6 11 0s7.3 3.6 11 0"/><path d="M9 24.5c3.7-3.6 7.3-3.6 11 0s7.3 3.6 11 0" stroke-opacity=".6"/></g></svg>',
  ),
  north: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#191b22"/><path d="M20 7.5c1.1 7.7 3.8 11.4 12.5 12.5C23.8 21.1 21.1 24.8 20 32.5 18.9 24.8 16.2 21.1 7.5 20 16.2 18.9 18.9 15.2 20 7.5Z" fill="#f4d58a"/></svg>',
  ),
  pebble: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#fbfaf7"/><ellipse cx="20" cy="28" rx="10.5" ry="4.4" fill="#6d6a64"/><ellipse cx="20.6" cy="19.6" rx="7.8" ry="3.7" fill="#9b978f"/><ellipse cx="19.6" cy="12.6" rx="5" ry="2.9" fill="#c9c4ba"/></svg>',
  ),
  cinder: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#e4572e"/><path d="M20 8.5c1.4 5 8.5 7.6 8.5 14a8.5 8.5 0 0 1-17 0c0-3.4 2-5.4 3.6-6.6.6 2.4 1.9 3.3 3.1 3.6-.9-4.1-.3-8 1.8-11Z" fill="#ffe8d6"/></svg>',
  ),
  harbor: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#0f7f86"/><path d="M10.5 21a9.5 9.5 0 0 1 19 0Z" fill="#ffd9a0"/><path d="M9 25.5h22M13 30h14" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>',
  ),
  quartz: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#7a6ee0"/><path d="M20 7.5 30 15v11.5L20 33l-10-6.5V15Z" fill="#e9e5ff"/><path d="M20 7.5V20L10 15ZM20 20v13l10-6.5Z" fill="#b9b0fa"/></svg>',
  ),
  saffron: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#f3b32a"/><g fill="#7d3c0a"><circle cx="20" cy="12.8" r="4.3"/><circle cx="26.8" cy="17.8" r="4.3"/><circle cx="24.2" cy="25.8" r="4.3"/><circle cx="15.8" cy="25.8" r="4.3"/><circle cx="13.2" cy="17.8" r="4.3"/></g><circle cx="20" cy="20" r="3.2" fill="#fff3d0"/></svg>',
  ),
  eth: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#4f5d8f"/><g fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"><path d="m11.5 20.5 8.5-8.5 8.5 8.5"/><path d="m11.5 28.5 8.5-8.5 8.5 8.5" stroke-opacity=".55"/></g></svg>',
  ),
  usdc: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#1f7ac4"/><g stroke="#fff" stroke-width="4" stroke-linecap="round"><path d="M13 15.5h14"/><path d="M13 24.5h14" stroke-opacity=".6"/></g></svg>',
  ),
  pine: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#256b45"/><path d="M20 8.5 27 18h-4l5.5 8h-17L17 18h-4Z" fill="#d6f5dd"/><path d="M20 26v5" stroke="#d6f5dd" stroke-width="2.6" stroke-linecap="round"/></svg>',
  ),
  dust: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#8a7a5c"/><g fill="#fff6de"><circle cx="14" cy="15" r="2.5"/><circle cx="25" cy="13" r="1.8"/><circle cx="27" cy="23" r="3"/><circle cx="16.5" cy="26" r="2"/><circle cx="20" cy="20" r="1.5"/></g></svg>',
  ),
  dai: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#d99a1e"/><path d="M24 9.5a11 11 0 1 0 0 21 9 9 0 0 1 0-21Z" fill="#fff"/></svg>',
  ),
  ethereum: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#4f5d8f"/><g fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"><path d="m11.5 20.5 8.5-8.5 8.5 8.5"/><path d="m11.5 28.5 8.5-8.5 8.5 8.5" stroke-opacity=".55"/></g></svg>',
  ),
  base: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#1d4ed8"/><path d="M10.5 28.5h19" stroke="#fff" stroke-width="3.2" stroke-linecap="round"/><path d="M13.5 23.5v-4M20 23.5v-12M26.5 23.5v-7" stroke="#fff" stroke-width="3.2" stroke-linecap="round"/></svg>',
  ),
  arbitrum: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#2a4a6d"/><path d="M10.5 29.5a9.5 9.5 0 0 1 19 0M15.5 29.5a4.5 4.5 0 0 1 9 0" fill="none" stroke="#9fd4ff" stroke-width="3" stroke-linecap="round"/><circle cx="20" cy="13" r="3" fill="#9fd4ff"/></svg>',
  ),
  optimism: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#e23b3b"/><circle cx="15.5" cy="20" r="5" fill="#fff"/><circle cx="26" cy="20" r="3.5" fill="#fff" opacity=".65"/></svg>',
  ),
  polygon: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#7443d8"/><g fill="#fff"><rect x="10.5" y="10.5" width="8.5" height="8.5" rx="2.5"/><rect x="21" y="21" width="8.5" height="8.5" rx="2.5"/><rect x="21" y="10.5" width="8.5" height="8.5" rx="4.25" opacity=".6"/><rect x="10.5" y="21" width="8.5" height="8.5" rx="4.25" opacity=".6"/></g></svg>',
  ),
  solana: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#163b3a"/><path d="M11.5 25a8.5 8.5 0 0 1 17 0Z" fill="#8ff0cf"/><path d="M20 12.5V9.5M10.5 16l-2-2M29.5 16l2-2M9 29.5h22" stroke="#8ff0cf" stroke-width="2.8" stroke-linecap="round"/></svg>',
  ),
  bitcoin: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#e88a1a"/><rect x="12" y="12" width="16" height="16" rx="4" transform="rotate(14 20 20)" fill="none" stroke="#fff" stroke-width="3"/><path d="M16 20h8" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>',
  ),
  me: toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#f2b84b"/><circle cx="29" cy="30" r="17" fill="#d9532c"/><circle cx="13" cy="13" r="6.5" fill="#fff3d6"/></svg>',
  ),
} as const

function toImage(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Pictures of invented NFTs. Our own drawings. */
export const ARTWORKS: readonly string[] = [
  toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160"><rect width="160" height="160" fill="#f2e3c6"/><circle cx="112" cy="52" r="30" fill="#e2572f"/><path d="M0 118c34-34 58-34 86-10s48 20 74-6v58H0Z" fill="#2f5d50"/><path d="M0 138c34-18 58-16 86-2s48 10 74-4v28H0Z" fill="#173a33"/></svg>',
  ),
  toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160"><rect width="160" height="160" fill="#1d2a5b"/><path d="M0 0h80v80A80 80 0 0 1 0 0Z" fill="#f4b942"/><path d="M160 80A80 80 0 0 0 80 0v80Z" fill="#e8ecff"/><path d="M0 160a80 80 0 0 1 80-80v80Z" fill="#ef6f5e"/><circle cx="120" cy="120" r="26" fill="#7fa3ff"/></svg>',
  ),
  toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160"><rect width="160" height="160" fill="#e7e4f6"/><g fill="none" stroke-width="13"><circle cx="80" cy="160" r="22" stroke="#2d2350"/><circle cx="80" cy="160" r="48" stroke="#6d5bd0"/><circle cx="80" cy="160" r="74" stroke="#a99cf0"/><circle cx="80" cy="160" r="100" stroke="#f08a6b"/></g><circle cx="80" cy="34" r="11" fill="#2d2350"/></svg>',
  ),
  toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160"><rect width="160" height="160" fill="#0f4f4a"/><g fill="#f7efe0"><path d="M28 132c0-42 16-76 52-104 36 28 52 62 52 104Z"/></g><circle cx="62" cy="86" r="9" fill="#0f4f4a"/><circle cx="98" cy="86" r="9" fill="#0f4f4a"/><path d="M66 108q14 12 28 0" stroke="#ee7a50" stroke-width="6" fill="none" stroke-linecap="round"/></svg>',
  ),
  toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160"><rect width="160" height="160" fill="#f5c7c0"/><g fill="#c43c4e"><rect x="24" y="24" width="52" height="52" rx="26"/><rect x="84" y="84" width="52" height="52" rx="26"/></g><g fill="#fff2e8"><rect x="84" y="24" width="52" height="52" rx="8"/><rect x="24" y="84" width="52" height="52" rx="8"/></g></svg>',
  ),
  toImage(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160"><rect width="160" height="160" fill="#20242c"/><g stroke="#ffd27a" stroke-width="7" stroke-linecap="round"><path d="M32 128V78M56 128V52M80 128V34M104 128V52M128 128V78"/></g></svg>',
  ),
]
