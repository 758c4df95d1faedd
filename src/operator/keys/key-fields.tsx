/** @jsxImportSource preact */
/** The fields of a key that the forms to issue and to edit one have in common. */
import { DEFAULT_LIMITS, SCOPES, type Scope } from '../../domain/key.ts';
import { NAME_LENGTH_MAX, NOTES_LENGTH_MAX, OWNER_LENGTH_MAX, TAGS_LENGTH_MAX } from '../../keys/key-fields.ts';
import { Field } from '../elements.tsx';

const SCOPE_LABELS: Record<Scope, string> = {
  tariff: 'tariff: lookups of tariff numbers',
  pixel: 'pixel: scans of storefronts',
  entry: 'entry: certificates',
  all: 'all of them',
};

/** What a field holds at first, by its name. */
interface Initial {
  value: (name: string) => string;
}

export function NameField({ value }: Initial) {
  return (
    <Field id="name" label="Name" hint="Who or what the key is for.">
      <input
        id="name"
        name="name"
        required
        maxLength={NAME_LENGTH_MAX}
        value={value('name')}
        autocomplete="off"
        aria-describedby="name-hint"
      />
    </Field>
  );
}

export function ScopeField({ value }: Initial) {
  return (
    <Field id="scope" label="Scope">
      <select id="scope" name="scope">
        {SCOPES.map((scope) => (
          <option key={scope} value={scope} selected={scope === value('scope')}>
            {SCOPE_LABELS[scope]}
          </option>
        ))}
      </select>
    </Field>
  );
}

export function OwnerFields({ value }: Initial) {
  return (
    <div class="columns">
      <Field id="owner" label="Owner" hint="Who answers for the key.">
        <input
          id="owner"
          name="owner"
          maxLength={OWNER_LENGTH_MAX}
          value={value('owner')}
          autocomplete="off"
          aria-describedby="owner-hint"
        />
      </Field>
      <Field id="tags" label="Tags" hint="Short words to find it by.">
        <input
          id="tags"
          name="tags"
          maxLength={TAGS_LENGTH_MAX}
          value={value('tags')}
          autocomplete="off"
          aria-describedby="tags-hint"
        />
      </Field>
    </div>
  );
}

export function NotesField({ value }: Initial) {
  return (
    <Field
      id="notes"
      label="Notes"
      hint="The words delegate:on admit the key to the closed beta. The switch on its page sets them."
    >
      <textarea id="notes" name="notes" rows={3} maxLength={NOTES_LENGTH_MAX} aria-describedby="notes-hint">
        {value('notes')}
      </textarea>
    </Field>
  );
}

export function LimitFields({ value }: Initial) {
  return (
    <div class="columns">
      <LimitField name="per_minute" label="Requests a minute" value={value} fallback={DEFAULT_LIMITS.perMinute} />
      <LimitField name="per_day" label="Requests a day" value={value} fallback={DEFAULT_LIMITS.perDay} />
      <Field id="expires" label="Last day" hint="UTC. Empty: no end.">
        <input id="expires" name="expires" type="date" value={value('expires')} aria-describedby="expires-hint" />
      </Field>
    </div>
  );
}

function LimitField({ name, label, value, fallback }: Initial & { name: string; label: string; fallback: number }) {
  return (
    <Field id={name} label={label} hint={`Empty: ${fallback}.`}>
      <input
        id={name}
        name={name}
        type="number"
        inputMode="numeric"
        min={1}
        max={1_000_000_000}
        value={value(name)}
        aria-describedby={`${name}-hint`}
      />
    </Field>
  );
}
