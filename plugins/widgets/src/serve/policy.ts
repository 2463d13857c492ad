/** Where a widget's files stand, as a browser sees it: `http://127.0.0.1:4870/widgets/~…/org/hello/`. */
export interface Ground {
  readonly origin: string;
  /** Begins and ends with a slash. */
  readonly path: string;
}

/** No page of ours asks for any of it, and no widget gets it. */
const FEATURES =
  "accelerometer autoplay camera clipboard-read clipboard-write display-capture encrypted-media fullscreen geolocation gyroscope hid idle-detection local-fonts magnetometer microphone midi payment picture-in-picture publickey-credentials-get screen-wake-lock serial storage-access usb xr-spatial-tracking"
    .split(" ")
    .map((name) => `${name}=()`)
    .join(", ");

const HOST = /^https?:\/\/[A-Za-z0-9.-]+(:\d+)?$/;

/** Only what stands below the widget's own address. Its documents have no origin in the sandbox, so `'self'` would mean nothing. */
function ownFiles({ origin, path }: Ground): string {
  // A policy cannot name an address of IPv6; the frame around the widget, which has an origin, can still be named so.
  return HOST.test(origin) ? `${origin}${path}` : "'self'";
}

/** Headers that hold for all that is served of a widget. */
function held(isOpen: boolean): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": FEATURES,
    "cross-origin-opener-policy": "same-origin",
    "x-dns-prefetch-control": "off",
    // What a content security policy does not see: WebRTC, connections ahead of time, a page that leaves for elsewhere.
    ...(!isOpen && { "connection-allowlist": "(response-origin)" }),
  };
}

/** Headers of a widget's own files. `isOpen`: it may reach other hosts, by https. */
export function fileHeaders(ground: Ground, isOpen: boolean): Record<string, string> {
  const own = ownFiles(ground);
  const away = isOpen ? " https:" : "";
  const policy = [
    `sandbox allow-scripts allow-forms${isOpen ? " allow-popups allow-popups-to-escape-sandbox" : ""}`,
    "default-src 'none'",
    `script-src 'unsafe-inline' 'unsafe-eval' ${own}${away}`,
    `style-src 'unsafe-inline' ${own}${away}`,
    `img-src data: blob: ${own}${away}`,
    `font-src data: ${own}${away}`,
    `media-src data: blob: ${own}${away}`,
    `connect-src ${own}${isOpen ? " https: wss:" : ""}`,
    `frame-src ${own}${away}`,
    `form-action ${isOpen ? "https:" : "'none'"}`,
    "base-uri 'none'",
    "object-src 'none'",
    ...(isOpen ? [] : ["webrtc 'block'"]),
  ].join("; ");
  return {
    ...held(isOpen),
    "content-security-policy": policy,
    // Its own pages have no origin, and load its modules and fonts across that.
    "access-control-allow-origin": "null",
    "cross-origin-resource-policy": "cross-origin",
  };
}

/**
 * Headers of the page around a widget. That page holds the widget in a frame: what may stand in a frame is its to say,
 * so a widget cannot leave for another address either, which a document by itself always can.
 */
export function frameHeaders(ground: Ground, isOpen: boolean): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `frame-src ${ownFiles(ground)}${isOpen ? " https:" : ""}`,
    "base-uri 'none'",
    "form-action 'none'",
    ...(isOpen ? [] : ["webrtc 'block'"]),
  ].join("; ");
  return { ...held(isOpen), "content-security-policy": policy };
}
