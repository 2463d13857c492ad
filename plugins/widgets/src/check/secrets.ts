import { setImmediate as turn } from "node:timers/promises";
import type { Finding } from "../schemas.ts";
import { positionIn } from "./position.ts";

/**
 * Formats of well-known secrets. Each pattern has a bounded length, or cannot match again within a match. Otherwise a
 * text of repeated prefixes would take quadratic time.
 */
const SHAPES: readonly { what: string; shape: string; severity?: "warning" }[] = [
  { what: "a private key", shape: "-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----" },
  { what: "a key of this gateway", shape: "\\brctx_[A-Za-z0-9_-]{40}" },
  { what: "an AWS access key", shape: "\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b" },
  { what: "a GitHub token", shape: "\\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{50})" },
  { what: "a GitLab token", shape: "\\bglpat-[A-Za-z0-9_-]{20}" },
  { what: "an npm token", shape: "\\bnpm_[A-Za-z0-9]{36}\\b" },
  { what: "a Slack token", shape: "\\bxox[abeoprs]-[A-Za-z0-9-]{20}" },
  { what: "a Slack webhook", shape: "hooks\\.slack\\.com/services/T[A-Z0-9]{6,}/B[A-Z0-9]{6,}/[A-Za-z0-9]{16}" },
  { what: "a Stripe key", shape: "\\b[sr]k_(?:live|test)_[A-Za-z0-9]{20}" },
  { what: "a webhook secret", shape: "\\bwhsec_[A-Za-z0-9+/]{24}" },
  { what: "an Anthropic or OpenAI key", shape: "\\bsk-(?:ant-|proj-|svcacct-)[A-Za-z0-9_-]{20}" },
  { what: "an OpenAI key", shape: "\\bsk-[A-Za-z0-9]{40,}\\b" },
  { what: "a SendGrid key", shape: "\\bSG\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}" },
  { what: "a Telegram bot token", shape: "\\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}\\b" },
  // Meant for use in pages, but only safe if its owner has restricted it.
  { what: "a Google API key", shape: "\\bAIza[0-9A-Za-z_-]{35}", severity: "warning" },
  {
    what: "a signed token",
    shape: "(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{15,}\\.eyJ[A-Za-z0-9_-]{15,}\\.[A-Za-z0-9_-]{20}",
    severity: "warning",
  },
];
const shapes = new RegExp(SHAPES.map(({ shape }) => `(${shape})`).join("|"), "g");

/** Files that contain settings, such as `.env` files. */
const SETTINGS = /(^|[/.])env(\.[a-z]+)?$|\.(env|ini|conf|cfg|properties|ya?ml|toml|txt)$/i;
const setting =
  /^[ \t]*(?:export[ \t]+)?([A-Z0-9_]{1,200})[ \t]*[=:][ \t]*["']?(?!\$|<|your|xxx|\.\.\.|change|example|process\.|true|false)[^\s"'#]{8}/gim;
const SECRET_NAME = /SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY/i;

/** Binary key stores. */
const STORES = /\.(p12|pfx|jks|keystore|kdbx|ppk)$|(^|\/)id_(rsa|dsa|ecdsa|ed25519)$/i;

const PORTION = 256 * 1024;
/** Longer than any pattern, so that a match between two portions is not lost. */
const OVERLAP = 512;
const MAX_FINDINGS = 20;

/** Finds secrets. A finding has the position and the kind of a secret, never its value. */
export async function findSecrets(file: string, content: Buffer): Promise<Finding[]> {
  if (STORES.test(file)) return [{ code: "secret", severity: "error", file, message: messageFor("a key store") }];
  if (content.subarray(0, 8192).includes(0)) return [];
  const text = content.toString("utf8");
  const found = new Map<number, Finding>();
  const note = (at: number, what: string, severity: Finding["severity"] = "error") => {
    if (found.size < MAX_FINDINGS && !found.has(at))
      found.set(at, { code: "secret", severity, file, ...positionIn(text, at), message: messageFor(what) });
  };
  const isSettings = SETTINGS.test(file);
  for (let from = 0; from < text.length; from += PORTION) {
    if (from > 0) await turn();
    const portion = text.slice(from, from + PORTION + OVERLAP);
    for (const match of portion.matchAll(shapes)) {
      const shape = SHAPES[match.slice(1).findIndex((group) => group !== undefined)];
      if (shape) note(from + match.index, shape.what, shape.severity);
    }
    if (isSettings)
      for (const match of portion.matchAll(setting))
        if (SECRET_NAME.test(match[1] as string)) note(from + match.index, "a password or key in settings");
  }
  return [...found.values()];
}

const messageFor = (what: string): string =>
  `This looks like ${what}, and everyone who can open the widget could read it: remove it and rotate it`;
