import type { Session } from "../../session/session.ts";

/** The longest part that can be uploaded, in bytes. */
const PART_BYTES = 4 * 2 ** 20;
/** What an XLSX file may have at most, in bytes. */
const MOST_XLSX = 64 * 2 ** 20;
/** What is read of a file to show its beginning, in bytes. */
const HEAD_BYTES = 64 * 2 ** 10;
const SHOWN_LINES = 6;

/** A file as `bases.rows.import` takes it. */
export interface SentFile {
  readonly format: "csv" | "xlsx";
  readonly content?: string;
  readonly parts?: readonly string[];
}

/** Reads a file. A long CSV file is uploaded in parts, one after the other, so that it is never in memory as a whole. */
export async function sendFile(
  { client }: Session,
  base: string,
  file: File,
  onShare: (share: number) => void,
): Promise<SentFile> {
  if (/\.xlsx$/i.test(file.name)) {
    if (file.size > MOST_XLSX)
      throw new Error("The file has more than 64 MiB. Save it as CSV, which may have any size.");
    return { format: "xlsx", content: await base64Of(file) };
  }
  if (file.size <= PART_BYTES) return { format: "csv", content: await file.text() };
  const parts: string[] = [];
  for (let at = 0; at < file.size; at += PART_BYTES) {
    const part = await base64Of(file.slice(at, at + PART_BYTES));
    parts.push(...(await client.bases.imports.upload({ base, parts: [part] })).parts);
    onShare(Math.min(1, (at + PART_BYTES) / file.size));
  }
  return { format: "csv", parts };
}

function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** The first lines of a CSV file, as cells. Nothing for other files. */
export async function firstLines(file: File): Promise<string[][]> {
  if (/\.xlsx$/i.test(file.name)) return [];
  const text = (await file.slice(0, HEAD_BYTES).text()).replace(/^\uFEFF/, "");
  const [header = ""] = text.split("\n");
  const delimiter = [",", ";", "\t"].reduce((best, one) =>
    header.split(one).length > header.split(best).length ? one : best,
  );
  return cellsOf(text, delimiter).slice(0, SHOWN_LINES);
}

function cellsOf(text: string, delimiter: string): string[][] {
  const lines: string[][] = [[]];
  let cell = "";
  let isQuoted = false;
  const endCell = (): void => {
    lines.at(-1)?.push(cell);
    cell = "";
  };
  for (let at = 0; at < text.length && lines.length <= SHOWN_LINES; at++) {
    const character = text[at];
    if (isQuoted && character === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"' && (isQuoted || cell === "")) isQuoted = !isQuoted;
    else if (!isQuoted && character === delimiter) endCell();
    else if (!isQuoted && character === "\n") {
      endCell();
      lines.push([]);
    } else if (isQuoted || character !== "\r") cell += character;
  }
  if (cell !== "" || lines.at(-1)?.length) endCell();
  return lines.filter((line) => line.some((one) => one !== ""));
}

/** Hands a file over to the browser, which saves it. */
export function saveFile(name: string, content: string, encoding: "utf8" | "base64", type: string): void {
  const bytes = encoding === "base64" ? Uint8Array.from(atob(content), (one) => one.charCodeAt(0)) : content;
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
