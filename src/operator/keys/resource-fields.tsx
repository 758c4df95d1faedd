/** @jsxImportSource preact */
/** The limits of resources in forms: in megabytes and seconds, which people can type. Empty is the default. */
import { resourceText } from '../../domain/resource-text.ts';
import {
  DEFAULT_RESOURCE_LIMITS,
  RESOURCE_LIMITS_MIN,
  RESOURCES,
  type Resource,
  type ResourceOverrides,
} from '../../domain/resources.ts';
import { Field } from '../elements.tsx';

/** How many bytes or milliseconds one of the form's units is. */
const FIELDS: Record<Resource, { name: string; label: string; unit: number }> = {
  storedBytes: { name: 'stored_mb', label: 'Stored bytes, MB', unit: 1_000_000 },
  cpuMs: { name: 'cpu_seconds', label: 'Processor time a day, s', unit: 1000 },
  bytesFetched: { name: 'fetched_mb', label: 'Fetched a day, MB', unit: 1_000_000 },
};

/** @param initial what the field holds at first */
export function ResourceFields({ initial }: { initial: (field: string) => string }) {
  return (
    <div class="columns">
      {RESOURCES.map((resource) => {
        const { name, label, unit } = FIELDS[resource];
        const fallback = resourceText(resource, DEFAULT_RESOURCE_LIMITS[resource]);
        return (
          <Field key={name} id={name} label={label} hint={`Empty: ${fallback}.`}>
            <input
              id={name}
              name={name}
              type="number"
              inputMode="decimal"
              step="any"
              min={RESOURCE_LIMITS_MIN[resource] / unit}
              value={initial(name)}
              aria-describedby={`${name}-hint`}
            />
          </Field>
        );
      })}
    </div>
  );
}

/** What the fields hold for these limits. */
export function resourceFieldValues(limits: ResourceOverrides): Map<string, string> {
  return new Map(
    RESOURCES.map((resource) => {
      const limit = limits[resource];
      const { name, unit } = FIELDS[resource];
      return [name, limit === undefined ? '' : String(limit / unit)];
    }),
  );
}

/** NaN, which `KeyIssuer` refuses, for anything but a number. */
export function readResourceLimits(form: URLSearchParams): ResourceOverrides {
  const limitOf = (resource: Resource): number | undefined => {
    const { name, unit } = FIELDS[resource];
    const text = form.get(name)?.trim();
    if (!text) return undefined;
    return /^\d{1,15}(\.\d{1,6})?$/.test(text) ? Math.round(Number(text) * unit) : Number.NaN;
  };
  return { storedBytes: limitOf('storedBytes'), cpuMs: limitOf('cpuMs'), bytesFetched: limitOf('bytesFetched') };
}
