import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Gateway } from "@postern/core";
import type { Certificate } from "../certificate.ts";
import { firstKey } from "../commands/init.ts";
import { consoleHint, signInTo } from "../console-address.ts";
import type { Io } from "../io.ts";
import { openBrowser } from "../open-browser.ts";
import type { Settings } from "../settings.ts";
import type { DevFolder } from "./dev-folder.ts";
import type { DevListener } from "./listener.ts";

interface Setting {
  readonly listener: DevListener;
  readonly place: DevFolder;
  readonly certificate: Certificate | undefined;
  readonly flags: { open?: boolean; qr?: boolean; json?: boolean };
  readonly io: Io;
}

/** Prints the URLs of the gateway, and creates and prints a key if it has none. */
export async function welcome(gateway: Gateway, settings: Settings, setting: Setting): Promise<void> {
  const { listener, place, flags, io } = setting;
  const { url } = listener;
  const key = place.isNew ? (await firstKey(gateway, settings, false)).key : undefined;
  const file = certificateFile(setting);
  if (flags.json) {
    io.out(`${JSON.stringify({ url, pid: process.pid, data: place.data, ...(key && { key }) })}\n`);
  } else {
    await listener.show(flags.qr === true);
    const signIn = key === undefined ? undefined : await signInTo(gateway, url, key);
    if (key !== undefined) {
      io.out(`${consoleHint(signIn).trimStart()}
Your admin key, which is shown only once:
  ${key}

Try it in another terminal:
  curl ${file === undefined ? "" : `--cacert ${file} `}-X POST ${url}/api/v1/context/whoami -H 'authorization: Bearer ${key}'
  POSTERN_DATA=${place.data} POSTERN_TOKEN=${key} npx postern context whoami
`);
    }
  }
  if (flags.open) await openBrowser(url, io);
}

/** Clients such as curl read the certificate from a file. */
function certificateFile({ listener, certificate, place }: Setting): string | undefined {
  if (certificate || listener.certificate === undefined) return certificate?.file;
  const file = join(place.data, "certificate.pem");
  writeFileSync(file, listener.certificate, { mode: 0o600 });
  return file;
}
