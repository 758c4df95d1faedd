/** Synthetic certificate requests: all state every element, each for another product, in Latin letters or in Chinese. */

export type Script = 'latin' | 'chinese';

const PRODUCTS = { latin: 'Adult bicycle helmet', chinese: '成人自行车头盔' };
const NOUNS = {
  latin: ['Meridian', 'Harbor', 'Willow', 'Summit', 'Lantern', 'Cobalt', 'Juniper', 'Falcon', 'Maple', 'Granite'],
  chinese: ['明珠', '海湾', '垂柳', '山峰', '灯笼', '钴蓝', '杜松', '猎鹰', '枫叶', '岗岩', '星河', '云帆'],
};
const PLACES = {
  latin: ['Shenzhen, Guangdong, China', 'Taichung, Taiwan', 'Haiphong, Vietnam', 'Monterrey, Mexico'],
  chinese: ['中国广东省深圳市南山区', '中国浙江省宁波市北仑区', '中国福建省厦门市思明区', '中国江苏省苏州市虎丘区'],
};
const STREETS = { latin: 'Keji Road, Building', chinese: '科技路高新园区第' };
const COMPANY = { latin: 'Sports Equipment Co., Ltd.', chinese: '体育用品有限公司' };
const LAB = { latin: 'Product Testing Laboratories', chinese: '产品质量检测研究院' };
const PERSON = { latin: 'Li Wei', chinese: '李伟' };
const TITLE = { latin: 'Compliance manager', chinese: '合规经理' };
const RULES = ['16 CFR part 1203', '16 CFR part 1303', '16 CFR part 1500', '16 CFR 1500.48'];

/** Request body number `n`. No two are the same. */
export function certificateRequest(n: number, script: Script) {
  const pick = (list: string[], salt: number) => list[(n * salt + (n >> 3)) % list.length]!;
  const name = `${pick(NOUNS[script], 7)}${script === 'latin' ? ' ' : ''}${pick(NOUNS[script], 3)}`;
  const address = `${n} ${STREETS[script]} ${n % 97}, ${pick(PLACES[script], 5)}`;
  const contact = {
    name: `${name} ${COMPANY[script]}`,
    address,
    email: `quality-${n}@example.test`,
    phone: `+86 755 ${n}`,
  };
  return {
    product_info: {
      name: `${PRODUCTS[script]} ${name} ${n}`,
      model: `MRD-${n}`,
      sku: `SKU-${n}-${n % 13}`,
      date_of_manufacture: '2026-03-14',
      place_of_manufacture: pick(PLACES[script], 11),
      lot: `L${n}`,
    },
    manufacturer: { name: contact.name, address, contact_email: contact.email, phone: contact.phone },
    testing_lab: {
      name: `${pick(NOUNS[script], 9)} ${LAB[script]}`,
      address: `${n % 211} ${STREETS[script]} 1, ${pick(PLACES[script], 13)}`,
      test_date: '2026-02-20',
      email: `lab-${n}@example.test`,
      phone: '+86 755 1000',
      test_place: pick(PLACES[script], 17),
      report_number: `R-2026-${n}`,
    },
    cpsc_rules_cited: RULES.slice(0, 1 + (n % RULES.length)),
    certifier: contact,
    records_contact: { ...contact, name: PERSON[script] },
    attestation: { name: PERSON[script], title: TITLE[script], date: '2026-03-20', accepted: true },
  };
}
