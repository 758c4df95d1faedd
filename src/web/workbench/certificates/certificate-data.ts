/** Requests of the certificate pages to the API, and its words for people. */
import type { Static } from 'typebox';
import type { filingSchemas } from '../../../api/v2/certificates/filings.ts';
import type {
  CertificateLink,
  CheckedCertificate,
  CertificateList as ListSchema,
  Certificate as WholeSchema,
} from '../../../api/v2/certificates/schema.ts';
import type { Tone } from '../shell/elements.tsx';

export type Certificate = Static<typeof WholeSchema>;
export type CertificateList = Static<typeof ListSchema>;
export type Checked = Static<typeof CheckedCertificate>;
export type Link = Static<typeof CertificateLink>;
export type Filings = Static<typeof filingSchemas.FilingList>;

interface Words {
  text: string;
  tone: Tone;
}

export const STATES: Record<Certificate['state'], Words> = {
  incomplete: { text: 'incomplete', tone: 'mild' },
  stated_with_defects: { text: 'stated, with defects', tone: 'mild' },
  stated: { text: 'stated', tone: 'info' },
};
export const STATUSES: Record<Certificate['status'], Words> = {
  active: { text: 'active', tone: 'good' },
  superseded: { text: 'superseded', tone: 'dim' },
  revoked: { text: 'revoked', tone: 'bad' },
};
export const FILINGS: Record<Certificate['filing'], Words> = {
  none: { text: 'not filed', tone: 'dim' },
  sent: { text: 'sent, not decided', tone: 'mild' },
  accepted: { text: 'accepted', tone: 'good' },
  refused: { text: 'refused', tone: 'bad' },
};
