const USUAL = "https://api.elevenlabs.io";
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The address of the service without a slash at its end. Throws for one that would show the key to whoever listens, or
 * holds a key of its own.
 */
export function addressOf(config: { readonly voiceprovider?: { readonly url?: string } }): string {
  const text = config.voiceprovider?.url ?? USUAL;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.test(url.hostname));
  if (!url || !isSafe) throw new Error("voiceprovider.url must be an https address; http is for this machine only");
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw new Error("voiceprovider.url must hold neither a name and password nor a query; the key is a credential");
  return url.href.replace(/(?<!\/)\/+$/, "");
}

/** Whom texts are sent to. */
export const hostOf = (config: Parameters<typeof addressOf>[0]): string => new URL(addressOf(config)).host;
