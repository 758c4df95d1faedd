/** The parties of a certificate as the registry keeps them: under a key, made once and looked up afterwards. */
import { type AddressParts, type Contact, type GccRequest, labsOf } from '../../domain/certificate.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import { isCpscLabId } from '../issue/notes.ts';
import { registryCountry } from './registry-country.ts';
import { derivedPartyKey } from './registry-keys.ts';

/** What is filed of a party besides its key. */
export interface PartyContent {
  name?: string;
  addressLine1?: string;
  addressLine2?: string;
  aptNumber?: string;
  city?: string;
  stateProvince?: string;
  country?: string;
  postalCode?: string;
  phone?: string;
  email?: string;
}

export interface RegistryParty extends PartyContent {
  alternateId: string;
}

/** A party that the registry keeps, and where the request states it. */
export interface KeyedParty {
  /** JSON pointer. */
  path: string;
  party: RegistryParty;
  /** SHA-256 of the content, to tell when a key would stand for another one. */
  contentSha256: string;
}

export interface KeyedParties {
  manufacturer: KeyedParty;
  /** In the order of the laboratories. Undefined for one that is known by its CPSC number. */
  labs: (KeyedParty | undefined)[];
  /** Undefined unless the keeper of the records is none of the parties that the registry knows already. */
  poc: KeyedParty | undefined;
}

export function keyedParties(request: GccRequest): KeyedParties {
  const { manufacturer, records_contact: records } = request;
  return {
    manufacturer: keyedParty('/manufacturer', { ...manufacturer, email: manufacturer.contact_email }),
    labs: labsOf(request).map(({ path, lab }) => (isCpscAccepted(lab.cpsc_id) ? undefined : keyedParty(path, lab))),
    poc: records?.role === 'other' ? keyedParty('/records_contact', records) : undefined,
  };
}

/** A CPSC number names an accepted laboratory. It is taken from the request and not checked against CPSC's list. */
export function isCpscAccepted(cpscId: string | undefined): boolean {
  return cpscId !== undefined && isCpscLabId(cpscId);
}

/** Every party of a certificate that has a key. */
export function listOf({ manufacturer, labs, poc }: KeyedParties): KeyedParty[] {
  return [manufacturer, ...labs, poc].filter((party) => party !== undefined);
}

function keyedParty(path: string, contact: Contact): KeyedParty {
  const content = contentOf(contact);
  const contentSha256 = sha256Hex(JSON.stringify(content));
  const alternateId = contact.alternate_id ?? derivedPartyKey(contentSha256);
  return { path, party: { alternateId, ...content }, contentSha256 };
}

function contentOf({ name, name_en, address_parts: parts, phone, email }: Contact): PartyContent {
  const content = { name: name_en ?? name, ...addressOf(parts), phone, email };
  return Object.fromEntries(Object.entries(content).filter(([, text]) => text !== undefined));
}

/** @param parts a part that states nothing is absent (`filed-request.ts`) */
function addressOf(parts: Partial<AddressParts> | undefined): { [Name in keyof PartyContent]: string | undefined } {
  if (!parts) return {};
  return {
    addressLine1: parts.line1,
    ...(parts.line2 !== undefined && { addressLine2: parts.line2 }),
    ...(parts.unit !== undefined && { aptNumber: parts.unit }),
    city: parts.city,
    ...(parts.state_province !== undefined && { stateProvince: parts.state_province }),
    country: parts.country && (registryCountry(parts.country) ?? parts.country),
    postalCode: parts.postal_code,
  };
}
