import { SaxesParser } from "saxes";

/** Maximum number of elements that one is in. S3 nests four. */
const MAX_DEPTH = 16;

/**
 * Reads XML in pieces. Calls `take` at the end of each element, with the names of the elements that it is in and its
 * own, as in `Error/Code`, and its text. Throws if it is not well-formed. Document types are refused, so there are no
 * entities to expand but the five of XML.
 */
export function createXmlReader(take: (path: string, text: string) => void) {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const path: string[] = [];
  let text = "";
  const refuse = (reason: string) => () => {
    throw new Error(reason);
  };
  const add = (more: string) => {
    text += more;
  };
  parser.on("error", refuse("The XML is not well-formed"));
  parser.on("doctype", refuse("The XML has a document type"));
  parser.on("opentag", ({ local }) => {
    if (path.push(local) > MAX_DEPTH) throw new Error(`The XML has more than ${MAX_DEPTH} levels`);
    text = "";
  });
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("closetag", () => {
    take(path.join("/"), text);
    path.pop();
    text = "";
  });
  return {
    write: (piece: string) => void parser.write(piece),
    /** Throws if an element is not closed. */
    end: () => void parser.close(),
  };
}
