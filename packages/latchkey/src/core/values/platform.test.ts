import { expect, test } from 'vitest'
import type { WalletWindow } from '../services/ports.ts'
import { keepsPairing, readPlatform } from './platform.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)'

const page = (userAgent: string, parts: Partial<WalletWindow> = {}, maxTouchPoints = 5): WalletWindow =>
  Object.assign(new EventTarget(), { navigator: { userAgent, maxTouchPoints } }, parts)

test.each([
  ['Safari on an iPhone', page(`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`), 'ios', true],
  ['Chrome on an iPhone', page(`${IPHONE} CriOS/126.0 Mobile/15E148 Safari/604.1`), 'ios', false],
  ['an iPad that says it is a Mac', page(`${MAC} Version/17.5 Safari/605.1.15`), 'ios', true],
  ['Safari on a Mac', page(`${MAC} Version/17.5 Safari/605.1.15`, {}, 0), 'other', false],
  ['Chrome on Android', page(`${ANDROID} Chrome/126.0 Mobile Safari/537.36`), 'android', false],
  ['a server', null, 'other', false],
])('%s is told apart', (_, window, os, isIosSafari) => {
  expect(readPlatform(window)).toMatchObject({ os, isIosSafari, isTelegram: false, isInApp: false })
})

test('Telegram is its proxy or what it has to say, not its script alone', () => {
  const chrome = `${ANDROID} Chrome/126.0 Mobile Safari/537.36`
  expect(readPlatform(page(chrome, { Telegram: { WebApp: { initData: '' } } })).isTelegram).toBe(false)
  expect(readPlatform(page(chrome, { Telegram: { WebApp: { initData: 'query_id=1' } } })).isTelegram).toBe(true)
  expect(readPlatform(page(chrome, { TelegramWebviewProxy: {} }))).toMatchObject({ isTelegram: true, isInApp: true })
})

test.each(['FBAN/FBIOS', 'Instagram 300.0', 'Line/13.1', 'MicroMessenger/8.0', 'Chrome/126.0; wv)'])(
  'F-21: the browser inside an app (%s) is known by its mark',
  (mark) => {
    expect(readPlatform(page(`${IPHONE} Safari/604.1 ${mark}`))).toMatchObject({ isInApp: true, isIosSafari: false })
  },
)

test('pairings outlive the modal in Safari on iOS and in Telegram', () => {
  expect(keepsPairing(readPlatform(page(`${IPHONE} Version/17.5 Safari/604.1`)))).toBe(true)
  expect(keepsPairing(readPlatform(page(`${ANDROID} Chrome/126.0`, { TelegramWebviewProxyProto: {} })))).toBe(true)
  expect(keepsPairing(readPlatform(page(`${ANDROID} Chrome/126.0`)))).toBe(false)
})
