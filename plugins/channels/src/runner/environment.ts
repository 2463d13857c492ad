type Variables = Readonly<Record<string, string | undefined>>;

const NAMES = new Set(
  "PATH HOME USER LOGNAME LANG LANGUAGE TZ TMPDIR TMP TEMP SSL_CERT_FILE SSL_CERT_DIR PM2_HOME SYSTEMROOT APPDATA LOCALAPPDATA USERPROFILE".split(
    " ",
  ),
);
const FAMILIES = /^(LC|NODE|POSTERN|XDG|DBUS)_/;
/** A key is for commands, and the channel of this process is not that of the next. */
const NEVER = new Set(["POSTERN_TOKEN", "NODE_CHANNEL_FD", "NODE_CHANNEL_SERIALIZATION_MODE", "NODE_UNIQUE_ID"]);

/** What the runner is given of an environment: what it needs to find its way, and what is named besides. */
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
