import type { WalletWindow } from '../services/ports.ts'

/** Where the page is shown, as far as wallet links care. */
export type Platform = {
  readonly os: 'ios' | 'android' | 'other'
  /** Opens links only inside the tap, so a pairing is made before and kept. */
  readonly isIosSafari: boolean
  readonly isTelegram: boolean
  /** A browser inside another app, which refuses schemes of other apps (F-21). Telegram is one. */
  readonly isInApp: boolean
}

/** Marks of apps that show pages in a browser of their own. Source: F-21. */
const IN_APP = /FBAN|FBAV|Instagram|\bLine\/|MicroMessenger|; wv\)/

/** Reads the platform from the page's window; a server is a desktop. */
export function readPlatform(page: WalletWindow | null): Platform {
  const { userAgent = '', maxTouchPoints = 0 } = page?.navigator ?? {}
  // iPadOS says that it is a Mac.
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  const os = isIos ? 'ios' : /Android/.test(userAgent) ? 'android' : 'other'
  // A site may load Telegram's script in any browser; only inside Telegram does it have something to say.
  const isTelegram =
    page?.TelegramWebviewProxy !== undefined ||
    page?.TelegramWebviewProxyProto !== undefined ||
    Boolean(page?.Telegram?.WebApp?.initData)
  const isSafari = /Safari\//.test(userAgent) && !/Chrome|CriOS|FxiOS|EdgiOS|OPiOS|Android/.test(userAgent)
  const isInApp = isTelegram || IN_APP.test(userAgent)
  return { os, isIosSafari: isIos && isSafari && !isInApp, isTelegram, isInApp }
}

/** Whether one pending attempt is shared, and its pairing reused, after the modal has closed. */
export function keepsPairing({ isIosSafari, isTelegram }: Platform): boolean {
  return isIosSafari || isTelegram
}
