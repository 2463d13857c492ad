import { T } from "@postern/core";

const HTTPS = "https://[^\\s/@?#\\\\]+";
const HERE = "http://(127(\\.[0-9]{1,3}){3}|localhost|\\[::1\\])(:[0-9]{1,5})?";

/** Where a platform's interface is: over https, or on this machine. No name or password, for the secret is elsewhere. */
export const ApiUrl = (description: string) =>
  T.String({
    maxLength: 500,
    pattern: `^(${HTTPS}|${HERE})(/[^\\s?#\\\\]*)?$`,
    description: `${description}; begins with https://, on this machine http:// will do`,
  });
