/** @jsxImportSource preact */
/**
 * A form that sends the request with the visitor's own key. The script shows it; without JavaScript the samples do the same.
 * Nothing optional is filled in: an `Idempotency-Key` that is sent twice gives the first answer or a 409, and an `as_of` of last
 * year an answer for last year.
 */
import type { Call } from './client-samples.ts';
import type { Operation } from './document.ts';

/** More inputs than these are folded. */
const INPUTS_SHOWN_MAX = 8;

export function TryIt({ operation, call }: { operation: Operation; call: Call }) {
  const { method, path, withKey, parameters, answer } = operation;
  return (
    <section id="try" hidden>
      <h2>Try it</h2>
      <form class="try" data-method={method} data-path={path} data-accept={call.accept ?? answer.mediaTypes[0]}>
        {withKey && (
          <>
            <label for="try-key">API key</label>
            <input
              id="try-key"
              type="password"
              data-key
              autocomplete="off"
              spellcheck={false}
              required
              placeholder="svc_…"
              aria-describedby="try-key-note"
            />
            <p id="try-key-note" class="note">
              It stays in this tab and is sent only to this server. The request counts.
            </p>
          </>
        )}
        {parameters.slice(0, INPUTS_SHOWN_MAX).map((parameter) => (
          <Input key={parameter.name} parameter={parameter} />
        ))}
        {parameters.length > INPUTS_SHOWN_MAX && (
          <details>
            <summary>{parameters.length - INPUTS_SHOWN_MAX} more parameters</summary>
            {parameters.slice(INPUTS_SHOWN_MAX).map((parameter) => (
              <Input key={parameter.name} parameter={parameter} />
            ))}
          </details>
        )}
        {call.body !== undefined && (
          <>
            <label for="try-body">Body</label>
            <textarea id="try-body" data-body rows={10} spellcheck={false}>
              {JSON.stringify(call.body, null, 2)}
            </textarea>
          </>
        )}
        <button type="submit">Send</button>
      </form>
      <div id="try-answer" role="status" />
    </section>
  );
}

function Input({ parameter }: { parameter: Operation['parameters'][number] }) {
  const { name, in: where, required, example, values } = parameter;
  return (
    <>
      <label for={`try-${name}`}>
        <code>{name}</code>
        {required ? '' : ', optional'}
      </label>
      {values.length > 0 ? (
        <select id={`try-${name}`} data-name={name} data-in={where}>
          <option value="">not sent</option>
          {values.map((value) => (
            <option key={value}>{value}</option>
          ))}
        </select>
      ) : (
        <input
          id={`try-${name}`}
          data-name={name}
          data-in={where}
          required={required}
          value={required ? example : undefined}
          autocomplete="off"
          spellcheck={false}
        />
      )}
    </>
  );
}
