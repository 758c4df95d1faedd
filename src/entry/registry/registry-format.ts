/** The import envelope of the CPSC Product Registry as we write it. `data/entry/registry-fields.json` has its limits and formats. */
import type { Identifier } from './identifiers.ts';
import type { PartyContent, RegistryParty } from './parties.ts';

export interface RegistryEnvelope {
  productList: RegistryEntry[];
}

export interface RegistryEntry {
  coreProduct: CoreProduct;
  directives: Directives;
}

interface CoreProduct {
  versionId: string;
  primaryProductId: string | undefined;
  primaryProductIdType: Identifier['name'] | undefined;
  identifiers?: { identifier: string; identType: Identifier['name'] }[];
  certificateType: 'GCC';
  name: string;
  tradeBrandName: string | undefined;
  description: string | undefined;
  color: string | undefined;
  style: string | undefined;
  manufacturer: RegistryParty;
  /** MM/YYYY. */
  manufactureDate: string;
  /** MM/DD/YYYY, as all dates below. */
  productionStartDate: string | undefined;
  productionEndDate: string | undefined;
  lotNumber: string | undefined;
  lotNumberAssignedBy?: 'Manufacturer' | 'Seller' | undefined;
  lastTestDate?: string;
  labs?: RegistryLab[];
  exemptions?: string[];
  poc: RegistryPoc;
}

export interface RegistryLab extends PartyContent {
  /** ITL: accepted by CPSC, known by its number. LAB: any other. */
  type: 'ITL' | 'LAB';
  cpscId?: string;
  alternateId?: string;
  citationCodes: string[];
  testReportId: string | undefined;
  testURL: string | undefined;
  isComponent?: true;
  componentDescription?: string;
}

export interface RegistryPoc extends PartyContent {
  type: 'Importer' | 'Manufacturer' | 'Laboratory' | 'Broker' | 'Other' | undefined;
  alternateId?: string;
}

/** `isNew` Y makes a party, N looks it up. */
interface PartyDirective {
  isNew: 'Y' | 'N';
  alternateId?: string;
}

interface Directives {
  productUpdate: 'Y' | 'N';
  versionIdToUpdate?: string;
  manufacturer: PartyDirective;
  labs?: PartyDirective[];
  poc: PartyDirective;
}
