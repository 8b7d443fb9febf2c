import { expect, test } from 'vitest'
import { findWords } from './findWords.ts'

test('a button speaks the language of the tag, whatever its region and script', () => {
  const tags = [
    'ar-EG',
    'JA',
    'ko-KR',
    'zh',
    'zh-SG',
    'zh_TW',
    'zh-Hant-HK',
    'ru',
    'hi_IN',
    'id',
    'de-AT',
    'fr-CA',
    'es-419',
    'pt-BR',
    'it',
    'tr',
  ]
  expect(tags.map((tag) => findWords(tag)?.connect)).toEqual([
    'اربط المحفظة',
    'ウォレットを接続',
    '지갑 연결',
    '连接钱包',
    '连接钱包',
    '連接錢包',
    '連接錢包',
    'Подключить кошелёк',
    'वॉलेट कनेक्ट करें',
    'Hubungkan dompet',
    'Wallet verbinden',
    'Connecter un portefeuille',
    'Conectar billetera',
    'Conectar carteira',
    'Connetti wallet',
    'Cüzdan bağla',
  ])
})

test('a language without words, and what is no language, leaves the button to English', () => {
  expect(['en', 'sv', '', 'constructor', 'not a tag!', 'hi-Latn'].map(findWords)).toEqual(Array(6).fill(undefined))
})
