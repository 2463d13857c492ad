import { defineParser, type ParserCall } from "@postern/kit/parsers";
import type { PageReport } from "./page-reader.ts";

const MEBIBYTE = 2 ** 20;

const parser = defineParser({
  // The built file, also when running from the sources: Node 20 cannot run TypeScript.
  program: new URL(
    import.meta.url.endsWith(".ts") ? "../../dist/check/page-reader.js" : "./check/page-reader.js",
    import.meta.url,
  ),
  memory: 768,
  timeout: 15_000,
  answer: 4 * MEBIBYTE,
  output: 4 * MEBIBYTE,
});

/** Checks a page. Throws ParserFailed if it needs too much memory or time. */
export async function checkPage(text: string, call: ParserCall): Promise<PageReport> {
  const session = await parser.open(call);
  try {
    return await session.ask<PageReport>(text);
  } finally {
    session.end();
  }
}
