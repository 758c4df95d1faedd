/** @jsxImportSource preact */
import { NETWORKS_LENGTH_MAX } from '../../keys/key-fields.ts';
import { Field } from '../elements.tsx';

/** Where a key may be used: the same field on the form that issues a key and on the page of the key. */
export function NetworksField({ text }: { text: string }) {
  return (
    <Field
      id="networks"
      label="Networks"
      hint="One address or CIDR a line, such as 203.0.113.0/24. Elsewhere the key is refused like an unknown one. Empty: anywhere."
    >
      <textarea
        id="networks"
        name="networks"
        rows={3}
        maxLength={NETWORKS_LENGTH_MAX}
        spellcheck={false}
        autocomplete="off"
        aria-describedby="networks-hint"
      >
        {text}
      </textarea>
    </Field>
  );
}
