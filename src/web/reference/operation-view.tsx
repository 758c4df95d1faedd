/** @jsxImportSource preact */
/** The page of one operation. On a wide screen samples and answer stand beside the fields. */
import { ERRORS } from '../../domain/errors.ts';
import type { Operation } from './document.ts';
import type { Field } from './fields.ts';
import { Prose } from './prose.tsx';
import { callOf, LANGUAGES, samplesOf } from './samples.ts';
import { TryIt } from './try-it-view.tsx';

export function OperationView({ operation }: { operation: Operation }) {
  const { summary, method, path, description, parameters, body, answer } = operation;
  return (
    <article class="operation">
      <div class="text">
        <h1>{summary}</h1>
        <p>
          <code class="endpoint">
            <span class={`method ${method}`}>{method.toUpperCase()}</span> {path}
          </code>
        </p>
        <p class="lead">
          <Prose text={description} />
        </p>
        <h2 id="request">Request</h2>
        {parameters.length > 0 && (
          <>
            <h3 id="parameters">Parameters</h3>
            <Fields fields={parameters} at="request" />
          </>
        )}
        {body.length > 0 && (
          <>
            <h3 id="body">Body</h3>
            <Fields fields={body} at="request" />
          </>
        )}
        {parameters.length + body.length === 0 && <p>Neither parameters nor a body.</p>}
        <h2 id="answer">Answer</h2>
        <p>
          <Prose text={answer.description} /> <code>{answer.mediaTypes.join(', ')}</code>
        </p>
        {answer.fields.length > 0 && <Fields fields={answer.fields} at="answer" />}
        <Headers headers={answer.headers} />
        <Errors errors={operation.errors} />
      </div>
      <div class="examples">
        <Samples operation={operation} />
        {answer.example !== undefined && (
          <section>
            <h2 id="example">Example of an answer</h2>
            <pre tabindex={0}>
              <code>{JSON.stringify(answer.example, null, 2)}</code>
            </pre>
          </section>
        )}
        <TryIt operation={operation} call={callOf(operation)} />
      </div>
    </article>
  );
}

/** More fields than these are folded, so that a page stays within a few screens. */
const FIELDS_SHOWN_MAX = 6;

/** @param fields fields of a body or of an answer, or parameters, which also say where they stand */
function Fields({ fields, at }: { fields: readonly (Field & { in?: string })[]; at: string }) {
  const isLong = fields.length > FIELDS_SHOWN_MAX + 1;
  const shown = isLong ? fields.slice(0, FIELDS_SHOWN_MAX) : fields;
  return (
    <>
      <ul class="fields">
        {shown.map((field) => (
          <FieldView key={field.name} field={field} at={at} place={field.in} />
        ))}
      </ul>
      {isLong && (
        <details>
          <summary>{fields.length - FIELDS_SHOWN_MAX} more fields</summary>
          <ul class="fields">
            {fields.slice(FIELDS_SHOWN_MAX).map((field) => (
              <FieldView key={field.name} field={field} at={at} place={field.in} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** @param at the id of what contains the field: `request.product_info` */
function FieldView({ field, at, place }: { field: Field; at: string; place: string | undefined }) {
  const { name, type, required, description, bounds, values, fields } = field;
  const id = `${at}.${name}`;
  return (
    <li id={id}>
      <p class="field-name">
        <a href={`#${id}`}>
          <code>{name}</code>
        </a>{' '}
        <span class="type">{[place, type, ...bounds].filter(Boolean).join(', ')}</span>{' '}
        {required && at.startsWith('request') && <span class="required">required</span>}
      </p>
      {description !== '' && (
        <p>
          <Prose text={description} />
        </p>
      )}
      {values.length > 0 && (
        <p class="values">
          One of{' '}
          {values.map((value, at) => (
            <>
              {at > 0 && ', '}
              <code>{value}</code>
            </>
          ))}
        </p>
      )}
      {fields.length > 0 && (
        <details>
          <summary>
            {fields.length === 1 ? 'One field' : `${fields.length} fields`} of {name}
          </summary>
          <Fields fields={fields} at={id} />
        </details>
      )}
    </li>
  );
}

function Headers({ headers }: Pick<Operation['answer'], 'headers'>) {
  return (
    <details>
      <summary>Headers of the answer</summary>
      <ul class="fields">
        {headers.map(({ name, description }) => (
          <li key={name}>
            <p class="field-name">
              <code>{name}</code>
            </p>
            <p>
              <Prose text={description} />
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Errors({ errors }: Pick<Operation, 'errors'>) {
  return (
    <details id="errors">
      <summary>{errors.length} errors</summary>
      <div class="wide" tabindex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col">Code</th>
              <th scope="col">Message</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ status, code }) => (
              <tr key={code}>
                <td>{status}</td>
                <td>
                  <a href={`/docs/errors#${code}-${status}`}>
                    <code>{code}</code>
                  </a>
                </td>
                <td>{ERRORS[code]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** Radio buttons, of which the style sheet shows the panel that belongs to the chosen one. */
function Samples({ operation }: { operation: Operation }) {
  const samples = samplesOf(operation);
  return (
    <section>
      <h2 id="samples">Ask it</h2>
      <fieldset class="languages">
        <legend class="unseen">Language of the sample</legend>
        {LANGUAGES.map((language, at) => (
          <>
            <input type="radio" name="language" id={`language-${at}`} value={language} checked={at === 0} />
            <label for={`language-${at}`}>{language}</label>
          </>
        ))}
        {LANGUAGES.map((language) => (
          <pre key={language} tabindex={0} data-language={language}>
            <code>{samples[language]}</code>
          </pre>
        ))}
      </fieldset>
    </section>
  );
}
