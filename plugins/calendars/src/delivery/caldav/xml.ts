import { SaxesParser } from "saxes";
import { Fault } from "../fault.ts";

/** What an XML text holds, in its order; names without their prefix, in the way `{namespace}name`. */
export interface Sink {
  open(name: string): void;
  text(text: string): void;
  close(name: string): void;
}

/** Characters that are kept of a tag, and of anything else, that has not come whole yet. What is longer is nonsense. */
const LONGEST_TAG = 65_536;
const LONGEST_TEXT = 4 * 2 ** 20;
const DEEPEST = 64;

/**
 * Reads XML in pieces as they come, so that an answer of any size is read in bounded memory and never at once. Document
 * types are refused, and so there are no entities but the five: there is nothing to expand.
 */
export function createXmlReader(sink: Sink): { write(piece: string): void; end(): void } {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let depth = 0;
  let isInTag = false;
  /** Characters that came since the parser had something whole. */
  let kept = 0;

  const refuse = () => {
    throw new Fault("bad_answer", "The server's response is not readable XML");
  };
  const begin = () => {
    isInTag = true;
    kept = 0;
    if (++depth > DEEPEST) refuse();
  };
  const settle = () => {
    isInTag = false;
    kept = 0;
  };
  const take = (text: string) => {
    settle();
    if (depth > 0) sink.text(text);
  };

  parser.on("error", refuse);
  parser.on("doctype", refuse);
  parser.on("opentagstart", begin);
  parser.on("opentag", ({ uri, local }) => {
    settle();
    sink.open(`{${uri}}${local}`);
  });
  parser.on("closetag", ({ uri, local }) => {
    settle();
    depth--;
    sink.close(`{${uri}}${local}`);
  });
  parser.on("text", take);
  parser.on("cdata", take);
  parser.on("comment", settle);
  parser.on("processinginstruction", settle);

  return {
    write(piece) {
      // In parts, so that at most one of them more is kept than may be.
      for (let at = 0; at < piece.length; at += LONGEST_TAG) {
        const part = piece.slice(at, at + LONGEST_TAG);
        kept += part.length;
        parser.write(part);
        if (kept > (isInTag ? LONGEST_TAG : LONGEST_TEXT)) refuse();
      }
    },
    end() {
      parser.close();
    },
  };
}
