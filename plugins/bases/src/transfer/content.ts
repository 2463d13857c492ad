import { setImmediate as turn } from "node:timers/promises";
import { encodeWtf8 } from "./csv/wtf8.ts";
import { contentFault } from "./header.ts";

/** Characters processed before the event loop gets a turn. */
const SLICE = 2 ** 20;

/** The bytes of a CSV file that is sent as text. */
export async function* csvBytes(content: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; ) {
    // Not between the halves of a surrogate pair.
    const end = at + SLICE + (/[\ud800-\udbff]/.test(content[at + SLICE - 1] ?? "") ? 1 : 0);
    yield encodeWtf8(content.slice(at, end));
    at = end;
    await turn();
  }
}

const notBase64 = () => contentFault("base64", "must be an XLSX file in base64");

/** The bytes of a file that is sent in base64. Throws a 400 error for other text. */
export async function* decoded(content: string): AsyncGenerator<Buffer> {
  let [rest, end, digits] = ["", "", 0];
  for (let at = 0; at < content.length; at += SLICE) {
    const text = content
      .slice(at, at + SLICE)
      .split(/\s+/)
      .join("");
    const [, head = "", padding = ""] = /^([A-Za-z0-9+/_-]*)(=*)$/.exec(text) ?? [];
    // The decoder would skip invalid characters.
    if (head.length + padding.length < text.length || (end !== "" && head !== "")) throw notBase64();
    end += padding;
    digits += head.length;
    const whole = rest + head;
    const fitting = whole.length - (whole.length % 4);
    rest = whole.slice(fitting);
    yield Buffer.from(whole.slice(0, fitting), "base64");
    await turn();
  }
  if (digits === 0) throw contentFault("base64", "is empty");
  if (rest.length === 1 || end.length > 2) throw notBase64();
  yield Buffer.from(rest, "base64");
}
