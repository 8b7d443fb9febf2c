import type { Language } from '@latchkey/wire/languages'

/** What this page says where it is opened by itself, or by a page that may not embed it (SEC-28, SEC-29). */
const TEXTS: Readonly<Record<Language, string>> = {
  en: 'This page holds the wallets of other sites and works only inside them. Never type a code or words of a wallet here.',
  ar: 'تحتفظ هذه الصفحة بمحافظ مواقع أخرى ولا تعمل إلا داخلها. لا تكتب هنا رمزًا أو كلمات محفظة أبدًا.',
  de: 'Diese Seite verwahrt Wallets anderer Websites und arbeitet nur in ihnen. Geben Sie hier nie einen Code oder die Wörter einer Wallet ein.',
  es: 'Esta página guarda las wallets de otros sitios y solo funciona dentro de ellos. Nunca escribas aquí un código ni las palabras de una wallet.',
  fr: 'Cette page garde les wallets d’autres sites et ne fonctionne qu’à l’intérieur de ceux-ci. N’y saisissez jamais un code ni les mots d’un wallet.',
  hi: 'यह पेज दूसरी साइटों के वॉलेट रखता है और केवल उन्हीं के भीतर काम करता है। यहाँ कभी कोई कोड या वॉलेट के शब्द न लिखें।',
  id: 'Halaman ini menyimpan dompet situs lain dan hanya bekerja di dalamnya. Jangan pernah mengetik kode atau kata-kata dompet di sini.',
  it: 'Questa pagina custodisce i wallet di altri siti e funziona solo al loro interno. Non digitare mai qui un codice o le parole di un wallet.',
  ja: 'このページは他のサイトのウォレットを保管し、そのサイト内でのみ動作します。ここにコードやウォレットの単語を入力しないでください。',
  ko: '이 페이지는 다른 사이트의 지갑을 보관하며 그 안에서만 작동합니다. 여기에 코드나 지갑 단어를 절대 입력하지 마세요.',
  pt: 'Esta página guarda as carteiras de outros sites e só funciona dentro deles. Nunca digite aqui um código nem as palavras de uma carteira.',
  ru: 'Эта страница хранит кошельки других сайтов и работает только внутри них. Никогда не вводите здесь код или слова кошелька.',
  tr: 'Bu sayfa başka sitelerin cüzdanlarını tutar ve yalnızca onların içinde çalışır. Buraya asla bir kod ya da cüzdan kelimeleri yazmayın.',
  zh: '此页面保管其他网站的钱包，只能在这些网站内使用。切勿在此输入验证码或钱包助记词。',
  'zh-TW': '此頁面保管其他網站的錢包，只能在這些網站內使用。切勿在此輸入驗證碼或錢包助記詞。',
}

/** Draws it; no code of the wallet runs. */
export const showInformation = (language: Language): void => {
  const text = document.createElement('p')
  text.textContent = TEXTS[language]
  document.documentElement.lang = language
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
  document.body.append(text)
}
