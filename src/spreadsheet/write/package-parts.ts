/** The parts of a workbook beside its sheets and styles: what it consists of, and who made it when. */
import { escaped } from './sheet-xml.ts';

export interface SheetPart {
  name: string;
  /** The row that every printed page repeats. */
  titleRow?: number;
  /** The range of the filter. */
  filtered?: string;
}

/** A cell that opens a file beside the workbook. */
export interface FileLink {
  reference: string;
  /** Name of the file, without folder. */
  file: string;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export function packageParts(
  sheets: readonly SheetPart[],
  { title, creator = 'Portside', createdAtMs }: { title: string; creator?: string; createdAtMs: number },
): [name: string, xml: string][] {
  const created = new Date(createdAtMs).toISOString().replace(/\.\d+Z$/, 'Z');
  return [
    ['[Content_Types].xml', contentTypes(sheets)],
    [
      '_rels/.rels',
      relations([
        [`${DOCUMENT}/relationships/officeDocument`, 'xl/workbook.xml'],
        [`${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
      ]),
    ],
    [
      'docProps/core.xml',
      `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escaped(title)}</dc:title><dc:creator>${escaped(creator)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${created}</dcterms:created></cp:coreProperties>`,
    ],
    ['xl/workbook.xml', workbook(sheets)],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...sheets.map((_, at): [string, string] => [
          `${DOCUMENT}/relationships/worksheet`,
          `worksheets/sheet${at + 1}.xml`,
        ]),
        [`${DOCUMENT}/relationships/styles`, 'styles.xml'],
      ]),
    ],
  ];
}

function contentTypes(sheets: readonly SheetPart[]): string {
  const override = (part: string, type: string) => `<Override PartName="${part}" ContentType="${type}"/>`;
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override(
    '/xl/workbook.xml',
    `${TYPES}.sheet.main+xml`,
  )}${sheets.map((_, at) => override(`/xl/worksheets/sheet${at + 1}.xml`, `${TYPES}.worksheet+xml`)).join('')}${override(
    '/xl/styles.xml',
    `${TYPES}.styles+xml`,
  )}${override('/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml')}</Types>`;
}

function relations(targets: readonly (readonly [type: string, target: string])[], mode = ''): string {
  const all = targets.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${type}" Target="${target}"${mode}/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

export function linkRelations(links: readonly FileLink[]): string {
  return relations(
    links.map(({ file }) => [`${DOCUMENT}/relationships/hyperlink`, file]),
    ' TargetMode="External"',
  );
}

function workbook(sheets: readonly SheetPart[]): string {
  const listed = sheets.map(
    ({ name }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const names = sheets.flatMap(({ name, titleRow, filtered }, at) => {
    const sheet = escaped(`'${name.replaceAll("'", "''")}'`);
    return [
      ...(filtered === undefined
        ? []
        : [
            `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${sheet}!${filtered}</definedName>`,
          ]),
      ...(titleRow === undefined
        ? []
        : [
            `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${sheet}!$${titleRow}:$${titleRow}</definedName>`,
          ]),
    ];
  });
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}/relationships"><bookViews><workbookView/></bookViews><sheets>${listed.join('')}</sheets>${
    names.length > 0 ? `<definedNames>${names.join('')}</definedNames>` : ''
  }</workbook>`;
}
