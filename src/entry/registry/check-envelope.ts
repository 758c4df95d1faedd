/**
 * Holds an envelope to the import format. One walk over the table of fields enforces types, lengths, values, formats and what must
 * be there; `across-fields.ts` has what fields say of one another. Nothing is repaired and nothing is cut.
 */
import { isObject } from '../../domain/fields.ts';
import { checkCore, checkDuplicates, checkEntry, checkLab } from './across-fields.ts';
import { formatFault } from './field-formats.ts';
import { ENVELOPE, type Field, type FieldRow } from './fields.ts';
import { isAbsent, MISSING, type Report, type Violation } from './violation.ts';

/** What a field must know of its surroundings. */
interface Context {
  directives?: unknown;
  /** Whether the directives say that the party is new: `Y` or `N`. */
  isNew?: unknown;
}

/** Every reason why the registry would refuse this envelope, as far as the format is known. */
export function checkEnvelope(envelope: unknown, nowMs: number): Violation[] {
  const found: Violation[] = [];
  const report: Report = (path, text) => found.push({ path, text });
  if (!isObject(envelope)) {
    report('', 'must be an object with productList');
    return found;
  }
  new Walk(nowMs, report).object(ENVELOPE, envelope, '', {});
  if (Array.isArray(envelope.productList)) checkDuplicates(envelope.productList, report);
  return found;
}

class Walk {
  constructor(
    private readonly nowMs: number,
    private readonly report: Report,
  ) {}

  object(field: Field, value: Record<string, unknown>, path: string, context: Context): void {
    for (const name of Object.keys(value)) {
      if (!field.children.has(name)) this.report(`${path}/${name}`, 'is not a field of the import format');
    }
    for (const [name, child] of field.children) {
      if (child.row.required === 'response only') continue;
      const here = Object.hasOwn(value, name) ? value[name] : undefined;
      const inner = contextOf(name, value, context);
      if (isAbsent(here)) this.missing(child, name, value, `${path}/${name}`, inner);
      if (here !== undefined && here !== null) this.value(child, here, `${path}/${name}`, inner);
    }
    if (field.children.has('coreProduct')) checkEntry(value, path, this.report);
    else if (field.children.has('primaryProductId')) checkCore(value, path, this.report);
    else if (field.children.has('cpscId')) checkLab(value, path, this.report);
  }

  private value(field: Field, value: unknown, path: string, context: Context): void {
    const { type } = field.row;
    if (!hasType(value, type)) this.report(path, `must be ${type.replace('|', ' or ')}`);
    else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        const inner = path.endsWith('/labs') ? { ...context, isNew: newOf(context, 'labs', index) } : context;
        this.value(field.item!, item, `${path}/${index}`, inner);
      }
    } else if (isObject(value)) this.object(field, value, path, context);
    else if (typeof value === 'string') this.text(field.row, value, path);
  }

  private text({ max, allowed, format }: FieldRow, text: string, path: string): void {
    const { length } = [...text];
    if (max !== undefined && length > max) this.report(path, `has ${length} characters, and at most ${max} fit`);
    if (isAbsent(text)) return;
    if (allowed && !allowed.includes(text)) this.report(path, `must be one of ${allowed.join(', ')}`);
    const fault = format && formatFault(format, text, this.nowMs);
    if (fault) this.report(path, fault);
  }

  private missing({ row }: Field, name: string, parent: Record<string, unknown>, path: string, context: Context): void {
    // Whether the date may be left out where every rule is excluded was not found. We do not ask for a test that was not made.
    if (name === 'lastTestDate' && isAbsent(parent.labs) && !isAbsent(parent.exemptions)) return;
    if (row.required === 'always') this.report(path, MISSING);
    else if (row.required === 'when' && holds(row.when!, parent, context)) this.report(path, MISSING);
  }
}

function hasType(value: unknown, type: FieldRow['type']): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return typeof value === 'string' || (type === 'boolean|string' && typeof value === 'boolean');
}

function contextOf(name: string, parent: Record<string, unknown>, context: Context): Context {
  if (name === 'coreProduct') return { directives: parent.directives };
  return name === 'manufacturer' || name === 'poc' ? { ...context, isNew: newOf(context, name) } : context;
}

function newOf({ directives }: Context, name: string, index?: number): unknown {
  let told = isObject(directives) ? directives[name] : undefined;
  if (index !== undefined) told = Array.isArray(told) ? told[index] : undefined;
  return isObject(told) ? told.isNew : undefined;
}

/** Whether the condition under which a field is required holds. */
function holds(condition: string, parent: Record<string, unknown>, { isNew }: Context): boolean {
  return condition.split(' and ').every((part) => {
    const [name = '', wanted] = part.split('=');
    if (wanted === undefined) {
      const [field = '', state] = part.split(' ');
      return isAbsent(parent[field]) === (state !== 'present');
    }
    if (name === 'isNew') return isNew === wanted;
    if (name === 'isComponent') return isTrue(parent.isComponent) === (wanted === 'true');
    return parent[name] === wanted;
  });
}

/** The clients disagree whether this is a boolean or a text. */
function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && ['true', 'y', 'yes'].includes(value.toLowerCase()));
}
