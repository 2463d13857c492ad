import { answerFrom } from "@postern/kit/fields";
import { type ParserCall, ParserFailed, parserCallOf } from "@postern/kit/parsers";
import type { ReadFile } from "../folder/read.ts";
import { type Reader, readSource, type Source } from "../folder/source.ts";
import { Diagnostic, type Finding } from "../schemas.ts";
import { MANIFEST, type Manifest, readManifest } from "./manifest.ts";
import { checkPage } from "./page.ts";
import type { Reference } from "./page-reader.ts";
import { unavailable } from "./references.ts";
import type { CheckResult } from "./result.ts";
import { findSecrets } from "./secrets.ts";
import { textOf } from "./text.ts";

export const PAGE = "widget.html";
/** Further diagnostics are counted, not listed. */
const MAX_LISTED = 100;
const UNCHECKED = "page_unchecked";

interface FileReport {
  readonly diagnostics: readonly Finding[];
  readonly references?: readonly Reference[];
  readonly manifest?: Manifest;
}

/**
 * Reports by path and digest. A publish checks a folder twice, for the plan and for the execution, and usually only a
 * few files change between publishes.
 */
const known = new Map<string, FileReport>();
const MAX_CACHED = 1_000;
/** Maximum size of a page that is checked, in bytes. */
const MAX_PAGE_BYTES = 4 * 2 ** 20;
/** Milliseconds available to check all pages of a folder. */
const TIMEOUT = 30_000;

/**
 * Reads and checks a source. Throws if it cannot be read. Concurrent checks of the same folder share the work.
 */
export function checkFolder(reader: Reader, source: Source): Promise<CheckResult> {
  const { store, caller, blobs, config, state } = reader;
  const work = (signal: AbortSignal) => checkSource({ store, caller, blobs, config, state, signal }, source);
  // Uploaded files belong to one caller, so their check is not shared.
  if (source.files) return work(reader.signal);
  return state.checks(source.dir, work, reader.signal);
}

async function checkSource(reader: Reader, source: Source): Promise<CheckResult> {
  const reports = new Map<string, FileReport>();
  const until = performance.now() + TIMEOUT;
  const call = parserCallOf(reader);
  const take = async (file: ReadFile) => void reports.set(file.path, await reportOf(file, until, call));
  const listing = await readSource(reader, source, take);
  const paths = new Set(listing.files.map(({ path }) => path));
  const manifest = reports.get(MANIFEST)?.manifest ?? {};
  const found = [...reports].flatMap(([path, { diagnostics, references = [] }]) => [
    ...diagnostics,
    ...unavailable(path, references, paths, manifest.externalAllowed ?? false),
  ]);
  if (!paths.has(PAGE))
    found.push({ code: "page_missing", severity: "error", file: PAGE, message: pageMissing(paths) });
  for (const path of listing.excluded.filter((one) => /(^|\/)\.env(\.|$)/.test(one)))
    found.push({
      code: "left_out",
      severity: "warning",
      file: path,
      message: "Files whose names start with a dot are never published",
    });
  const hasErrors = found.some(({ severity }) => severity === "error");
  return { listing, manifest, diagnostics: inOrder(found), hasErrors };
}

/** What only the page is to blame for. */
function failureOf(error: unknown): ParserFailed {
  if (error instanceof ParserFailed) return error;
  throw error;
}

async function reportOf(file: ReadFile, until: number, call: ParserCall): Promise<FileReport> {
  const name = `${file.sha256} ${file.path}`;
  const before = known.get(name);
  if (before) return before;
  const report = await checkFile(file, until, call);
  if (report.diagnostics.some(({ code }) => code === UNCHECKED)) return report;
  known.set(name, report);
  const [oldest] = known.size > MAX_CACHED ? known.keys() : [];
  if (oldest !== undefined) known.delete(oldest);
  return report;
}

async function checkFile({ path, content }: ReadFile, until: number, call: ParserCall): Promise<FileReport> {
  const secrets = await findSecrets(path, content);
  if (path === MANIFEST) {
    const { manifest, diagnostics } = readManifest(content);
    return { manifest, diagnostics: [...secrets, ...diagnostics] };
  }
  if (!/\.html?$/i.test(path)) return { diagnostics: secrets };
  const reportOnly = (code: string, severity: Finding["severity"], message: string): FileReport => ({
    diagnostics: [...secrets, { code, severity, file: path, message }],
  });
  if (content.length > MAX_PAGE_BYTES)
    return reportOnly(UNCHECKED, "warning", "The page is larger than 4 MiB and was not checked");
  const text = textOf(content);
  if (text === undefined) return reportOnly("page_unreadable", "error", "The page is not valid UTF-8");
  if (text.trim() === "") return reportOnly("page_empty", path === PAGE ? "error" : "warning", "The page is empty");
  const unchecked = (why: string) => reportOnly(UNCHECKED, "warning", `The page was not checked: ${why}`);
  if (performance.now() >= until) return unchecked(`checking the folder takes more than ${TIMEOUT / 1_000} seconds`);
  const report = await checkPage(text, call).catch(failureOf);
  if (report instanceof ParserFailed) return unchecked(`it ${report.message}`);
  const remarks = report.remarks.map(({ code, severity, ...rest }) => ({ code, severity, file: path, ...rest }));
  return { diagnostics: [...secrets, ...remarks], references: report.references };
}

function pageMissing(paths: ReadonlySet<string>): string {
  const like =
    [...paths].find((path) => path.split("/").at(-1)?.toLowerCase() === PAGE) ??
    (paths.has("index.html") ? "index.html" : undefined);
  return `The folder must contain ${PAGE}${like === undefined ? "" : `; rename ${like}`}`;
}

function inOrder(found: readonly Finding[]): Diagnostic[] {
  const rank = ({ severity }: Finding) => (severity === "error" ? 0 : 1);
  const sorted = found
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) ||
        (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
        (a.line ?? 0) - (b.line ?? 0) ||
        (a.column ?? 0) - (b.column ?? 0),
    )
    .map(diagnosticFrom);
  const left = sorted.length - MAX_LISTED;
  if (left <= 0) return sorted;
  const { severity, file } = sorted[MAX_LISTED] as Diagnostic;
  const more = { severity, file, message: `${left} more diagnostics are not shown`, code: "more" };
  return [...sorted.slice(0, MAX_LISTED), diagnosticFrom(more)];
}
const diagnosticFrom = answerFrom(Diagnostic);
