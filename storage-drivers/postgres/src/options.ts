export interface PostgresOptions {
  /**
   * The database: `postgres://user@host:5432/database?sslmode=verify-full`. A parameter `schema` in the URL has the same
   * meaning as the option.
   */
  url: string;
  /** The schema of the store's tables; `postern` by default. */
  schema?: string;
  /** Whether missing tables are created (default: true). With false, a missing store is an error (`missing`). */
  create?: boolean;
  /** Number of connections for reading; 6 by default. A third serves commands, the others snapshots of queries. */
  readers?: number;
  /** How long a commit waits for a server that cannot be reached, in milliseconds; 10,000 by default. */
  timeout?: number;
  /** How long the server may work on one statement, in milliseconds; 30,000 by default. */
  statementTimeout?: number;
  /** How long a snapshot may stay open without a read, in milliseconds; 60,000 by default. */
  snapshotTimeout?: number;
  /**
   * A file for the last commit that the gateway knows, one for each gateway. A gateway that is restarted then notices that
   * the database was restored to an older state on the same server. Without it, only a running gateway notices that.
   */
  positionFile?: string | undefined;
  /** Accepts a server that can lose acknowledged commits in a crash: `fsync` or `synchronous_commit` is off. */
  allowDataLoss?: boolean;
}

/** The options with their defaults, and the parts of the URL that this driver reads itself. */
export interface Settings
  extends Required<Omit<PostgresOptions, "positionFile">>,
    Pick<PostgresOptions, "positionFile"> {
  /** The server and database for messages, without a password. */
  readonly shown: string;
}

const MIN_READERS = 2;
const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/;
/** Schemas of the system, in which tables of a store would be lost or mixed with its own. */
const RESERVED = /^(pg_.*|information_schema)$/;
const URL_PARAMETERS = ["schema", "allowDataLoss"] as const;

/** Throws a TypeError if an option is invalid. */
export function readOptions(options: PostgresOptions): Settings {
  const { address, given } = splitUrl(options.url);
  const settings = {
    schema: given.schema ?? "postern",
    create: true,
    readers: 6,
    timeout: 10_000,
    statementTimeout: 30_000,
    snapshotTimeout: 60_000,
    allowDataLoss: given.allowDataLoss === "true",
    ...options,
    url: address.href,
    shown: shownUrl(address),
  };
  if (!SCHEMA.test(settings.schema))
    throw new TypeError(
      `The schema must consist of lowercase letters, digits and "_", not ${JSON.stringify(settings.schema)}`,
    );
  if (RESERVED.test(settings.schema))
    throw new TypeError(
      `The schema "${settings.schema}" belongs to PostgreSQL itself. Choose another name, such as "postern"`,
    );
  if (!Number.isInteger(settings.readers) || settings.readers < MIN_READERS)
    throw new TypeError(`readers must be an integer of at least ${MIN_READERS}, not ${settings.readers}`);
  return settings;
}

function splitUrl(url: string) {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new TypeError("The URL must be like postgres://user@host:5432/database");
  const address = new URL(url);
  const given: { schema?: string; allowDataLoss?: string } = {};
  for (const name of URL_PARAMETERS) {
    const value = address.searchParams.get(name);
    if (value !== null) given[name] = value;
    address.searchParams.delete(name);
  }
  return { address, given };
}

function shownUrl({ username, hostname, port, pathname, searchParams }: URL): string {
  const host = hostname || searchParams.get("host") || "localhost";
  const number = port || searchParams.get("port");
  return `postgres://${username && `${username}@`}${host}${number ? `:${number}` : ""}${pathname}`;
}
