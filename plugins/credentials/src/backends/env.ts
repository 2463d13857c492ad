import type { Backend } from "./backend.ts";
import { refusalOf } from "./references.ts";

/** Environment variables of the gateway process that the configuration lists, read at each use. */
export const envBackend = (allowed: readonly string[] = []): Backend => ({
  name: "env",
  title: "the environment",
  faultOf(place) {
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(place))
      return "must be env: followed by the name of a variable, like env:GITHUB_TOKEN";
    // The case of names does not matter on Windows.
    if (/^postern_/i.test(place)) return "must not be a variable of Postern itself (POSTERN_…)";
    return undefined;
  },
  refusal: (place) => refusalOf(allowed, place, "the variable", "env"),
  trouble: async () => undefined,
  read: async (place) => process.env[place] || undefined,
});
