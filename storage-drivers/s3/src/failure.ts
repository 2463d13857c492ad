import { StoreUnavailable, type Unavailable } from "@postern/core/storage";
import type { Answer, Method } from "./answer.ts";
import type { Place } from "./place.ts";
import { createXmlReader } from "./xml.ts";

/**
 * Why a request failed. The body of an error is never repeated: servers put the access key and what was signed into it.
 */
export function failureOf(place: Place, method: Method, { status, headers, body }: Answer): StoreUnavailable {
  const code = errorCodeOf(body);
  const server = serverOf(place);
  const bucket = `the bucket "${place.bucket}"`;
  const region = headers["x-amz-bucket-region"];
  if (code === "NoSuchBucket")
    return failed(
      "missing",
      `The bucket "${place.bucket}" does not exist on ${server}. Create it, or correct its name.`,
    );
  if (typeof region === "string" && /^[a-z0-9-]+$/.test(region) && region !== place.region)
    return failed("failed", `The bucket "${place.bucket}" is in another region. Add "?region=${region}" to its URL.`);
  if (status === 401 || status === 403)
    return failed(
      "failed",
      `${server} refuses ${method} in ${bucket}${shown(code)}. Check the access key, its permissions, and the clock of this machine.`,
    );
  const reason = status === 507 || /Quota|StorageFull|EntityTooLarge/.test(code ?? "") ? "full" : "failed";
  return failed(reason, `${server} answered ${method} in ${bucket} with status ${status}${shown(code)}`);
}

/** Why no answer arrived. */
export function unreachable(place: Place, thrown: unknown): StoreUnavailable {
  if (thrown instanceof StoreUnavailable) return thrown;
  const { code, message = "" } = Object(thrown) as { code?: unknown; message?: string };
  const reason: Unavailable = code === "ETIMEDOUT" ? "timeout" : "failed";
  const cause = typeof code === "string" ? code : message;
  // A value is named by its content, so it does no harm if a write happened anyway.
  return new StoreUnavailable(reason, `Cannot reach the storage of large values at ${serverOf(place)}: ${cause}`, {
    cause: thrown,
  });
}

/** The code in the body of an error, such as `NoSuchKey`. Undefined if it has none, or is not an error of S3. */
export function errorCodeOf(body: Uint8Array): string | undefined {
  let code: string | undefined;
  const reader = createXmlReader((path, text) => {
    if (path === "Error/Code" && /^[A-Za-z0-9.]{1,64}$/.test(text)) code ??= text;
  });
  try {
    reader.write(Buffer.from(body).toString());
  } catch {
    // A page of another server, for example. What comes before the fault counts, because the end of a long body is missing.
  }
  return code;
}

const serverOf = ({ endpoint }: Place): string => `the S3 server ${endpoint.host}`;
const shown = (code: string | undefined): string => (code === undefined ? "" : ` (${code})`);

function failed(reason: Unavailable, message: string): StoreUnavailable {
  return new StoreUnavailable(reason, message.charAt(0).toUpperCase() + message.slice(1));
}
