import { readdirSync, readFileSync } from "node:fs";

/** A page of the manual. */
export interface Guide {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  readonly html: string;
}

const folder = new URL("../assets/", import.meta.url);
const SCRIPT = new URL("../dist/page-script.js", import.meta.url);
const read = (name: string): Buffer => readFileSync(new URL(name, folder));

export type Assets = ReturnType<typeof createAssets>;

/** What this package has beside its code. Read when it is first needed: most gateways never show it. */
export function createAssets() {
  let guides: ReadonlyMap<string, Guide> | undefined;
  return {
    guides(): ReadonlyMap<string, Guide> {
      guides ??= new Map((JSON.parse(read("guides.json").toString("utf8")) as Guide[]).map((one) => [one.id, one]));
      return guides;
    },
    /** The program that shows an OpenAPI document, compressed with gzip. Undefined if it could not be downloaded. */
    scalar(): Buffer | undefined {
      const name = readdirSync(folder).find((one) => /^scalar-.*\.js\.gz$/.test(one));
      return name === undefined ? undefined : read(name);
    },
    /** The script of the page with the operations. */
    script: (): Buffer => readFileSync(SCRIPT),
  };
}
