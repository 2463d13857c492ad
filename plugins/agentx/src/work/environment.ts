/** What a program needs to find its way, and nothing that is a secret of the gateway. */
const USUAL =
  /^(PATH|HOME|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|TERM|USER|LOGNAME|SHELL|XDG_[A-Z_]+|SYSTEMROOT|PATHEXT)$/;

/** Never handed on, whatever is configured: the key to the gateway itself. */
const OURS = "POSTERN_TOKEN";

/** The environment of an agent: the usual variables, and those that are named. */
export function environmentOf(named: readonly string[], from: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const isWanted = (name: string) => name !== OURS && (USUAL.test(name) || named.includes(name));
  return Object.fromEntries(Object.entries(from).filter(([name]) => isWanted(name)));
}

/** The values of the variables that are named: they may be keys, and are never told. */
export const secretsIn = (named: readonly string[], from: NodeJS.ProcessEnv = process.env): readonly string[] =>
  named.map((name) => from[name] ?? "").filter((value) => value.length >= 6);
