/** The address of a widget's files, such as `http://127.0.0.1:4870/widgets/~…/org/hello/`. */
export interface WidgetUrl {
  readonly origin: string;
  /** Starts and ends with a slash. */
  readonly path: string;
}

/** Browser features that widgets do not get. */
const FEATURES =
  "accelerometer autoplay camera clipboard-read clipboard-write display-capture encrypted-media fullscreen geolocation gyroscope hid idle-detection local-fonts magnetometer microphone midi payment picture-in-picture publickey-credentials-get screen-wake-lock serial storage-access usb xr-spatial-tracking"
    .split(" ")
    .map((name) => `${name}=()`)
    .join(", ");

const HOST = /^https?:\/\/[A-Za-z0-9.-]+(:\d+)?$/;

/** Only files below the widget's address. Sandboxed documents have no origin, so `'self'` would match nothing. */
function ownFiles({ origin, path }: WidgetUrl): string {
  // A policy cannot contain an IPv6 address. `'self'` still works for the page around the widget, which has an origin.
  return HOST.test(origin) ? `${origin}${path}` : "'self'";
}

/** Headers of all answers for a widget. */
function commonHeaders(isOpen: boolean): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": FEATURES,
    "cross-origin-opener-policy": "same-origin",
    "x-dns-prefetch-control": "off",
    // Covers what a content security policy does not: WebRTC, speculative connections and navigation.
    ...(!isOpen && { "connection-allowlist": "(response-origin)" }),
  };
}

/** Headers of a widget's files. With `isOpen`, it may connect to other hosts with https. */
export function fileHeaders(url: WidgetUrl, isOpen: boolean): Record<string, string> {
  const own = ownFiles(url);
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
    ...commonHeaders(isOpen),
    "content-security-policy": policy,
    // The widget's pages have no origin, so loading its own modules and fonts is a cross-origin request.
    "access-control-allow-origin": "null",
    "cross-origin-resource-policy": "cross-origin",
  };
}

/**
 * Headers of the page around a widget. Its policy limits what the frame may load, so the widget cannot navigate to
 * other addresses. A top-level document always can.
 */
export function frameHeaders(url: WidgetUrl, isOpen: boolean): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `frame-src ${ownFiles(url)}${isOpen ? " https:" : ""}`,
    "base-uri 'none'",
    "form-action 'none'",
    ...(isOpen ? [] : ["webrtc 'block'"]),
  ].join("; ");
  return { ...commonHeaders(isOpen), "content-security-policy": policy };
}
