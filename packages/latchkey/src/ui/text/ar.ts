import type { Catalogue } from '../text.ts'

/** Every word of the modal, in Arabic. Loaded when the page or the site asks for it. */
export const ar: Catalogue = {
  // titles
  'title.Connect': 'تسجيل الدخول أو الربط',
  'title.Account': 'حسابك',
  'title.AccountSettings': 'إعدادات الحساب',
  'title.Networks': 'اختر شبكة',
  'title.SwitchNetwork': 'الانتقال إلى {network}',
  'title.UnsupportedChain': 'الشبكة غير مدعومة هنا',
  'title.WhatIsAWallet': 'ما هي المحفظة؟',
  'title.WhatIsANetwork': 'ما هي الشبكة؟',
  'title.GetWallet': 'احصل على محفظة',
  'title.Downloads': 'احصل على {wallet}',

  // shell
  'shell.close': 'إغلاق',
  'shell.back': 'رجوع إلى {title}',
  'shell.settings': 'إعدادات الحساب',
  'shell.network': 'الشبكة: {network}',
  'shell.dismiss': 'تجاهل',
  'shell.loading': 'جارٍ التحميل',
  'shell.newTab': 'يُفتح في علامة تبويب جديدة',
  'shell.blocked.unsupportedChain': 'غيّر الشبكة أو اقطع الاتصال للمتابعة.',
  'shell.blocked.signInRequired': 'سجّل الدخول أو اقطع الاتصال للمتابعة.',
  'shell.offline': 'أنت غير متصل بالإنترنت. المحافظ المثبتة ما زالت تعمل.',
  'shell.crash.title': 'تعذّر تحميل هذا الجزء',
  'shell.crash.text': 'لم يُرسَل شيء ولم يُوقَّع شيء. يمكنك المحاولة مرة أخرى.',
  'shell.crash.back': 'رجوع',
  'shell.crash.copy': 'نسخ التفاصيل',
  'shell.covered': 'إحضار إلى الأمام',

  // developer alerts, debug mode only
  'alert.NETWORK_NOT_FOUND': 'الشبكة غير موجودة: {detail} ليست ضمن القائمة المضبوطة.',
  'alert.INVALID_APP_CONFIGURATION': 'إعداد التطبيق غير صالح: رفضت البوابة هذا المصدر أو المشروع.',
  'alert.SESSION_EXPIRED': 'انتهت الجلسة: تحقق من إعدادات الوقت في هذا الجهاز.',
  'alert.PROJECT_ID_NOT_CONFIGURED': 'لم يُضبط معرّف المشروع.',

  // toasts
  'toast.addressCopied': 'نُسخ العنوان',
  'toast.networkSwitched': 'أنت الآن على {network}',
  'toast.walletConnected': 'تم ربط {wallet}',
  'toast.disconnected': 'تم قطع الاتصال',
  'toast.disconnectFailed': 'تعذّر قطع الاتصال',
  'toast.disconnectFailed.more': 'قُطع اتصالك بهذا الموقع، لكن تعذّر إبلاغ المحفظة.',
  'toast.tokenBalanceUnavailable': 'رصيد العملات غير متاح',
  'toast.tokenBalanceUnavailable.more': 'نعرض آخر أرصدة معروفة.',
  'toast.storageDenied': 'لن يتذكر هذا المتصفح محفظتك.',
  'toast.changedInOtherTab': 'غيّرت المحفظة في علامة تبويب أخرى.',
  'toast.restoreFailed': '{wallet} غير متاحة. اربطها حين تكون مستعدًا.',

  // legal
  'legal.both': 'بالمتابعة فإنك توافق على <terms>شروط</terms> {site} و<privacy>سياسة الخصوصية</privacy>.',
  'legal.onlyTerms': 'بالمتابعة فإنك توافق على <terms>شروط</terms> {site}.',
  'legal.onlyPrivacy': 'بالمتابعة فإنك توافق على <privacy>سياسة خصوصية</privacy> {site}.',
  'legal.accept.both': 'أوافق على <terms>شروط الخدمة</terms> و<privacy>سياسة الخصوصية</privacy>',
  'legal.accept.onlyTerms': 'أوافق على <terms>شروط الخدمة</terms>',
  'legal.accept.onlyPrivacy': 'أوافق على <privacy>سياسة الخصوصية</privacy>',
  'legal.accept.why': 'وافق على الشروط لتختار طريقة الدخول.',

  // tags
  'tag.recent': 'الأخيرة',
  'tag.installed': 'مثبّتة',

  // connect
  'connect.wallets': 'المحافظ',
  'connect.none': 'لا توجد محفظة في هذا المتصفح. ثبّت واحدة ثم عُد إلى هنا.',
  'connect.directoryDown': 'تعذّر تحميل المحافظ الأخرى.',
  'connect.retry': 'أعد المحاولة',
  'connect.noMethod': 'لا توجد طريقة متاحة لتسجيل الدخول',
  'connect.row.recent': '{wallet}، مستخدمة أخيرًا',
  'connect.row.installed': '{wallet}، مثبّتة',
  'connect.row.lookalike': '{wallet}، {rdns}، مثبّتة',

  // connecting
  'connecting.waiting': 'وافق في {wallet}',
  'connecting.waiting.more': 'تسألك نافذتها إن كان يجوز لهذا الموقع رؤية عنوانك.',
  'connecting.noWindow': 'لا ترى النافذة؟',
  'connecting.noWindow.more': 'انقر على أيقونة {wallet} في شريط أدوات المتصفح.',
  'connecting.failed': 'لم يتم ربط {wallet}.',
  'connecting.done': 'تم الربط',
  'connecting.details': 'التفاصيل',
  'connecting.dontHave': 'ليست لديك {wallet}؟',

  // failures
  'failure.WALLET_LOCKED': '<title>{wallet} مقفلة.</title> انقر على أيقونتها في شريط المتصفح لفتحها.',
  'failure.PROMPT_PENDING': '<title>{wallet} تسألك بالفعل.</title> افتحها لتجيب.',
  'failure.USER_REJECTED': '<title>قلت لا في {wallet}.</title> لم يُشارَك شيء ولم يُرسَل شيء.',
  'failure.EXTENSION_RELOADED': '<title>تم تحديث {wallet}.</title> أعد تحميل هذه الصفحة للمتابعة.',
  'failure.WALLET_NOT_RESPONDING': '<title>{wallet} لا تستجيب.</title> أعد تشغيل المتصفح أو استخدم هاتفك.',
  'failure.WALLET_LOOKALIKE': '<title>إضافتان تحملان اسم {wallet}.</title> اختر التي تثق بها.',
  'failure.WALLET_NOT_SEEN': '<title>{wallet} غير ظاهرة هنا.</title> ثبّتها للتو؟ أعد تحميل الصفحة.',
  'failure.ACCOUNT_NOT_SHARED': '<title>لم تشارك {wallet} هذا الحساب.</title> اختره هناك.',
  'failure.HARDWARE_NOT_READY': 'افتح قفل محفظتك الصلبة وشغّل التطبيق المناسب عليها.',
  'failure.SITE_REFUSED': '<title>هذه الطريقة غير مهيأة لهذا الموقع.</title> اختر طريقة أخرى.',
  'failure.METHOD_NOT_GRANTED': 'لا تستطيع {wallet} فعل ذلك.',
  'failure.CHAIN_NOT_IN_WALLET': 'ليست {network} في {wallet} بعد.',
  'failure.SWITCH_NOT_APPLIED': '<title>ما زالت {wallet} على {other}.</title> غيّر الشبكة هناك.',
  'failure.ADD_CHAIN_INVALID': 'تعذّرت إضافة {network}: إعدادات هذا الموقع خاطئة.',
  'failure.CHAIN_MISMATCH': '{wallet} على {other}، والمطلوب {network}.',
  'failure.NETWORK_NOT_OFFERED': 'لا يستخدم هذا الموقع {other}.',
  'failure.CSP_BLOCKED': 'إعدادات الأمان في هذا الموقع تمنع هذه الطريقة.',
  'failure.INSECURE_CONTEXT': 'تحتاج المحافظ إلى عنوان آمن (https).',
  'failure.FRAMED_NO_WALLET': 'لا تصل إضافات المحافظ إلى هذه الصفحة المضمّنة.',
  'failure.DIALOG_COVERED': 'شيء في هذه الصفحة يغطي هذه النافذة.',
  'failure.OFFLINE': '<title>أنت غير متصل بالإنترنت.</title> نتابع حين يعود الاتصال.',
  'failure.DIRECTORY_DOWN': 'نعرض قائمة أقصر من المحافظ.',
  'failure.DATA_UNAVAILABLE': 'تعذّر تحميل الأرصدة الآن.',
  'failure.UNKNOWN_FAILURE': 'حدث خطأ ما في {wallet}.',

  // buttons
  'action.tryAgain': 'حاول مرة أخرى',
  'action.tryNow': 'جرّب الآن',
  'action.otherWays': 'طرق أخرى',
  'action.unlocked': 'فتحت القفل',
  'action.checkAgain': 'تحقق مرة أخرى',
  'action.reload': 'أعد تحميل الصفحة',
  'action.chooseAccount': 'اختر الحساب',
  'action.addNetwork': 'أضف {network}',
  'action.switchTo': 'انتقل إلى {network}',
  'action.otherNetworks': 'شبكات أخرى',
  'action.loadAll': 'تحميل الكل',
  'action.getNamed': 'احصل على {wallet}',
  'action.get': 'احصل عليها',
  'action.getWallet': 'احصل على محفظة',
  'action.disconnect': 'قطع الاتصال',
  'action.copyAddress': 'نسخ العنوان',
  'action.clear': 'مسح',

  // account
  'account.worth': 'قيمة عملاتك',
  'account.worthUnknown': 'السعر غير معروف',
  'account.worthPartly': 'دون العملات مجهولة السعر',
  'account.explorer': 'مستكشف الكتل',
  'account.address': 'العنوان',

  // tokens
  'tokens.heading': 'العملات',
  'tokens.loading': 'جارٍ تحميل عملاتك',
  'tokens.empty': 'لا شيء على هذه الشبكة بعد. سيظهر هنا ما تستلمه.',
  'tokens.noPrice': 'بلا سعر',
  'tokens.stale': 'حُدّث {ago}',
  'tokens.justNow': 'الآن',

  // account settings
  'settings.network': 'الشبكة',
  'settings.wallet': 'المحفظة',
  'settings.row': '{label}، {value}',
  'settings.disconnecting': 'جارٍ قطع الاتصال',

  // networks
  'networks.search': 'البحث عن شبكة',
  'networks.none': 'لا توجد شبكة باسم «{query}».',
  'networks.found': {
    zero: 'لا شبكات',
    one: 'شبكة واحدة',
    two: 'شبكتان',
    few: '{count} شبكات',
    many: '{count} شبكة',
    other: '{count} شبكة',
  },
  'networks.otherWallet': 'تحتاج إلى محفظة أخرى',
  'networks.cannot': '{wallet} لا تعمل هنا',
  'networks.connect': 'ربط',
  'networks.note': 'قد تعرف محفظتك شبكات أقل مما في هذه القائمة.',
  'networks.help': 'ما هي الشبكة؟',
  'networks.unknown': 'الشبكة {chainId}',

  // switch network
  'switch.waiting': 'وافق في {wallet}',
  'switch.waiting.more': 'تسألك إن كان يجوز لهذا الموقع استخدام {network}.',
  'switch.waiting.local': 'جارٍ الانتقال إلى {network}…',
  'switch.failed': 'لم تنتقل {wallet} إلى الشبكة.',

  // unsupported network
  'unsupported.sentence': 'لا يعمل {site} على {network}. اختر إحدى هذه الشبكات للمتابعة.',
  'unsupported.list': 'شبكات هذا الموقع',
  'unsupported.or': 'أو',

  // help
  'help.wallet.key': 'مفتاحك إلى تطبيقات كثيرة',
  'help.wallet.key.more': 'لا كلمة مرور لتتذكرها.',
  'help.wallet.place': 'مكان لما تملكه',
  'help.wallet.place.more': 'مال ومقتنيات وعضويات.',
  'help.wallet.hold': 'المفتاح بيدك أنت',
  'help.wallet.hold.more': 'لا أحد يستطيع تجميدها، فاحفظ وسيلة استعادتها في أمان.',
  'help.network.ledger': 'السجل الذي يعمل عليه التطبيق',
  'help.network.ledger.more': 'لكل شبكة رسومها وعملتها.',
  'help.network.same': 'عنوان واحد وشبكات كثيرة',
  'help.network.same.more': 'قد يحمل العنوان نفسه أشياء مختلفة على شبكات مختلفة.',
  'help.network.learn': 'اعرف المزيد',

  // get a wallet
  'get.list': 'محافظ للتثبيت',
  'get.none': 'تعذّر عرض المحافظ. حاول لاحقًا.',
  'downloads.chromeStore': 'إضافة للمتصفح',
  'downloads.firefoxStore': 'إضافة لمتصفح Firefox',
  'downloads.appStore': 'آيفون وآيباد',
  'downloads.playStore': 'أندرويد',
  'downloads.homepage': 'الموقع',
  'downloads.none': 'لم تقدّم {wallet} رابطًا للتنزيل.',
  'downloads.after': 'بعد التثبيت أعد تحميل هذه الصفحة للمتابعة.',
}
