/** Where the values are: `https://s3.example/bucket/prefix?region=eu-north-1`. */
export interface Place {
  readonly endpoint: URL;
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
  readonly region: string;
}

const DEFAULT_REGION = "us-east-1";
const EXAMPLE = "https://s3.eu-north-1.amazonaws.com/my-bucket/postern?region=eu-north-1";
// A name that could mean another path, such as "..", would be signed as one object and sent as another.
const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const KEY = /^[a-z0-9][a-z0-9._-]*(:[a-z0-9][a-z0-9._-]*)*$/;

/** Reads the URL of a bucket. The region defaults to `region`, then to us-east-1. Errors never repeat a secret. */
export function readPlace(url: string, region: string = DEFAULT_REGION): Place {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new TypeError(`It must be a URL such as ${EXAMPLE}`);
  const { origin, username, password, pathname, searchParams, hash } = new URL(url);
  if (username !== "" || password !== "")
    throw new TypeError("The URL must not contain an access key, because URLs are shown and logged");
  const unknown = [...searchParams.keys()].find((name) => name !== "region");
  if (unknown !== undefined || hash !== "")
    throw new TypeError(`The URL accepts the parameter "region" only, as in ${EXAMPLE}`);
  const [bucket, ...prefix] = pathname.split("/").filter((segment) => segment !== "");
  if (bucket === undefined) throw new TypeError(`The URL must name a bucket, as in ${EXAMPLE}`);
  const invalid = [bucket, ...prefix].find((segment) => !SEGMENT.test(segment));
  if (invalid !== undefined)
    throw new TypeError(
      `${JSON.stringify(invalid)} is not a valid name of a bucket or prefix. Use letters, digits, ".", "_" and "-".`,
    );
  return {
    endpoint: new URL(origin),
    bucket,
    prefix: prefix.map((segment) => `${segment}/`).join(""),
    region: searchParams.get("region") || region,
  };
}

/** The path of the object that holds a value. */
export function pathOf({ bucket, prefix }: Place, key: string): string {
  if (!KEY.test(key)) throw new TypeError(`${JSON.stringify(key)} is not a valid key of a large value`);
  return `/${bucket}/${prefix}${key.replaceAll(":", "/")}`;
}
