import { T } from "@postern/core";

const HTTPS = "https://[^\\s/@?#\\\\]+";
const HERE = "http://(127(\\.[0-9]{1,3}){3}|localhost|\\[::1\\])(:[0-9]{1,5})?";

/** Address of a platform's API: https, or http on this machine. Without credentials: the secret is in the connection. */
export const ApiUrl = (description: string) =>
  T.String({
    maxLength: 500,
    pattern: `^(${HTTPS}|${HERE})(/[^\\s?#\\\\]*)?$`,
    description: `${description}; must start with https://, or http:// on this machine`,
  });
