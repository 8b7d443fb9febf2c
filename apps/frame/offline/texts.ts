/** What the page says, in each language of Latchkey. */
export type Texts = {
  readonly title: string
  readonly intro: string
  readonly file: string
  readonly phrase: string
  readonly phraseHint: string
  readonly open: string
  /** `{percent}`: a whole number. */
  readonly opening: string
  readonly accounts: string
  readonly warning: string
  readonly words: string
  readonly evmKey: string
  readonly solanaKey: string
  /** `{what}`: one of the three above. */
  readonly show: string
  readonly hide: string
  readonly forget: string
  readonly forgotten: string
  readonly phraseWrong: string
  readonly fileUnknown: string
  readonly fileDamaged: string
  readonly fileMissing: string
}

const en: Texts = {
  title: 'Open a Latchkey backup',
  intro: 'This page works without a network. Nothing that you enter leaves it.',
  file: 'Backup file',
  phrase: 'The 8 words of this backup',
  phraseHint: 'As you wrote them down, with spaces between them.',
  open: 'Open backup',
  opening: 'Opening: {percent} %',
  accounts: 'Accounts',
  warning: 'Whoever sees what is hidden here can take everything in this wallet. Show it only where nobody else looks.',
  words: 'the 24 words',
  evmKey: 'the private key of the Ethereum account',
  solanaKey: 'the private key of the Solana account',
  show: 'Show {what}',
  hide: 'Hide',
  forget: 'Forget everything',
  forgotten: 'Everything was forgotten.',
  phraseWrong: 'These words do not open this file. Check each of them, and that the file belongs to them.',
  fileUnknown: 'This is not a Latchkey backup file, or one of a later version than this page knows.',
  fileDamaged: 'The file opened, but its accounts are not the ones it names. Do not use it.',
  fileMissing: 'Choose the backup file first.',
}

const ar: Texts = {
  title: 'فتح نسخة احتياطية من Latchkey',
  intro: 'تعمل هذه الصفحة بدون شبكة. لا يغادرها أي شيء تدخله.',
  file: 'ملف النسخة الاحتياطية',
  phrase: 'الكلمات الثماني لهذه النسخة',
  phraseHint: 'كما كتبتها، مع مسافات بينها.',
  open: 'فتح النسخة الاحتياطية',
  opening: 'جارٍ الفتح: {percent} %',
  accounts: 'الحسابات',
  warning: 'من يرى ما هو مخفي هنا يستطيع أخذ كل ما في هذه المحفظة. لا تُظهره إلا حيث لا ينظر أحد غيرك.',
  words: 'الكلمات الأربع والعشرين',
  evmKey: 'المفتاح الخاص لحساب Ethereum',
  solanaKey: 'المفتاح الخاص لحساب Solana',
  show: 'إظهار {what}',
  hide: 'إخفاء',
  forget: 'نسيان كل شيء',
  forgotten: 'تم نسيان كل شيء.',
  phraseWrong: 'هذه الكلمات لا تفتح هذا الملف. تحقق من كل كلمة ومن أن الملف يخصها.',
  fileUnknown: 'هذا ليس ملف نسخة احتياطية من Latchkey، أو أنه من إصدار أحدث مما تعرفه هذه الصفحة.',
  fileDamaged: 'فُتح الملف، لكن حساباته ليست التي يذكرها. لا تستخدمه.',
  fileMissing: 'اختر ملف النسخة الاحتياطية أولاً.',
}

const de: Texts = {
  title: 'Latchkey-Sicherung öffnen',
  intro: 'Diese Seite funktioniert ohne Netz. Nichts, was Sie eingeben, verlässt sie.',
  file: 'Sicherungsdatei',
  phrase: 'Die 8 Wörter dieser Sicherung',
  phraseHint: 'So, wie Sie sie aufgeschrieben haben, mit Leerzeichen dazwischen.',
  open: 'Sicherung öffnen',
  opening: 'Wird geöffnet: {percent} %',
  accounts: 'Konten',
  warning:
    'Wer sieht, was hier verborgen ist, kann alles in dieser Wallet nehmen. Zeigen Sie es nur, wo niemand sonst zusieht.',
  words: 'Die 24 Wörter',
  evmKey: 'Den privaten Schlüssel des Ethereum-Kontos',
  solanaKey: 'Den privaten Schlüssel des Solana-Kontos',
  show: '{what} anzeigen',
  hide: 'Verbergen',
  forget: 'Alles vergessen',
  forgotten: 'Alles wurde vergessen.',
  phraseWrong: 'Diese Wörter öffnen diese Datei nicht. Prüfen Sie jedes Wort, und ob die Datei dazugehört.',
  fileUnknown: 'Das ist keine Latchkey-Sicherungsdatei, oder eine neuere Version, als diese Seite kennt.',
  fileDamaged: 'Die Datei ließ sich öffnen, aber ihre Konten sind nicht die, die sie nennt. Verwenden Sie sie nicht.',
  fileMissing: 'Wählen Sie zuerst die Sicherungsdatei.',
}

const es: Texts = {
  title: 'Abrir una copia de seguridad de Latchkey',
  intro: 'Esta página funciona sin conexión. Nada de lo que introduzca sale de ella.',
  file: 'Archivo de copia de seguridad',
  phrase: 'Las 8 palabras de esta copia',
  phraseHint: 'Tal como las anotó, separadas por espacios.',
  open: 'Abrir la copia',
  opening: 'Abriendo: {percent} %',
  accounts: 'Cuentas',
  warning:
    'Quien vea lo que aquí está oculto puede llevarse todo lo que hay en esta billetera. Muéstrelo solo donde nadie más mire.',
  words: 'las 24 palabras',
  evmKey: 'la clave privada de la cuenta de Ethereum',
  solanaKey: 'la clave privada de la cuenta de Solana',
  show: 'Mostrar {what}',
  hide: 'Ocultar',
  forget: 'Olvidar todo',
  forgotten: 'Se ha olvidado todo.',
  phraseWrong: 'Estas palabras no abren este archivo. Revise cada una y que el archivo les corresponda.',
  fileUnknown: 'No es un archivo de copia de Latchkey, o es de una versión posterior a las que esta página conoce.',
  fileDamaged: 'El archivo se abrió, pero sus cuentas no son las que indica. No lo use.',
  fileMissing: 'Elija primero el archivo de copia.',
}

const fr: Texts = {
  title: 'Ouvrir une sauvegarde Latchkey',
  intro: 'Cette page fonctionne sans réseau. Rien de ce que vous saisissez n’en sort.',
  file: 'Fichier de sauvegarde',
  phrase: 'Les 8 mots de cette sauvegarde',
  phraseHint: 'Tels que vous les avez notés, séparés par des espaces.',
  open: 'Ouvrir la sauvegarde',
  opening: 'Ouverture : {percent} %',
  accounts: 'Comptes',
  warning:
    'Quiconque voit ce qui est masqué ici peut prendre tout ce que contient ce portefeuille. Ne l’affichez que là où personne d’autre ne regarde.',
  words: 'les 24 mots',
  evmKey: 'la clé privée du compte Ethereum',
  solanaKey: 'la clé privée du compte Solana',
  show: 'Afficher {what}',
  hide: 'Masquer',
  forget: 'Tout oublier',
  forgotten: 'Tout a été oublié.',
  phraseWrong: 'Ces mots n’ouvrent pas ce fichier. Vérifiez chacun d’eux et que le fichier leur correspond.',
  fileUnknown: 'Ce n’est pas un fichier de sauvegarde Latchkey, ou sa version est plus récente que cette page.',
  fileDamaged: 'Le fichier s’est ouvert, mais ses comptes ne sont pas ceux qu’il nomme. Ne l’utilisez pas.',
  fileMissing: 'Choisissez d’abord le fichier de sauvegarde.',
}

const hi: Texts = {
  title: 'Latchkey बैकअप खोलें',
  intro: 'यह पेज बिना नेटवर्क के चलता है। आप जो भी दर्ज करते हैं, वह यहीं रहता है।',
  file: 'बैकअप फ़ाइल',
  phrase: 'इस बैकअप के 8 शब्द',
  phraseHint: 'जैसे आपने लिखे थे, बीच में स्पेस के साथ।',
  open: 'बैकअप खोलें',
  opening: 'खुल रहा है: {percent} %',
  accounts: 'खाते',
  warning: 'यहाँ छिपी चीज़ जो देख ले, वह इस वॉलेट का सब कुछ ले सकता है। इसे वहीं दिखाएँ जहाँ कोई और न देख रहा हो।',
  words: '24 शब्द',
  evmKey: 'Ethereum खाते की निजी कुंजी',
  solanaKey: 'Solana खाते की निजी कुंजी',
  show: '{what} दिखाएँ',
  hide: 'छिपाएँ',
  forget: 'सब भूल जाएँ',
  forgotten: 'सब कुछ भुला दिया गया।',
  phraseWrong: 'ये शब्द इस फ़ाइल को नहीं खोलते। हर शब्द जाँचें, और यह भी कि फ़ाइल इन्हीं की है।',
  fileUnknown: 'यह Latchkey बैकअप फ़ाइल नहीं है, या इस पेज से नए संस्करण की है।',
  fileDamaged: 'फ़ाइल खुल गई, पर इसके खाते वे नहीं हैं जो इसमें लिखे हैं। इसका उपयोग न करें।',
  fileMissing: 'पहले बैकअप फ़ाइल चुनें।',
}

const id: Texts = {
  title: 'Buka cadangan Latchkey',
  intro: 'Halaman ini berfungsi tanpa jaringan. Apa pun yang Anda masukkan tidak keluar dari sini.',
  file: 'Berkas cadangan',
  phrase: '8 kata untuk cadangan ini',
  phraseHint: 'Seperti yang Anda tulis, dengan spasi di antaranya.',
  open: 'Buka cadangan',
  opening: 'Membuka: {percent} %',
  accounts: 'Akun',
  warning:
    'Siapa pun yang melihat isi tersembunyi ini dapat mengambil semua yang ada di dompet ini. Tampilkan hanya saat tidak ada orang lain yang melihat.',
  words: '24 kata',
  evmKey: 'kunci privat akun Ethereum',
  solanaKey: 'kunci privat akun Solana',
  show: 'Tampilkan {what}',
  hide: 'Sembunyikan',
  forget: 'Lupakan semuanya',
  forgotten: 'Semuanya telah dilupakan.',
  phraseWrong: 'Kata-kata ini tidak membuka berkas ini. Periksa setiap kata, dan apakah berkasnya sesuai.',
  fileUnknown: 'Ini bukan berkas cadangan Latchkey, atau versinya lebih baru daripada halaman ini.',
  fileDamaged: 'Berkas terbuka, tetapi akunnya bukan yang disebutkan. Jangan gunakan.',
  fileMissing: 'Pilih berkas cadangan terlebih dahulu.',
}

const it: Texts = {
  title: 'Apri un backup di Latchkey',
  intro: 'Questa pagina funziona senza rete. Nulla di ciò che inserisci la lascia.',
  file: 'File di backup',
  phrase: 'Le 8 parole di questo backup',
  phraseHint: 'Come le hai annotate, separate da spazi.',
  open: 'Apri il backup',
  opening: 'Apertura: {percent} %',
  accounts: 'Account',
  warning:
    'Chi vede ciò che qui è nascosto può prendere tutto ciò che c’è in questo wallet. Mostralo solo dove nessun altro guarda.',
  words: 'le 24 parole',
  evmKey: 'la chiave privata dell’account Ethereum',
  solanaKey: 'la chiave privata dell’account Solana',
  show: 'Mostra {what}',
  hide: 'Nascondi',
  forget: 'Dimentica tutto',
  forgotten: 'Tutto è stato dimenticato.',
  phraseWrong: 'Queste parole non aprono questo file. Controllale una per una, e che il file sia il loro.',
  fileUnknown: 'Non è un file di backup di Latchkey, o è di una versione più recente di questa pagina.',
  fileDamaged: 'Il file si è aperto, ma i suoi account non sono quelli che indica. Non usarlo.',
  fileMissing: 'Scegli prima il file di backup.',
}

const ja: Texts = {
  title: 'Latchkey のバックアップを開く',
  intro: 'このページはネットワークなしで動作します。入力した内容がここから出ることはありません。',
  file: 'バックアップファイル',
  phrase: 'このバックアップの 8 つの単語',
  phraseHint: '書き留めたとおりに、空白で区切って入力してください。',
  open: 'バックアップを開く',
  opening: '開いています: {percent} %',
  accounts: 'アカウント',
  warning:
    'ここに隠されているものを見た人は、このウォレットの中身をすべて持ち去ることができます。ほかに誰も見ていない場所でだけ表示してください。',
  words: '24 個の単語',
  evmKey: 'Ethereum アカウントの秘密鍵',
  solanaKey: 'Solana アカウントの秘密鍵',
  show: '{what}を表示',
  hide: '隠す',
  forget: 'すべて消去',
  forgotten: 'すべて消去しました。',
  phraseWrong: 'この単語ではこのファイルを開けません。単語と、ファイルの組み合わせを確認してください。',
  fileUnknown: 'Latchkey のバックアップファイルではないか、このページより新しいバージョンです。',
  fileDamaged: 'ファイルは開きましたが、記載されたアカウントと一致しません。使用しないでください。',
  fileMissing: '先にバックアップファイルを選んでください。',
}

const ko: Texts = {
  title: 'Latchkey 백업 열기',
  intro: '이 페이지는 네트워크 없이 작동합니다. 입력한 내용은 이 페이지를 벗어나지 않습니다.',
  file: '백업 파일',
  phrase: '이 백업의 단어 8개',
  phraseHint: '적어 둔 그대로, 사이를 띄어 입력하세요.',
  open: '백업 열기',
  opening: '여는 중: {percent} %',
  accounts: '계정',
  warning:
    '여기 숨겨진 내용을 보는 사람은 이 지갑의 모든 것을 가져갈 수 있습니다. 아무도 보지 않는 곳에서만 표시하세요.',
  words: '단어 24개',
  evmKey: 'Ethereum 계정의 개인 키',
  solanaKey: 'Solana 계정의 개인 키',
  show: '{what} 표시',
  hide: '숨기기',
  forget: '모두 지우기',
  forgotten: '모두 지웠습니다.',
  phraseWrong: '이 단어로는 이 파일을 열 수 없습니다. 단어를 하나씩, 그리고 파일이 맞는지 확인하세요.',
  fileUnknown: 'Latchkey 백업 파일이 아니거나 이 페이지보다 새 버전입니다.',
  fileDamaged: '파일은 열렸지만 계정이 파일에 적힌 것과 다릅니다. 사용하지 마세요.',
  fileMissing: '먼저 백업 파일을 선택하세요.',
}

const pt: Texts = {
  title: 'Abrir um backup do Latchkey',
  intro: 'Esta página funciona sem rede. Nada do que você digita sai dela.',
  file: 'Arquivo de backup',
  phrase: 'As 8 palavras deste backup',
  phraseHint: 'Como você as anotou, separadas por espaços.',
  open: 'Abrir backup',
  opening: 'Abrindo: {percent} %',
  accounts: 'Contas',
  warning:
    'Quem vê o que está oculto aqui pode levar tudo o que há nesta carteira. Mostre apenas onde ninguém mais esteja olhando.',
  words: 'as 24 palavras',
  evmKey: 'a chave privada da conta Ethereum',
  solanaKey: 'a chave privada da conta Solana',
  show: 'Mostrar {what}',
  hide: 'Ocultar',
  forget: 'Esquecer tudo',
  forgotten: 'Tudo foi esquecido.',
  phraseWrong: 'Estas palavras não abrem este arquivo. Confira cada uma e se o arquivo é o delas.',
  fileUnknown: 'Este não é um arquivo de backup do Latchkey, ou é de uma versão mais nova que esta página.',
  fileDamaged: 'O arquivo abriu, mas as contas não são as que ele indica. Não o use.',
  fileMissing: 'Escolha primeiro o arquivo de backup.',
}

const ru: Texts = {
  title: 'Открыть резервную копию Latchkey',
  intro: 'Эта страница работает без сети. Ничего из введённого её не покидает.',
  file: 'Файл резервной копии',
  phrase: '8 слов этой копии',
  phraseHint: 'Так, как вы их записали, через пробел.',
  open: 'Открыть копию',
  opening: 'Открывается: {percent} %',
  accounts: 'Счета',
  warning:
    'Кто увидит скрытое здесь, сможет забрать всё из этого кошелька. Показывайте только там, где никто не смотрит.',
  words: '24 слова',
  evmKey: 'закрытый ключ счёта Ethereum',
  solanaKey: 'закрытый ключ счёта Solana',
  show: 'Показать {what}',
  hide: 'Скрыть',
  forget: 'Забыть всё',
  forgotten: 'Всё забыто.',
  phraseWrong: 'Эти слова не открывают этот файл. Проверьте каждое слово и то, что файл от них.',
  fileUnknown: 'Это не файл резервной копии Latchkey, или его версия новее этой страницы.',
  fileDamaged: 'Файл открылся, но счета в нём не те, что указаны. Не используйте его.',
  fileMissing: 'Сначала выберите файл резервной копии.',
}

const tr: Texts = {
  title: 'Latchkey yedeğini aç',
  intro: 'Bu sayfa ağ olmadan çalışır. Girdiğiniz hiçbir şey buradan çıkmaz.',
  file: 'Yedek dosyası',
  phrase: 'Bu yedeğin 8 kelimesi',
  phraseHint: 'Yazdığınız gibi, aralarında boşlukla.',
  open: 'Yedeği aç',
  opening: 'Açılıyor: % {percent}',
  accounts: 'Hesaplar',
  warning: 'Burada gizleneni gören herkes bu cüzdandaki her şeyi alabilir. Yalnızca başka kimse bakmıyorken gösterin.',
  words: '24 kelimeyi',
  evmKey: 'Ethereum hesabının özel anahtarını',
  solanaKey: 'Solana hesabının özel anahtarını',
  show: '{what} göster',
  hide: 'Gizle',
  forget: 'Her şeyi unut',
  forgotten: 'Her şey unutuldu.',
  phraseWrong: 'Bu kelimeler bu dosyayı açmıyor. Her birini ve dosyanın onlara ait olduğunu kontrol edin.',
  fileUnknown: 'Bu bir Latchkey yedek dosyası değil ya da bu sayfadan daha yeni bir sürüm.',
  fileDamaged: 'Dosya açıldı ama hesapları yazdığı hesaplar değil. Kullanmayın.',
  fileMissing: 'Önce yedek dosyasını seçin.',
}

const zh: Texts = {
  title: '打开 Latchkey 备份',
  intro: '此页面无需网络即可使用。您输入的任何内容都不会离开此页面。',
  file: '备份文件',
  phrase: '此备份的 8 个单词',
  phraseHint: '按您记下的顺序输入，以空格分隔。',
  open: '打开备份',
  opening: '正在打开：{percent} %',
  accounts: '账户',
  warning: '看到此处隐藏内容的人可以取走此钱包中的一切。请仅在无人旁观时显示。',
  words: '24 个单词',
  evmKey: '以太坊账户的私钥',
  solanaKey: 'Solana 账户的私钥',
  show: '显示{what}',
  hide: '隐藏',
  forget: '清除全部',
  forgotten: '已全部清除。',
  phraseWrong: '这些单词无法打开此文件。请逐一检查，并确认文件与其匹配。',
  fileUnknown: '这不是 Latchkey 备份文件，或其版本比此页面更新。',
  fileDamaged: '文件已打开，但其中的账户与所列账户不符。请勿使用。',
  fileMissing: '请先选择备份文件。',
}

const zhTW: Texts = {
  title: '開啟 Latchkey 備份',
  intro: '此頁面不需網路即可使用。您輸入的任何內容都不會離開此頁面。',
  file: '備份檔案',
  phrase: '此備份的 8 個單字',
  phraseHint: '依您記下的順序輸入，以空格分隔。',
  open: '開啟備份',
  opening: '正在開啟：{percent} %',
  accounts: '帳戶',
  warning: '看到此處隱藏內容的人可以取走此錢包中的一切。請僅在無人旁觀時顯示。',
  words: '24 個單字',
  evmKey: '以太坊帳戶的私鑰',
  solanaKey: 'Solana 帳戶的私鑰',
  show: '顯示{what}',
  hide: '隱藏',
  forget: '清除全部',
  forgotten: '已全部清除。',
  phraseWrong: '這些單字無法開啟此檔案。請逐一檢查，並確認檔案與其相符。',
  fileUnknown: '這不是 Latchkey 備份檔案，或其版本比此頁面更新。',
  fileDamaged: '檔案已開啟，但其中的帳戶與所列帳戶不符。請勿使用。',
  fileMissing: '請先選擇備份檔案。',
}

/** The page's words by language, as BCP 47 names it. */
export const TEXTS: Readonly<Record<string, Texts>> = {
  en,
  ar,
  de,
  es,
  fr,
  hi,
  id,
  it,
  ja,
  ko,
  pt,
  ru,
  tr,
  zh,
  'zh-TW': zhTW,
}

/** The first of the reader's languages that the page has, English otherwise. Written Chinese goes by its script. */
export const chooseLanguage = (wanted: readonly string[]): string => {
  for (const tag of wanted) {
    const { language, script } = new Intl.Locale(tag).maximize()
    const own = language === 'zh' && script === 'Hant' ? 'zh-TW' : language
    if (TEXTS[own]) return own
  }
  return 'en'
}
