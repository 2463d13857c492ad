type Variables = Readonly<Record<string, string | undefined>>;

const NAMES = new Set(
  "PATH HOME USER LOGNAME LANG LANGUAGE TZ TMPDIR TMP TEMP SSL_CERT_FILE SSL_CERT_DIR PM2_HOME SYSTEMROOT APPDATA LOCALAPPDATA USERPROFILE".split(
    " ",
  ),
);
/** `PG…` are those of PostgreSQL, whose store the runner opens too. */
const FAMILIES = /^((LC|NODE|POSTERN|XDG|DBUS)_|PG[A-Z]+$)/;
/** The gateway key is only for commands, and the IPC channel of this process must not be inherited. */
const NEVER = new Set([
  ...["POSTERN_TOKEN", "POSTERN_S3_ACCESS_KEY_ID", "POSTERN_S3_SECRET_ACCESS_KEY", "POSTERN_S3_SESSION_TOKEN"],
  ...["NODE_CHANNEL_FD", "NODE_CHANNEL_SERIALIZATION_MODE", "NODE_UNIQUE_ID"],
]);

/** The environment of the runner: common variables, and those that are named in the configuration. */
export function environmentFor(
  all: Variables,
  { named = [], own = {} }: { named?: readonly string[]; own?: Readonly<Record<string, string>> } = {},
): Record<string, string> {
  const wanted = new Set(named);
  const isGiven = (name: string) =>
    wanted.has(name) || (!NEVER.has(name) && (NAMES.has(name.toUpperCase()) || FAMILIES.test(name)));
  const given = Object.entries(all).filter(([name, value]) => value !== undefined && isGiven(name));
  return { ...(Object.fromEntries(given) as Record<string, string>), ...own };
}
