import { filesBelow, sandboxedFileHeaders, sandboxHeaders } from "@postern/kit/pages";

/** The address of a widget's files, such as `http://127.0.0.1:4870/widgets/~…/org/hello/`. */
export interface WidgetUrl {
  readonly origin: string;
  /** Starts and ends with a slash. */
  readonly path: string;
}

/** Headers of a widget's files. With `isOpen`, it may connect to other hosts with https. */
export function fileHeaders(url: WidgetUrl, isOpen: boolean): Record<string, string> {
  const own = filesBelow(url.origin, url.path);
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
    ...sandboxHeaders(isOpen),
    "content-security-policy": policy,
    ...sandboxedFileHeaders,
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
    `frame-src ${filesBelow(url.origin, url.path)}${isOpen ? " https:" : ""}`,
    "base-uri 'none'",
    "form-action 'none'",
    ...(isOpen ? [] : ["webrtc 'block'"]),
  ].join("; ");
  return { ...sandboxHeaders(isOpen), "content-security-policy": policy };
}
