/** One product, company and address in each script that certificates are drawn in, as an exporter would write them. */
export interface ScriptSample {
  /** The script, or the language where several share it. */
  script: string;
  product: string;
  company: string;
  address: string;
  /** In English, for `country` and the place of manufacture. */
  country: string;
}

const sample = (script: string, country: string, product: string, company: string, address: string): ScriptSample => ({
  script,
  country,
  product,
  company,
  address,
});

export const SCRIPT_SAMPLES: readonly ScriptSample[] = [
  sample(
    'latin',
    'Portugal',
    'Cómoda de carvalho “Évora”',
    'Móveis São João, Lda.',
    'Rua do Açúcar 12, 4450-001 Matosinhos',
  ),
  sample(
    'latin-central',
    'Czechia',
    'Žluťoučký dubový prádelník',
    'Příliš & Łódź, s. r. o.',
    'Křižíkova 34, 186 00 Praha',
  ),
  sample(
    'latin-turkish',
    'Türkiye',
    'Meşe şifonyer, İğneada',
    'Yıldız Ağaç İşleri A.Ş.',
    'Çağlayan Mah. Güneş Sk. 5, İstanbul',
  ),
  sample(
    'vietnamese',
    'Viet Nam',
    'Tủ ngăn kéo gỗ sồi “Hội An”',
    'Công ty Cổ phần Đồ gỗ Nghĩa Hưng',
    '123 Đường Nguyễn Trãi, Quận Thanh Xuân, Hà Nội',
  ),
  sample(
    'greek',
    'Greece',
    'Συρταριέρα από ξύλο δρυός',
    'Ελληνική Βιομηχανία Επίπλων Α.Ε.',
    'Λεωφόρος Αθηνών 45, 104 41 Αθήνα',
  ),
  sample(
    'cyrillic',
    'Kazakhstan',
    'Комод из дуба «Алтай»',
    'ТОО «Мебельная фабрика Қазақ жиһазы»',
    'пр. Назарбаева, д. 12, Алматы',
  ),
  sample(
    'chinese-simplified',
    'China',
    '五斗柜（橡木色）',
    '佛山市顺德区龙江镇家具制造有限公司',
    '广东省佛山市顺德区龙江镇朝阳路88号',
  ),
  sample(
    'chinese-traditional',
    'Taiwan',
    '橡木五斗櫃，附滑軌',
    '臺灣優質家具股份有限公司',
    '臺中市西屯區工業區一路12號',
  ),
  sample('japanese', 'Japan', 'オーク材の五段チェスト', '株式会社東海家具製作所', '静岡県浜松市中区砂山町325番地の6'),
  sample('korean', 'Republic of Korea', '참나무 5단 서랍장', '주식회사 한빛가구', '경기도 고양시 일산동구 중앙로 1234'),
  sample('arabic', 'Egypt', 'خزانة أدراج من خشب البلوط', 'شركة النور لصناعة الأثاث', 'شارع التحرير 15، القاهرة'),
  sample('persian', 'Germany', 'کمد کشودار چوب بلوط', 'شرکت مبل‌سازی آریا می‌سازد', 'خیابان ولیعصر، پلاک ۱۲۳'),
  sample('urdu', 'Pakistan', 'بلوط کی لکڑی کی دراز', 'لاہور فرنیچر کمپنی', 'مال روڈ، لاہور 54000'),
  sample('hebrew', 'Israel', 'שידת מגירות מעץ אלון', 'רהיטי הצפון בע״מ', 'רחוב הרצל 12, חיפה'),
  sample(
    'thai',
    'Thailand',
    'ตู้ลิ้นชักไม้โอ๊คสีน้ำผึ้ง',
    'บริษัท เฟอร์นิเจอร์ไทย จำกัด',
    '88/8 ถนนสุขุมวิท แขวงคลองเตย กรุงเทพมหานคร 10110',
  ),
  sample(
    'devanagari',
    'India',
    'ओक की लकड़ी की दराज',
    'भारत फर्नीचर प्राइवेट लिमिटेड',
    '१२, महात्मा गांधी मार्ग, मुंबई, महाराष्ट्र',
  ),
  sample('bengali', 'Bangladesh', 'ওক কাঠের ড্রয়ার', 'বাংলাদেশ আসবাবপত্র লিমিটেড', '১২ গুলশান এভিনিউ, ঢাকা ১২১২'),
  sample('tamil', 'India', 'ஓக் மர இழுப்பறை', 'தமிழ்நாடு மரச்சாமான்கள் நிறுவனம்', '12 அண்ணா சாலை, சென்னை 600002'),
  sample('telugu', 'India', 'ఓక్ చెక్క సొరుగు', 'హైదరాబాద్ ఫర్నిచర్ ప్రైవేట్ లిమిటెడ్', '12 బంజారా హిల్స్, హైదరాబాద్ 500034'),
  sample('gujarati', 'India', 'ઓક લાકડાનું ડ્રોઅર', 'ગુજરાત ફર્નિચર પ્રાઇવેટ લિમિટેડ', '૧૨ આશ્રમ રોડ, અમદાવાદ ૩૮૦૦૦૯'),
  sample('gurmukhi', 'India', 'ਓਕ ਦੀ ਲੱਕੜ ਦਾ ਦਰਾਜ਼', 'ਪੰਜਾਬ ਫਰਨੀਚਰ ਪ੍ਰਾਈਵੇਟ ਲਿਮਿਟਡ', '12 ਮਾਲ ਰੋਡ, ਲੁਧਿਆਣਾ 141001'),
  sample('kannada', 'India', 'ಓಕ್ ಮರದ ಡ್ರಾಯರ್', 'ಕರ್ನಾಟಕ ಪೀಠೋಪಕರಣ ಸಂಸ್ಥೆ', '12 ಎಂ.ಜಿ. ರಸ್ತೆ, ಬೆಂಗಳೂರು 560001'),
  sample('malayalam', 'India', 'ഓക്ക് തടി അലമാര', 'കേരള ഫർണിച്ചർ നിർമ്മാണ കമ്പനി', '12 എം.ജി. റോഡ്, കൊച്ചി 682016'),
  sample('sinhala', 'Sri Lanka', 'ඕක් ලී ලාච්චුව', 'ශ්‍රී ලංකා ගෘහ භාණ්ඩ සමාගම', '12 ගාලු පාර, කොළඹ 03'),
  sample('khmer', 'Cambodia', 'ទូថតឈើអុក', 'ក្រុមហ៊ុនគ្រឿងសង្ហារឹមកម្ពុជា', 'ផ្លូវព្រះនរោត្តម រាជធានីភ្នំពេញ'),
  sample('burmese', 'Myanmar', 'ဝက်သစ်ချသားအံဆွဲ', 'မြန်မာပရိဘောဂကုမ္ပဏီလီမိတက်', 'အမှတ် ၁၂၊ ပြည်လမ်း၊ ရန်ကုန်မြို့'),
  sample('lao', 'Laos', 'ຕູ້ລີ້ນຊັກໄມ້ໂອກ', 'ບໍລິສັດ ເຟີນິເຈີລາວ ຈຳກັດ', 'ຖະໜົນລ້ານຊ້າງ, ນະຄອນຫຼວງວຽງຈັນ'),
  sample('georgian', 'Georgia', 'მუხის კომოდი', 'შპს ქართული ავეჯი', 'რუსთაველის გამზირი 12, თბილისი'),
  sample('armenian', 'Armenia', 'Կաղնե կոմոդ', 'Հայկական կահույք ՍՊԸ', 'Մաշտոցի պողոտա 12, Երևան'),
  sample('ethiopic', 'Ethiopia', 'የኦክ እንጨት መሳቢያ', 'የኢትዮጵያ የቤት ዕቃዎች ኩባንያ', 'ቦሌ መንገድ 12፣ አዲስ አበባ'),
  sample('tibetan', 'Bhutan', 'རྐང་འཁོར་གྱི་རྨོག་ཞྭ།', 'བོད་རང་སྐྱོང་ལྗོངས།', 'ལྷ་ས་གྲོང་ཁྱེར།'),
  sample(
    'emoji',
    'Canada',
    'String lights 💡🎄 “Joyeux” ❤️',
    'Northern Lights 👩‍🔧🌈 Ltd.',
    '7 Rue de la Paix ☀️, Montréal',
  ),
];

/** Words with stacked, reordered and joined letters: what shapers get wrong first. */
export const DIFFICULT_WORDS: readonly [script: string, words: string][] = [
  ['vietnamese', 'ĐƯỜNG NGUYỄN HUỆ ẾỆỖ ẶẪ'],
  ['persian', 'می‌خواهم بزرگ‌سالان'],
  ['devanagari', 'श्री कृष्ण ट्रक स्त्री कर्त्तव्य दुःख क्‌ष र्‍यात'],
  ['bengali', 'প্রাপ্তবয়স্ক শ্রীলক্ষ্মী ক্রীড়া কি কৌ স্ত্রী র‍্যাব'],
  ['tamil', 'ஸ்ரீ கொடி கௌரி க்ஷ'],
  ['telugu', 'శ్రీ లక్ష్మి స్పోర్ట్స్ స్త్రీ విశ్వవిద్యాలయం'],
  ['gujarati', 'શ્રી કૃષ્ણ આશ્રમ ક્ષત્રિય'],
  ['gurmukhi', 'ਸ੍ਰੀ ਗੁਰੂ ਅੰਮ੍ਰਿਤਸਰ ਪੰਜਾਬ'],
  ['kannada', 'ಶ್ರೀ ಲಕ್ಷ್ಮಿ ವಿಶ್ವವಿದ್ಯಾಲಯ ರಾಜ್‌ಕುಮಾರ್ ರ‍್ಕ'],
  ['malayalam', 'മുതിർന്നവർക്കുള്ള ശ്രീലക്ഷ്മി കൊടുങ്ങല്ലൂർ'],
  ['sinhala', 'ක්‍ෂණික ක්‍රීඩා වැඩිහිටියන්'],
  ['thai', 'น้ำหนัก ที่อยู่ปัจจุบัน ปฏิบัติกตัญญู ปู่ปี้'],
  ['lao', 'ສຳລັບຜູ້ໃຫຍ່ ນ້ຳ'],
  ['khmer', 'មួកសុវត្ថិភាពសម្រាប់មនុស្សពេញវ័យ ស្ត្រី ព្រះរាជាណាចក្រកម្ពុជា'],
  ['burmese', 'ကြွေး ဝန်ကြီးဌာန သတ္တဝါ ဗိုလ်ချုပ်အောင်ဆန်းလမ်း'],
  ['tibetan', 'བསྒྲུབས་སྐྱེས། རྐང་འཁོར་གྱི་རྨོག་ཞྭ།'],
];
