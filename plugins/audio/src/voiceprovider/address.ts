const DEFAULT_URL = "https://api.elevenlabs.io";
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The URL of the service without trailing slashes. Throws if it would send the key unencrypted, or contains secrets. */
export function addressOf(config: { readonly voiceprovider?: { readonly url?: string } }): string {
  const text = config.voiceprovider?.url ?? DEFAULT_URL;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.test(url.hostname));
  if (!url || !isSafe) throw new Error("voiceprovider.url must be an https URL; http is allowed only for this machine");
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw new Error(
      "voiceprovider.url must not contain a user name, password, query or fragment; store the key as a credential",
    );
  return url.href.replace(/(?<!\/)\/+$/, "");
}

/** The host that texts are sent to. */
export const hostOf = (config: Parameters<typeof addressOf>[0]): string => new URL(addressOf(config)).host;
