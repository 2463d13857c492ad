import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { Refusal } from "./exit.ts";
import type { Settings } from "./settings.ts";

/** A store and the data folder that its path is relative to. */
export type Placed = Pick<Settings, "store" | "data">;

const NAME = /^(@[a-z0-9-]+\/)?[a-z0-9][a-z0-9._-]*$/;
export const URL_LIKE = /^[a-z][a-z0-9+.-]*:\/\//;
export const DEFAULT_STORE = "lmdb:store";
const POSTGRES_URL = /^postgres(ql)?:\/\//;
const CREDENTIALS = /\/\/[^/]*@/;

/** Whether the store is lost when the process ends. */
export const isInMemory = ({ store }: Pick<Settings, "store">): boolean => /^memory(:|$)/.test(store ?? "");

/** Identifies a store without revealing a password in its URL, and independent of where the data folder is. */
export function fingerprintOf(settings: Placed): string {
  const { name, place } = readStore(settings);
  // A new user or password leads to the same database.
  const address = name === "postgres" ? place.replace(CREDENTIALS, "//") : place;
  const path = isAbsolute(place) ? relative(settings.data, place) : address;
  return createHash("sha256").update(`${name}:${path}`).digest("hex").slice(0, 16);
}

/** The name of a store in messages, without a password in its URL. */
export function shownStore(settings: Placed): string {
  const { name, place } = readStore(settings);
  if (place === "") return name;
  if (POSTGRES_URL.test(place)) return place.replace(CREDENTIALS, "//");
  return `${name}:${URL_LIKE.test(place) ? place.replace(CREDENTIALS, "//") : place}`;
}

/** Whether the store is a server, which gateways with other data folders can use too. */
export const isOnServer = (settings: Placed): boolean => URL_LIKE.test(readStore(settings).place);

/** Whether the embedded store does not exist. Always false for other drivers. */
export function isMissing(settings: Placed): boolean {
  const { name, place } = readStore(settings);
  return name === "lmdb" && !existsSync(join(place, "data.mdb"));
}

/** A path is relative to the data folder, unless it is absolute; a URL is kept. */
export function readStore({ store = DEFAULT_STORE, data }: Placed): { name: string; place: string } {
  if (POSTGRES_URL.test(store)) return { name: "postgres", place: store };
  const [name = ""] = store.split(":", 1);
  if (!NAME.test(name))
    throw new Refusal(
      "The store must be <driver>:<path or URL>, such as lmdb:/var/lib/postern or postgres://user@host/database",
    );
  const place = store.slice(name.length + 1);
  if (name === "lmdb" && place === "") throw new Refusal("The lmdb store requires a folder: lmdb:<folder>");
  if (name === "postgres" && !POSTGRES_URL.test(place))
    throw new Refusal("The postgres store requires a URL: postgres://<user>@<host>:<port>/<database>");
  return { name, place: place === "" || URL_LIKE.test(place) ? place : resolve(data, place) };
}
