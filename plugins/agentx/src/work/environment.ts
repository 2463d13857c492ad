/** Standard variables that programs need. None of them holds a secret of the gateway. */
const USUAL =
  /^(PATH|HOME|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|TERM|USER|LOGNAME|SHELL|XDG_[A-Z_]+|SYSTEMROOT|PATHEXT)$/;

/** The keys of the gateway and of its storage. Never passed to an agent, even if they are configured. */
const OURS = /^POSTERN_(TOKEN$|S3_)/;

/** The environment of an agent: the standard variables and the configured ones. */
export function environmentOf(named: readonly string[], from: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const isWanted = (name: string) => !OURS.test(name) && (USUAL.test(name) || named.includes(name));
  return Object.fromEntries(Object.entries(from).filter(([name]) => isWanted(name)));
}

/** Values of the configured variables. They may be secrets and must never appear in messages or logs. */
export const secretsIn = (named: readonly string[], from: NodeJS.ProcessEnv = process.env): readonly string[] =>
  named.map((name) => from[name] ?? "").filter((value) => value.length >= 6);
