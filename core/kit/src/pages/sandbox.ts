/** Browser features that a document in a sandbox does not get. */
const FEATURES =
  "accelerometer autoplay camera clipboard-read clipboard-write display-capture encrypted-media fullscreen geolocation gyroscope hid idle-detection local-fonts magnetometer microphone midi payment picture-in-picture publickey-credentials-get screen-wake-lock serial storage-access usb xr-spatial-tracking"
    .split(" ")
    .map((name) => `${name}=()`)
    .join(", ");

const HOST = /^https?:\/\/[A-Za-z0-9.-]+(:\d+)?$/;

/**
 * The files below an address, as a source of a content security policy. Sandboxed documents have no origin, so `'self'`
 * would match nothing.
 */
export const filesBelow = (origin: string, path: string): string =>
  // A policy cannot contain an IPv6 address. `'self'` still works for a page around the sandbox, which has an origin.
  HOST.test(origin) ? `${origin}${path}` : "'self'";

/** Headers of all answers with documents that are not trusted. With `isOpen`, they may connect to other hosts. */
export const sandboxHeaders = (isOpen: boolean): Record<string, string> => ({
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "permissions-policy": FEATURES,
  "cross-origin-opener-policy": "same-origin",
  "x-dns-prefetch-control": "off",
  // Covers what a content security policy does not: WebRTC, speculative connections and navigation.
  ...(!isOpen && { "connection-allowlist": "(response-origin)" }),
});

/** Headers of the files of a sandboxed document: loading its own modules and fonts is a cross-origin request. */
export const sandboxedFileHeaders: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "null",
  "cross-origin-resource-policy": "cross-origin",
};
