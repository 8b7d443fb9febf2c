import { expect, it } from 'vitest'
import { formatAgent } from './formatAgent.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0'

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'windows-chrome-156'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/156.0.0.0`, 'windows-edge-156'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`, 'linux-chrome-156'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'linux-firefox-153'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
    'macos-safari-26',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
    'ios-safari-26',
  ],
  [`Mozilla/5.0 (Linux; Android 15) ${CHROME} Mobile Safari/537.36`, 'android-chrome-156'],
  ['', 'unknown-unknown-0'],
])('the relay hears system, browser and host of %s', (userAgent, expected) => {
  expect(formatAgent(userAgent, 'shop.example')).toBe(`${expected}/browser:shop.example`)
})
