import type { Plugin } from "@postern/core";
import { BLOB_PLACES, isBlobPlace } from "./blob-place.ts";

/** The setting of a group: enabled, disabled, its configuration, or an imported plugin. */
export type GroupSetting = boolean | Readonly<Record<string, unknown>> | Plugin;

/** The settings of a `postern.config` file. */
export interface Config {
  /** Groups that are not named here run if they are installed, unless `pluginsOnly` is set. */
  plugins?: Readonly<Record<string, GroupSetting>>;
  /** Runs only the groups in `plugins`. */
  pluginsOnly?: boolean;
  data?: string;
  /** `<driver>:<path or URL>` */
  store?: string;
  /** Where large values are: `files`, `s3:<URL of a bucket>` or `postgres:<URL>`. */
  blobs?: string;
  host?: string;
  port?: number;
  /** Allows a `host` that other machines can reach; `hosts` are the names they reach it by. */
  public?: boolean;
  hosts?: readonly string[];
  /** Origins of web pages that may call the gateway, such as `https://app.example`. */
  origins?: readonly string[];
  /** The URL by which others reach the gateway, such as that of a balancer. */
  publicUrl?: string;
  /** The name of this machine for what only it has; by default its host name. */
  hostName?: string;
  trustedProxy?: boolean;
  /** Serves HTTPS with a certificate and its private key, in PEM format. */
  tls?: { cert: string; key: string };
  /** The URL of another gateway, for commands. */
  gateway?: string;
  /** The folder for operations on files; the current folder by default. */
  workspace?: string;
  /** The id of the current project. */
  project?: string;
  /** How much event history is kept: maximum age in milliseconds, maximum size in bytes. */
  journal?: { age?: number; bytes?: number };
  /** Whether webhooks may be sent to private and loopback addresses. */
  hooksPrivate?: boolean;
}

interface Kind {
  readonly name: string;
  fits(value: unknown): boolean;
}

const text: Kind = { name: "a string that is not empty", fits: (value) => typeof value === "string" && value !== "" };
const place: Kind = { name: BLOB_PLACES, fits: (value) => typeof value === "string" && isBlobPlace(value) };
const flag: Kind = { name: "true or false", fits: (value) => typeof value === "boolean" };
const webAddress: Kind = {
  name: "a URL such as https://postern.example",
  fits: (value) => typeof value === "string" && /^https?:\/\/[^/?#@]+\/?$/.test(value) && URL.canParse(value),
};
const port: Kind = {
  name: "a number from 0 to 65535",
  fits: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65_535,
};
const texts: Kind = { name: "a list of strings", fits: (value) => Array.isArray(value) && value.every(text.fits) };
const history: Kind = {
  name: "an object such as { age: 2592000000, bytes: 536870912 }, in milliseconds and bytes",
  fits: (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([name, most]) => ["age", "bytes"].includes(name) && Number.isInteger(most) && (most as number) > 0,
    ),
};
const tls: Kind = {
  name: 'an object such as { cert: "cert.pem", key: "key.pem" }',
  fits: (value) =>
    isObject(value) && Object.keys(value).sort().join() === "cert,key" && Object.values(value).every(text.fits),
};
const object: Kind = { name: "an object", fits: isObject };

const SETTINGS: Readonly<Record<keyof Config, Kind>> = {
  plugins: object,
  pluginsOnly: flag,
  data: text,
  store: text,
  blobs: place,
  host: text,
  port,
  public: flag,
  hosts: texts,
  origins: texts,
  publicUrl: webAddress,
  hostName: text,
  trustedProxy: flag,
  tls,
  gateway: text,
  workspace: text,
  project: text,
  journal: history,
  hooksPrivate: flag,
};

/** The names of all settings. */
export const settingNames = Object.keys(SETTINGS) as (keyof Config)[];

/** What is wrong with the content of a configuration file, a sentence for each problem. */
export function faultsIn(config: unknown): string[] {
  if (!isObject(config)) return ["the file must contain an object of settings"];
  const faults = Object.entries(config).flatMap(([name, value]) => {
    const kind = Object.hasOwn(SETTINGS, name) ? SETTINGS[name as keyof Config] : undefined;
    if (!kind) return [`unknown setting ${name}. Available settings: ${settingNames.join(", ")}.`];
    return kind.fits(value) ? [] : [`${name} must be ${kind.name}`];
  });
  if (config.pluginsOnly === true && config.plugins === undefined)
    faults.push("pluginsOnly requires plugins, the groups to run");
  return faults;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
