/** Where a workbook keeps its sheets, texts and styles: by its relations, and only these parts are ever opened. */
import { refuse } from '../table-refused.ts';
import { type Attributes, readPart } from './read-part.ts';
import type { WorkbookPackage } from './workbook-package.ts';

export interface WorkbookSheet {
  name: string;
  isVisible: boolean;
  part: string;
}

export interface WorkbookParts {
  sheets: readonly WorkbookSheet[];
  strings: string | undefined;
  styles: string | undefined;
  /** Dates count from 1904, as older Excel for Mac counts them. */
  is1904: boolean;
}

const SHEETS_MAX = 1000;

export async function workbookParts(zip: WorkbookPackage): Promise<WorkbookParts> {
  const root = zip.has('_rels/.rels') ? await relationsOf(zip, '_rels/.rels', '') : [];
  const workbook = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (/\.bin$/i.test(workbook)) refuse('This is a binary workbook (.xlsb). Save it as an Excel workbook (.xlsx).');
  if (!zip.has(workbook)) refuse('This is a ZIP file but not a workbook. Save the table as .xlsx or CSV.');
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1);
  const relations = await relationsOf(zip, `${folder}_rels/${workbook.slice(folder.length)}.rels`, folder);
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const sheets: WorkbookSheet[] = [];
  let is1904 = false;
  let isWorkbook = false;
  await readPart(zip, workbook, {
    open(name, attributes) {
      if (name === 'workbook') isWorkbook = true;
      else if (name === 'workbookPr') is1904 = isTrue(attributes.date1904);
      else if (name === 'sheet') {
        const relation = byId.get(relationId(attributes) ?? '');
        if (relation?.type !== 'worksheet') return;
        if (sheets.length === SHEETS_MAX)
          refuse(`The workbook has more than ${SHEETS_MAX} sheets.`, { part: workbook });
        const isVisible = attributes.state === undefined || attributes.state === 'visible';
        sheets.push({ name: attributes.name ?? '', isVisible, part: relation.target });
      }
    },
  });
  if (!isWorkbook) refuse('This is not an Excel workbook. Save the table as .xlsx or CSV.', { part: workbook });
  const target = (wanted: string) => relations.find(({ type, target }) => type === wanted && zip.has(target))?.target;
  return { sheets, strings: target('sharedStrings'), styles: target('styles'), is1904 };
}

export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

interface Relation {
  id: string;
  /** The last word of its URI: transitional and strict workbooks have different ones. */
  type: string;
  target: string;
}

/** @param folder what targets are relative to, empty or with `/` at its end */
async function relationsOf(zip: WorkbookPackage, part: string, folder: string): Promise<Relation[]> {
  const relations: Relation[] = [];
  await readPart(zip, part, {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      // A link to the outside is never followed.
      if (name !== 'Relationship' || TargetMode === 'External') return;
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target: resolved(folder, Target) });
    },
  });
  return relations;
}

function resolved(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}

function relationId(attributes: Attributes): string | undefined {
  const name = Object.keys(attributes).find((key) => key.endsWith(':id'));
  return name === undefined ? undefined : attributes[name];
}
