import type { FirstWords } from '../catalogue.ts'

/** The first words of the modal, in German. */
export const first: FirstWords = {
  // titles
  'title.Connect': 'Wallet verbinden',
  'title.ConnectingWalletConnect': 'Zum Verbinden scannen',
  'title.ConnectWallets': 'Wallet wählen',
  'title.AllWallets': 'Wallet finden',
  'title.ConnectingMultiChain': 'Welche Netzwerkfamilie?',
  'title.Account': 'Ihr Konto',
  'title.AccountSettings': 'Kontoeinstellungen',
  'title.ProfileWallets': 'Ihre Wallets',
  'title.SwitchActiveChain': 'Andere Wallet verbinden',
  'title.Networks': 'Netzwerk wählen',
  'title.SwitchNetwork': 'Zu {network} wechseln',
  'title.UnsupportedChain': 'Netzwerk nicht unterstützt',
  'title.SIWXSignMessage': 'Bestätigen Sie, wer Sie sind',
  'title.WhatIsAWallet': 'Was ist eine Wallet?',
  'title.WhatIsANetwork': 'Was ist ein Netzwerk?',
  'title.GetWallet': 'Wallet installieren',
  'title.Downloads': '{wallet} installieren',

  // shell
  'shell.close': 'Schließen',
  'shell.back': 'Zurück: {title}',
  'shell.settings': 'Kontoeinstellungen',
  'shell.network': 'Netzwerk: {network}',
  'shell.dismiss': 'Ausblenden',
  'shell.loading': 'Wird geladen',
  'shell.newTab': 'öffnet in einem neuen Tab',
  'shell.blocked.unsupportedChain': 'Wechseln Sie das Netzwerk oder trennen Sie die Verbindung, um fortzufahren.',
  'shell.blocked.signInRequired': 'Melden Sie sich an oder trennen Sie die Verbindung, um fortzufahren.',
  'shell.offline': 'Sie sind offline. Installierte Wallets funktionieren weiter.',
  'shell.crash.title': 'Dieser Teil wurde nicht geladen',
  'shell.crash.text': 'Es wurde nichts gesendet oder signiert. Sie können es noch einmal versuchen.',
  'shell.crash.back': 'Zurück',
  'shell.crash.copy': 'Details kopieren',
  'shell.crash.copied': 'Details kopiert',

  // legal
  'legal.both': 'Wenn Sie fortfahren, akzeptieren Sie {terms} und {privacy} von {site}.',
  'legal.onlyTerms': 'Wenn Sie fortfahren, akzeptieren Sie {terms} von {site}.',
  'legal.onlyPrivacy': 'Wenn Sie fortfahren, akzeptieren Sie {privacy} von {site}.',
  'legal.terms': 'die Bedingungen',
  'legal.privacy': 'die Datenschutzerklärung',
  'legal.accept.both': 'Ich akzeptiere {terms} und {privacy}',
  'legal.accept.onlyTerms': 'Ich akzeptiere {terms}',
  'legal.accept.onlyPrivacy': 'Ich akzeptiere {privacy}',
  'legal.accept.terms': 'die Nutzungsbedingungen',
  'legal.accept.privacy': 'die Datenschutzerklärung',
  'legal.accept.why': 'Akzeptieren Sie die Bedingungen, um eine Wallet zu wählen.',

  // tags
  'tag.recent': 'Zuletzt',
  'tag.installed': 'Installiert',
  'tag.qr': 'QR-Code',
  'tag.connected': 'Verbunden',
  'tag.multichain': 'Multichain',

  // connect
  'connect.wallets': 'Wallets',
  'connect.none': 'Keine Wallet in diesem Browser gefunden. Installieren Sie eine und kommen Sie zurück.',
  'connect.notInstalled': 'nicht installiert',
  'connect.byPhone': 'auf dem Smartphone',
  'connect.anyWallet': 'Smartphone-Wallet',
  'connect.anyWalletHere': 'Andere Wallet',
  'connect.noneScan':
    'Keine Wallet in diesem Browser gefunden. Scannen Sie mit dem Smartphone oder installieren Sie eine.',
  'connect.list': 'Wallet wählen',
  'connect.formerly': 'früher {name}',
  'connect.noMethod': 'Hier lässt sich keine Wallet verbinden',
  'connect.collapsed': 'Weiter mit einer Wallet',
  'connect.search': 'Wallets suchen',
  'connect.count': '{count}+',
  'connect.sessionExists': 'Eine Wallet auf Ihrem Smartphone ist bereits verbunden.',

  // connecting
  'connecting.done': 'Verbunden',
  'connecting.details': 'Details',

  // connecting by WalletConnect
  'pairing.replaces': 'Damit wird {wallet} getrennt, die gerade über das Smartphone verbunden ist.',
  'pairing.scan': 'Mit {wallet} auf dem Smartphone scannen',
  'pairing.scanAny': 'Mit einer beliebigen Wallet auf dem Smartphone scannen',
  'pairing.code': 'QR-Code für {wallet}',
  'pairing.codeAny': 'QR-Code für jede Wallet',
  'pairing.slow': 'Der Dienst für Verbindungen zum Smartphone antwortet noch nicht…',
  'pairing.ready': 'Weiter in {wallet}',
  'pairing.ready.mobile': 'Die App fragt, ob diese Website Ihre Adresse sehen darf.',
  'pairing.ready.desktop': 'Das Programm fragt, ob diese Website Ihre Adresse sehen darf.',
  'pairing.ready.web': 'Ein neuer Tab öffnet sich und fragt, ob diese Website Ihre Adresse sehen darf.',
  'pairing.browse': 'Diese Seite öffnet sich im Browser von {wallet} und verbindet sich dort.',
  'pairing.browsed': 'Machen Sie in {wallet} weiter; dort ist diese Seite jetzt geöffnet.',
  'pairing.opened': 'Warten auf {wallet}…',
  'pairing.opened.more': 'Bestätigen Sie dort und kommen Sie dann zurück.',
  'pairing.get': 'Noch kein {wallet}?',
  'pairing.ways': 'Wege zu {wallet}',
  'pairing.way.browser': 'Browser',
  'pairing.way.mobile': 'Mobil',
  'pairing.way.qrcode': 'Mobil',
  'pairing.way.web': 'Web-App',
  'pairing.way.desktop': 'Desktop',
  'pairing.someWallet': 'Ihre Wallet',
  'pairing.failed': '{wallet} hat sich nicht verbunden.',

  // failures
  'failure.EXTENSION_RELOADED.more': 'Laden Sie diese Seite neu.',
  'failure.WALLET_LOOKALIKE': 'Zwei Erweiterungen nennen sich {wallet}.',
  'failure.WALLET_LOOKALIKE.more': 'Wählen Sie die, der Sie vertrauen.',
  'failure.RELAY_UNREACHABLE': 'Ihr Netz blockiert die Verbindung zum Smartphone.',
  'failure.RELAY_UNREACHABLE.more': 'Versuchen Sie es ohne VPN.',
  'failure.PAIRING_EXPIRED': 'Dieser Code ist nicht mehr gültig.',
  'failure.CSP_BLOCKED': 'Die Sicherheitseinstellungen dieser Website blockieren diesen Weg.',
  'failure.OFFLINE': 'Sie sind offline.',
  'failure.OFFLINE.more': 'Es geht weiter, sobald Sie wieder online sind.',
  'failure.UNKNOWN_FAILURE': '{wallet}: Etwas ist schiefgegangen.',

  // buttons
  'action.tryAgain': 'Erneut versuchen',
  'action.tryNow': 'Jetzt versuchen',
  'action.otherWays': 'Andere Wege',
  'action.reload': 'Seite neu laden',
  'action.newCode': 'Neuer Code',
  'action.openNamed': '{wallet} öffnen',
  'action.copyLink': 'Link kopieren',
  'action.getNamed': '{wallet} installieren',
  'action.getWallet': 'Wallet installieren',
  'action.clear': 'Löschen',

  // networks
  'networks.unknown': 'Netzwerk {chainId}',

  // receive
  'title.WalletReceive': 'Empfangen',
  'title.WalletCompatibleNetworks': 'Netzwerke zum Empfangen',

  // send
  'title.WalletSend': 'Senden',
  'title.WalletSendSelectToken': 'Token wählen',
  'title.WalletSendPreview': 'Vor dem Senden prüfen',
  'title.WalletSendConfirmed': 'Gesendet',
  'title.ReviewRequest': 'Vor dem Signieren prüfen',
  // activity and tokens
  'title.TransactionDetails': 'Transaktion',
  'title.PrivacyAndData': 'Datenschutz und Daten',
  'title.AppPermissions': 'Berechtigungen',
  'title.Swap': 'Tauschen',
  'title.SwapPreview': 'Ihren Tausch prüfen',
  'title.ChooseAccountName': 'Namen holen',
  'title.RegisterAccountName': 'Ihren Namen wählen',
  'title.RegisterAccountNameSuccess': 'Name registriert',

  // buying
  'title.FundWallet': 'Guthaben aufladen',
  'title.OnRampProviders': 'Anbieter wählen',
  'title.OnRampTokenSelect': 'Wählen, was Sie kaufen',
  'title.OnRampFiatSelect': 'Währung wählen',
  'title.BuyInProgress': 'Im anderen Fenster abschließen',
  'title.OnRampActivity': 'Käufe',
  'title.WhatIsABuy': 'So funktioniert der Kauf',

  'title.EmailLogin': 'Mit E-Mail fortfahren',
  'title.EmailVerifyOtp': 'Code eingeben',
  'title.EmailVerifyDevice': 'Dieses Gerät bestätigen',
  'title.UpdateEmailWallet': 'E-Mail ändern',
  'title.UpdateEmailPrimaryOtp': 'Code an Ihre jetzige E-Mail',
  'title.UpdateEmailSecondaryOtp': 'Code an Ihre neue E-Mail',
  'title.ApproveTransaction': 'Anfrage prüfen',
  'title.CallsProgress': 'Ein Aufruf nach dem anderen',

  'title.CallsFunds': 'Zu wenig Guthaben',

  'title.ConnectSocials': 'Weitere Wege zur Anmeldung',
  'title.ConnectingSocial': 'Weiter mit {provider}',
  'title.SmartAccountSettings': 'Art des Kontos',
  'title.UpgradeEmailWallet': 'Volle Kontrolle übernehmen',
}
