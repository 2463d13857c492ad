import type { Backend } from "./backend.ts";

/** Variables of the process that serves, read anew at each use. */
export const env: Backend = {
  name: "env",
  title: "the environment",
  faultOf(place) {
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(place)) return "must name a variable after env:, like env:GITHUB_TOKEN";
    if (place.startsWith("POSTERN_")) return "must not name a variable of the gateway itself";
    return undefined;
  },
  trouble: async () => undefined,
  read: async (place) => process.env[place] || undefined,
};
