import { Refusal } from "./exit.ts";

/** The access key for large values in S3, and the region if its URL names none. */
export interface BlobKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Those of Postern come first, because programs that the gateway starts may need other keys of AWS. */
const FAMILIES = ["POSTERN_S3", "AWS"];

/** Reads the access key from the environment. Both of its halves come from the same family of variables. */
export function readBlobKey(env: Readonly<Record<string, string | undefined>>): BlobKey | undefined {
  for (const family of FAMILIES) {
    const [accessKeyId, secretAccessKey, sessionToken] = ["ACCESS_KEY_ID", "SECRET_ACCESS_KEY", "SESSION_TOKEN"].map(
      (name) => env[`${family}_${name}`]?.trim(),
    );
    if (!accessKeyId && !secretAccessKey) continue;
    if (!accessKeyId || !secretAccessKey) {
      // Half a key of AWS may belong to another program.
      if (family === "AWS") continue;
      throw new Refusal(`${family}_ACCESS_KEY_ID and ${family}_SECRET_ACCESS_KEY must both be set`);
    }
    return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  }
  return undefined;
}
