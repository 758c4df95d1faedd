/** A request of version 2 with every field that the schema has, and two laboratories. */
import { statedBody } from './state-cases.ts';

const parts = (city: string, country: string) => ({
  line1: `${city.length} Industry Road`,
  line2: 'North Gate',
  unit: 'Hall 7',
  city,
  state_province: 'Guangdong',
  postal_code: '518057',
  country,
});

/** All elements are stated, and nothing is wrong with them; a new object at every call. */
export function structuredBody(): Record<string, Record<string, unknown>> & {
  testing_labs: Record<string, unknown>[];
} {
  const { testing_lab: lab, ...body } = statedBody();
  const { address: _, ...testingLab } = lab;
  return {
    ...(body as object),
    product_info: {
      ...body.product_info,
      name: '成人自行车头盔 Meridian',
      name_en: 'Adult bicycle helmet',
      description: '黑色',
      description_en: 'Matt black, size M',
      trade_name: 'Meridian',
      color: 'Black',
      style: 'Road',
      version_id: 'V-2026-1',
      lot_assigned_by: 'manufacturer',
      date_of_manufacture: '2025-03',
      production_start: '2025-03-03',
      production_end: '2025-03-28',
    },
    identifiers: [
      { type: 'upc', value: '036000291452' },
      { type: 'serial', value: 'SN 100 to SN 900' },
      { type: 'registered', value: 'RN-77' },
    ],
    // Stated as one text and in parts that differ from it.
    manufacturer: {
      ...body.manufacturer,
      name: '明珠体育用品有限公司',
      name_en: 'Bright Harbor Sports Co., Ltd.',
      alternate_id: 'M-1',
      address_parts: parts('Shenzhen', 'CN'),
    },
    cpsc_rules_cited: ['16 CFR part 1203', '16 CFR part 1303', '16 CFR part 1610'],
    testing_labs: [
      {
        ...testingLab,
        name_en: 'Harbor Labs',
        alternate_id: 'L-1',
        rules: ['16 CFR part 1203'],
        report_url: 'https://reports.example/4417',
        address_parts: parts('Guangzhou', 'China'),
      },
      {
        ...lab,
        name: 'Coating Laboratory',
        test_date: '2025-02-28',
        rules: ['16 CFR part 1303'],
        component: 'Coating of the shell',
      },
    ],
    certifier: {
      ...(body.certifier as object),
      name_en: 'Lakeshore',
      alternate_id: 'C-1',
      address_parts: parts('Chicago', 'US'),
    },
    records_contact: {
      ...(body.records_contact as object),
      name_en: 'Records',
      alternate_id: 'R-1',
      address_parts: parts('Chicago', 'US'),
      role: 'importer',
    },
    exclusions: [{ citation: '16 CFR 1610.1(d)(1)', basis: 'Heavy lining' }],
  } as never;
}
