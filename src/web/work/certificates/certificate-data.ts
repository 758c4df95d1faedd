/** What pages of certificates ask the API for. */
import type { Tone } from '../shell/elements.tsx';

export interface CertificateSummary {
  id: string;
  state: 'incomplete' | 'stated_with_defects' | 'stated';
  status: 'active' | 'superseded' | 'revoked';
  filing: 'none' | 'sent' | 'accepted' | 'refused';
  issued_at: string;
  product: { name: string; model: string | null; sku: string | null };
  sha256: string;
  pdf_bytes: number;
  verify_url: string;
  revoked_at: string | null;
  revocation_reason: string | null;
  successor_id: string | null;
}

export interface Certificate extends CertificateSummary {
  missing: string[];
  defects: { message?: string; rule?: string; [name: string]: unknown }[];
  gaps: { field: string; reason: string; for: 'certificate' | 'registry' }[];
  request: unknown;
}

export interface Filing {
  state: string;
  import_id: string | null;
  sent_at: string;
  decided_at: string | null;
  errors: { field?: string; message?: string; [name: string]: unknown }[];
}

export const STATES: Record<string, { text: string; tone: Tone }> = {
  incomplete: { text: 'incomplete', tone: 'mild' },
  stated_with_defects: { text: 'stated, with defects', tone: 'mild' },
  stated: { text: 'stated', tone: 'info' },
};
export const STATUSES: Record<string, { text: string; tone: Tone }> = {
  active: { text: 'active', tone: 'good' },
  superseded: { text: 'superseded', tone: 'dim' },
  revoked: { text: 'revoked', tone: 'bad' },
};
export const FILINGS: Record<string, { text: string; tone: Tone }> = {
  none: { text: 'not filed', tone: 'dim' },
  sent: { text: 'sent, not decided', tone: 'mild' },
  accepted: { text: 'accepted', tone: 'good' },
  refused: { text: 'refused', tone: 'bad' },
};
