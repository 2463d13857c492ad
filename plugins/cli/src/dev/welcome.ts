import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Gateway } from "@postern/core";
import type { Certificate } from "../certificate.ts";
import type { DevFlags } from "../commands/dev.ts";
import { firstKey } from "../commands/init.ts";
import type { Io } from "../io.ts";
import type { Settings } from "../settings.ts";
import type { DevListener } from "./listener.ts";
import type { Place } from "./place.ts";

interface Setting {
  readonly listener: DevListener;
  readonly place: Place;
  readonly certificate: Certificate | undefined;
  readonly flags: DevFlags;
  readonly io: Io;
}

/** Says where the gateway is reached, and makes and shows its key where it has none. */
export async function welcome(gateway: Gateway, settings: Settings, setting: Setting): Promise<void> {
  const { listener, place, flags, io } = setting;
  const { url } = listener;
  const key = place.isNew ? (await firstKey(gateway, settings, false)).key : undefined;
  const file = certificateFile(setting);
  if (flags.json) {
    io.out(`${JSON.stringify({ url, pid: process.pid, data: place.data, ...(key && { key }) })}\n`);
  } else {
    await listener.show(flags.qr === true);
    if (key !== undefined) {
      io.out(`Your key may do everything. It is shown once:
  ${key}

Try it in another terminal:
  curl ${file === undefined ? "" : `--cacert ${file} `}-X POST ${url}/api/v1/context/whoami -H 'authorization: Bearer ${key}'
  POSTERN_DATA=${place.data} POSTERN_TOKEN=${key} npx postern context whoami
`);
    }
  }
  if (flags.open) await openBrowser(`${url}/health`, io);
}

/** Programs like curl take it from a file. */
function certificateFile({ listener, certificate, place }: Setting): string | undefined {
  if (certificate || listener.certificate === undefined) return certificate?.file;
  const file = join(place.data, "certificate.pem");
  writeFileSync(file, listener.certificate, { mode: 0o600 });
  return file;
}

/** Not by listhen, which runs a script of a known name in the folder of temporary files that all users share. */
async function openBrowser(url: string, io: Io): Promise<void> {
  const { default: open } = await import("open");
  const browser = await open(url);
  browser.once("error", (error) => io.note(`Cannot open a browser: ${error.message}\n`));
}
