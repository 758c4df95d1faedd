/** Turns an unknown body into a cleaned request, or reports all its faults at once. The schema defines what is allowed. */
import type { AddressParts, GccRequest } from '../../domain/certificate.ts';
import { isObject } from '../../domain/fields.ts';
import { composedAddress } from './address.ts';
import { FieldReader } from './field-reader.ts';
import { CertificateRequestSchema, GccRequestSchema } from './request-schema.ts';

/** Which fields a request has: those of a version of the API, or in a file those of v2, where unknown ones are ignored as in v1. */
export type RequestForm = 'v1' | 'v2' | 'file';

/**
 * Reads a request body (parsed JSON): cleans every text (`clean-text.ts`), drops empty optional fields and, but for v2, unknown ones, and
 * composes an address that is stated only in parts.
 *
 * @param nowMs milliseconds since the Unix epoch; dates may not be in the future.
 * @throws PortsideError `invalid_request` whose `details` name every failing path (RFC 6901) but never a value.
 */
export function readRequest(body: unknown, nowMs: number, form: RequestForm = 'v1'): GccRequest {
  const reader = new RequestReader(nowMs);
  const schema = form === 'v1' ? GccRequestSchema : CertificateRequestSchema;
  const wire = reader.read(schema, body) as ReadBody | undefined;
  if (isObject(body) && wire) {
    if (isObject(body.product_info)) reader.requireIdentifier(wire, form);
    for (const party of partiesOf(wire)) party.address ??= party.address_parts && composedAddress(party.address_parts);
    if (form !== 'v1') reader.requireV2(wire);
  }
  reader.requireBounds();
  reader.refuseFaults(body, form === 'v2' ? schema : undefined);
  return { ...wire, cpsc_rules_cited: wire?.cpsc_rules_cited ?? [], exclusions: wire?.exclusions ?? [] } as GccRequest;
}

/** A body whose faults are not all known: any field may be absent. */
type ReadBody = { [Field in keyof GccRequest]?: GccRequest[Field] extends infer Value ? Partial<Value> : never };
interface ReadParty {
  address?: string;
  address_parts?: AddressParts;
}

function partiesOf(wire: ReadBody): ReadParty[] {
  const labs = wire.testing_labs as ReadParty[] | undefined;
  const parties = [wire.manufacturer, wire.certifier, wire.records_contact, wire.testing_lab, ...(labs ?? [])];
  return parties.filter((party) => party !== undefined) as ReadParty[];
}

/** What a request needs besides what its schema says. */
class RequestReader extends FieldReader {
  /** 16 CFR 1110.11(a)(1): at least one identifier. If one is present but faulty, that fault is already reported. */
  requireIdentifier({ product_info: product, identifiers }: ReadBody, form: RequestForm): void {
    const names = form === 'v1' ? (['model', 'sku'] as const) : (['model', 'sku', 'gtin'] as const);
    const isReported = (path: string) =>
      path.startsWith('/identifiers') || names.some((name) => path === `/product_info/${name}`);
    if (names.some((name) => product?.[name] !== undefined) || this.faults.some(({ path }) => isReported(path))) return;
    if (form === 'v1') {
      for (const name of names) this.fault(`/product_info/${name}`, 'Either model or sku is required.');
    } else if (!identifiers?.length) {
      this.fault('/identifiers', 'At least one of model, sku, gtin and identifiers is required.');
    }
  }

  /** What the schema of v2 cannot say. Paths that are faulty already are absent here. */
  requireV2(wire: ReadBody): void {
    const { manufacturer, testing_lab: lab, testing_labs: labs, cpsc_rules_cited: rules = [] } = wire;
    const reported = this.faults.some(({ path }) => path.startsWith('/manufacturer/address'));
    if (manufacturer && manufacturer.address === undefined && !reported) {
      this.fault('/manufacturer/address', 'Either address or address_parts is required.');
    }
    if (lab && labs) this.fault('/testing_labs', 'State either testing_lab or testing_labs.');
    for (const [index, each] of ((labs ?? []) as ({ rules?: string[] } | undefined)[]).entries()) {
      for (const [at, rule] of (each?.rules ?? []).entries()) {
        if (rule !== undefined && !(rules as string[]).includes(rule)) {
          this.fault(`/testing_labs/${index}/rules/${at}`, 'Must be one of cpsc_rules_cited, written in the same way.');
        }
      }
    }
    const { production_start: start, production_end: end } = wire.product_info ?? {};
    if (start && end && end < start) this.fault('/product_info/production_end', 'Must not be before production_start.');
  }
}
