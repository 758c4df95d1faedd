/** @jsxImportSource preact */
/** What forms are made of. */
import type {
  ButtonHTMLAttributes,
  ComponentChildren,
  PartialInputHTMLAttributes,
  TextareaHTMLAttributes,
} from 'preact';
import { csrfTokenOf, type WorkbenchRequest } from '../workbench-request.ts';

/** The hidden field that every form needs. In a form with a file it must come before the file. */
export function Csrf({ request }: { request: WorkbenchRequest }) {
  return <input type="hidden" name="csrf" value={csrfTokenOf(request)} />;
}

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'children'> {
  /** The one thing that a form is for. */
  primary?: boolean;
  /** It takes away something for good. */
  danger?: boolean;
  children: ComponentChildren;
}

/** Submits its form. */
export function Button({ primary, danger, children, ...rest }: ButtonProps) {
  return (
    <button type="submit" class={primary ? 'primary' : danger ? 'danger' : undefined} {...rest}>
      {children}
    </button>
  );
}

interface FieldProps {
  id: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  /** What is wrong with it. */
  error?: string | undefined;
  children: ComponentChildren;
}

/** A control with its label, hint and error. The control needs the `id`, and `describedBy` as its `aria-describedby`. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div class={error ? 'field faulty' : 'field'}>
      <label for={id}>{label}</label>
      {children}
      {error && (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The ids that describe a control of a `Field`; undefined if it has neither hint nor error. */
export function describedBy(id: string, { hint, error }: { hint?: unknown; error?: unknown }): string | undefined {
  return [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined;
}

type TextInput = Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'role' | 'type' | 'id' | 'name'>;

interface TextFieldProps extends TextInput {
  type?: 'text' | 'search' | 'url' | 'email' | 'date' | 'number';
  /** Also the name of the field. */
  id: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  error?: string | undefined;
}

export function TextField({ id, label, hint, error, type = 'text', ...input }: TextFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        id={id}
        name={id}
        type={type as 'text'}
        aria-describedby={describedBy(id, { hint, error })}
        aria-invalid={error ? true : undefined}
        {...input}
      />
    </Field>
  );
}

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'label' | 'id' | 'name' | 'value'> {
  id: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  error?: string | undefined;
  value?: string;
}

export function TextArea({ id, label, hint, error, value, ...area }: TextAreaProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea
        id={id}
        name={id}
        aria-describedby={describedBy(id, { hint, error })}
        aria-invalid={error ? true : undefined}
        {...area}
      >
        {value}
      </textarea>
    </Field>
  );
}

interface SelectProps {
  id: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  error?: string | undefined;
  value?: string | undefined;
  /** Value and text of each. */
  options: readonly (readonly [value: string, text: string])[];
}

export function SelectField({ id, label, hint, error, value, options }: SelectProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <select
        id={id}
        name={id}
        aria-describedby={describedBy(id, { hint, error })}
        aria-invalid={error ? true : undefined}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface CheckFieldProps {
  id: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  checked?: boolean;
}

export function CheckField({ id, label, hint, checked }: CheckFieldProps) {
  return (
    <div class="check">
      <input
        id={id}
        name={id}
        type="checkbox"
        value="on"
        checked={checked}
        aria-describedby={describedBy(id, { hint })}
      />
      <label for={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

interface FileFieldProps {
  id: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  error?: string | undefined;
  /** As of an input: `.csv,.xlsx,.json`. */
  accept: string;
  /** The script refuses larger files before they are sent. */
  bytesMax: number;
  /** The form can be sent without a file. */
  isOptional?: boolean;
}

/** A file that can be chosen, or dropped here with JavaScript. The script shows its name and size, and how much was sent. */
export function FileField({ id, label, hint, error, accept, bytesMax, isOptional }: FileFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div class="drop" data-drop data-bytes-max={bytesMax}>
        <input
          id={id}
          name={id}
          type="file"
          accept={accept}
          required={!isOptional}
          aria-describedby={describedBy(id, { hint, error })}
          aria-invalid={error ? true : undefined}
        />
        <p class="drop-text" data-drop-text aria-live="polite" hidden />
        <progress class="drop-progress" data-drop-progress max={100} value={0} aria-label="Sent" hidden />
      </div>
    </Field>
  );
}
