import type { Backend } from "./backend.ts";

/** Environment variables of the gateway process, read at each use. */
export const env: Backend = {
  name: "env",
  title: "the environment",
  faultOf(place) {
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(place))
      return "must be env: followed by the name of a variable, like env:GITHUB_TOKEN";
    if (place.startsWith("POSTERN_")) return "must not be a variable of Postern itself (POSTERN_…)";
    return undefined;
  },
  trouble: async () => undefined,
  read: async (place) => process.env[place] || undefined,
};
