/**
 * Names and shapes of the API. They are generated from its documents; answers may contain more fields than are declared here, and later
 * servers may return other statuses.
 */
import type { components as V0 } from './generated/v0.ts';
import type { components as V1 } from './generated/v1.ts';
import type { components as V2 } from './generated/v2.ts';
import type { Meta } from './meta.ts';
import type { AnswerOf, BodyOf, QueryOf } from './operations.ts';

/** What came with an answer, beside its own fields. */
export type WithMeta<Answer> = Answer & { meta: Meta };

export type HtsResult = V1['schemas']['HtsLookupResult'];
export type HtsStatus = HtsResult['status'];
export type AdjacentHit = V1['schemas']['AdjacentHit'];
/** One result for each code, in the order of the codes, including duplicates. */
export type LookupResult = WithMeta<V1['schemas']['LookupResponse']>;
export type Finding = V1['schemas']['Finding'];
export type Severity = Finding['severity'];
export type ScanReport = WithMeta<V1['schemas']['ScanReport']>;
/** A certificate request. Missing information is printed as not stated; nothing is guessed. Dates are `YYYY-MM-DD`. */
export type GccRequest = V1['schemas']['CertificateRequest'];

export type DutyItem = V2['schemas']['DutyItem'];
export type DutyAnswer = V2['schemas']['DutyAnswer'];
export type DutiesResult = WithMeta<V2['schemas']['DutiesResponse']>;
export type PixelScanRequest = V2['schemas']['PixelScanRequest'];
export type PixelReport = WithMeta<V2['schemas']['PixelReport']>;
export type PixelFinding = V2['schemas']['PixelFinding'];
export type CertificateRequest = V2['schemas']['CertificateRequest'];
export type MadeCertificate = WithMeta<V2['schemas']['MadeCertificate']>;
export type CertificateRecord = WithMeta<V2['schemas']['Certificate']>;
export type CertificateSummary = V2['schemas']['CertificateSummary'];
export type CertificateQuery = QueryOf<'listCertificates'>;
export type CheckedCertificate = WithMeta<V2['schemas']['CheckedCertificate']>;
export type CertificateLink = WithMeta<V2['schemas']['CertificateLink']>;
export type RevocationRequest = V2['schemas']['RevocationRequest'];
export type RegistryEnvelope = WithMeta<AnswerOf<'readRegistryEnvelope'>>;
export type RegistryQuery = QueryOf<'readRegistryEnvelope'>;
export type RegistryRequest = V2['schemas']['RegistryRequest'];
export type Filing = V2['schemas']['Filing'];
export type Gap = V2['schemas']['Gap'];
export type PartyRequest = V2['schemas']['PartyRequest'];
export type Party = V2['schemas']['Party'];
export type PartyQuery = QueryOf<'listParties'>;
export type WatchRequest = V2['schemas']['WatchRequest'];
export type WatchEdit = V2['schemas']['WatchEdit'];
export type Watch = WithMeta<V2['schemas']['Watch']>;
export type MadeWatch = WithMeta<V2['schemas']['MadeWatch']>;
export type WatchSummary = V2['schemas']['WatchSummary'];
export type WatchSecret = WithMeta<V2['schemas']['WatchSecret']>;
export type WatchEvent = V2['schemas']['WatchEvent'];
export type EventQuery = QueryOf<'listEvents'>;
export type JobSummary = V2['schemas']['JobSummary'];
export type JobStatus = JobSummary['status'];
export type LineError = V2['schemas']['LineError'];
export type TariffAudit = WithMeta<V2['schemas']['TariffAudit']>;
export type TariffAuditRequest = BodyOf<'createTariffAudit'>;
export type TariffAuditOptions = QueryOf<'createTariffAudit'>;
export type TariffLine = AnswerOf<'listTariffAuditLines'>['lines'][number];
export type TariffHeadings = WithMeta<AnswerOf<'listTariffAuditHeadings'>>;
export type PixelAudit = WithMeta<V2['schemas']['PixelAudit']>;
export type PixelAuditRequest = BodyOf<'createPixelAudit'>;
export type PixelAuditOptions = QueryOf<'createPixelAudit'>;
export type StoreLine = AnswerOf<'listPixelAuditLines'>['lines'][number];
export type EntryBatch = WithMeta<V2['schemas']['EntryBatch']>;
export type EntryBatchRequest = BodyOf<'createEntryBatch'>;
export type EntryBatchOptions = QueryOf<'createEntryBatch'>;
export type BatchLine = AnswerOf<'listEntryBatchLines'>['lines'][number];
export type Account = WithMeta<V2['schemas']['Account']>;
export type RotationRequest = BodyOf<'rotateOwnKey'>;
export type RotatedKey = WithMeta<V2['schemas']['RotatedKey']>;

export type Explanation = WithMeta<V0['schemas']['Explanation']>;
export type DutyQuery = QueryOf<'workOutDuty'>;
export type PublicDutyAnswer = WithMeta<AnswerOf<'workOutDuty'>>;
export type TariffLists = WithMeta<AnswerOf<'listTariffLists'>>;
export type TariffListFile = WithMeta<AnswerOf<'downloadTariffListJson'>>;
export type TariffChanges = WithMeta<AnswerOf<'listTariffChanges'>>;
export type ScheduleMatches = WithMeta<AnswerOf<'searchTariffSchedule'>>;
export type TariffHistory = WithMeta<AnswerOf<'readTariffHistory'>>;
export type SchedulePage = WithMeta<AnswerOf<'browseTariffSchedule'>>;
export type PixelRules = WithMeta<AnswerOf<'listPixelRules'>>;
export type PublicPixelReport = WithMeta<AnswerOf<'scanStorefrontOnce'>>;
export type Citations = WithMeta<AnswerOf<'searchCitations'>>;
export type Verification = WithMeta<V0['schemas']['Verification']>;
