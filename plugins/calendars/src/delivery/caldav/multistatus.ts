import { Fault } from "../fault.ts";
import { createXmlReader } from "./xml.ts";

const DAV = "{DAV:}";
const MULTISTATUS = `${DAV}multistatus`;
const RESPONSE = `${DAV}response`;

/** One resource of a multistatus response, with its properties by local name. */
export interface Resource {
  readonly href: string;
  /** Status of the resource itself, if given: 404 for a deleted one. */
  readonly status: number | undefined;
  readonly props: Readonly<Record<string, string>>;
}

/** Reads a multistatus response in chunks and passes on each resource once it is complete. */
export function createMultistatusReader(each: (told: Resource) => void): {
  write(piece: string): void;
  /** The sync token, if any. Throws if the response was not a multistatus. */
  end(): { readonly token: string | undefined };
} {
  const path: string[] = [];
  let texts: string[] = [];
  let root: string | undefined;
  let token: string | undefined;
  let href = "";
  let status: number | undefined;
  let propStatus: number | undefined;
  let pending: Record<string, string> = {};
  let props: Record<string, string> = {};

  /** A property that consists of references has them as lines. */
  function addHref(property: string, text: string): void {
    const before = pending[property];
    pending[property] = before === undefined ? text : `${before}\n${text}`;
  }

  const inside = (...names: string[]) =>
    path.length >= names.length && names.every((name, at) => path[path.length - names.length + at] === name);

  function closed(name: string, text: string): void {
    if (path.length === 1 && name === `${DAV}sync-token`) token = text.trim();
    else if (name === `${DAV}href` && inside(RESPONSE)) href = text.trim();
    else if (name === `${DAV}status` && inside(RESPONSE)) status = statusIn(text);
    else if (name === `${DAV}status` && inside(`${DAV}propstat`)) propStatus = statusIn(text);
    else if (inside(`${DAV}propstat`, `${DAV}prop`)) pending[localName(name)] ??= text;
    else if (name === `${DAV}href` && path.at(-2) === `${DAV}prop`) addHref(localName(path.at(-1) ?? ""), text.trim());
    else if (name === `${DAV}propstat`) {
      if (propStatus === undefined || propStatus === 200) Object.assign(props, pending);
      pending = {};
      propStatus = undefined;
    } else if (name === RESPONSE) {
      each({ href, status, props });
      href = "";
      status = undefined;
      props = {};
    }
  }

  const reader = createXmlReader({
    open(name) {
      root ??= name;
      path.push(name);
      texts = [];
    },
    text(text) {
      texts.push(text);
    },
    close(name) {
      path.pop();
      closed(name, texts.join(""));
      texts = [];
    },
  });
  return {
    write: (piece) => reader.write(piece),
    end() {
      reader.end();
      if (root !== MULTISTATUS) throw new Fault("bad_answer", "The server's response is not a WebDAV multistatus");
      return { token: token === "" ? undefined : token };
    },
  };
}

const localName = (name: string): string => name.slice(name.indexOf("}") + 1);

const statusIn = (line: string): number | undefined =>
  Number(/^HTTP\/\S+\s+(\d{3})/.exec(line.trim())?.[1]) || undefined;
