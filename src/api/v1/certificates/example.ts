/** A complete request for a certificate. */
export const BICYCLE_HELMET = {
  product_info: {
    name: 'Adult bicycle helmet',
    model: 'MRD-M',
    sku: 'HLM-MRD-M-BLK',
    date_of_manufacture: '2025-03-14',
    place_of_manufacture: 'Shenzhen, China',
  },
  manufacturer: {
    name: 'Bright Harbor Sports Co., Ltd.',
    address: '88 Keji Road, Nanshan District, Shenzhen 518057, China',
    contact_email: 'compliance@brightharbor.example',
    phone: '+86 755 5550 0142',
  },
  testing_lab: {
    name: 'Harbor Testing Laboratories',
    accreditation_id: 'A2LA 1234.01',
    test_date: '2025-02-20',
    test_place: 'Shenzhen, China',
    address: '12 Gaoxin South Road, Nanshan District, Shenzhen 518063, China',
    email: 'reports@harbortesting.example',
    phone: '+86 755 5550 0177',
  },
  cpsc_rules_cited: ['16 CFR part 1203'],
  certifier: {
    name: 'Meridian Cycling Imports LLC',
    address: '400 Harbor Way, Suite 210, Oakland, CA 94607, United States',
    email: 'compliance@meridiancycling.example',
    phone: '+1 510 555 0142',
  },
  records_contact: {
    name: 'Dana Whitfield',
    address: '400 Harbor Way, Suite 210, Oakland, CA 94607, United States',
    email: 'records@meridiancycling.example',
    phone: '+1 510 555 0143',
  },
  attestation: {
    name: 'Dana Whitfield',
    title: 'Compliance manager',
    date: '2025-03-20',
    accepted: true,
    statement: 'Sample: put here the sentence that your certifier attests to.',
  },
};
