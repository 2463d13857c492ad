import type { FileContent } from "./pack.ts";

/** The value of a cell to write; undefined for a blank one. Text is escaped with `escapeCellText`. */
export type CellValue = string | number | boolean | Date | undefined;

const START = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const SCHEMAS = "http://schemas.openxmlformats.org";
const MAIN = `${SCHEMAS}/spreadsheetml/2006/main`;
const RELATIONS = `${SCHEMAS}/officeDocument/2006/relationships`;
const DAY = 86_400_000;
/** The day number of 1 January 1970. */
const EPOCH = 25_569;
/** Characters passed on at once. */
const PIECE = 65_536;

/** Places in the list of formats in `STYLES`. */
const [BOLD, DATE, TIME] = [1, 2, 3];
const STYLES =
  `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/>` +
  '<numFmt numFmtId="165" formatCode="yyyy-mm-dd hh:mm:ss"/></numFmts><fonts count="2">' +
  '<font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '</fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4">' +
  '<xf xfId="0"/><xf fontId="1" xfId="0" applyFont="1"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
const relations = (...all: string[]): string =>
  `<Relationships xmlns="${SCHEMAS}/package/2006/relationships">${all.join("")}</Relationships>`;

const FILES = {
  "[Content_Types].xml":
    `<Types xmlns="${SCHEMAS}/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  "_rels/.rels": relations(relation("rId1", "officeDocument", "xl/workbook.xml")),
  "xl/workbook.xml":
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets>` +
    "</workbook>",
  "xl/_rels/workbook.xml.rels": relations(
    relation("rId1", "worksheet", "worksheets/sheet1.xml"),
    relation("rId2", "styles", "styles.xml"),
  ),
  "xl/styles.xml": STYLES,
};

/** The files of a workbook with one sheet: a header that stays visible, and rows with typed cells. */
export const workbookOf = (
  header: readonly string[],
  portions: AsyncIterable<readonly (readonly CellValue[])[]>,
): FileContent[] => [
  ...Object.entries(FILES).map(([name, text]) => ({ name, text: [START, text] })),
  { name: "xl/worksheets/sheet1.xml", text: sheetOf(header, portions) },
];

async function* sheetOf(
  header: readonly string[],
  portions: AsyncIterable<readonly (readonly CellValue[])[]>,
): AsyncGenerator<string, void> {
  const names = header.map((_, column) => columnName(column));
  let text =
    `${START}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>';
  text += rowOf(1, header, names, BOLD);
  let number = 1;
  for await (const rows of portions) {
    for (const row of rows) {
      text += rowOf(++number, row, names);
      if (text.length < PIECE) continue;
      yield text;
      text = "";
    }
  }
  yield `${text}</sheetData></worksheet>`;
}

function rowOf(number: number, row: readonly CellValue[], names: readonly string[], style?: number): string {
  let text = `<row r="${number}">`;
  for (const [column, value] of row.entries()) text += cellOf(`${names[column]}${number}`, value, style);
  return `${text}</row>`;
}

function cellOf(at: string, value: CellValue, style?: number): string {
  if (value === undefined) return "";
  if (typeof value === "number") return `<c r="${at}"><v>${value}</v></c>`;
  if (typeof value === "boolean") return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (value instanceof Date) {
    const days = value.getTime() / DAY;
    return `<c r="${at}" s="${Number.isInteger(days) ? DATE : TIME}"><v>${EPOCH + days}</v></c>`;
  }
  const styled = style === undefined ? "" : ` s="${style}"`;
  return `<c r="${at}"${styled} t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
}

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** `A` for the first column, `AA` for the 27th. */
function columnName(column: number): string {
  const before = Math.floor(column / 26);
  return (before === 0 ? "" : columnName(before - 1)) + String.fromCharCode(65 + (column % 26));
}
