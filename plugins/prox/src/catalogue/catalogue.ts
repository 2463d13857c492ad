import { changed } from "../content.ts";
import type { Diagnostic, Entry, Profile } from "../schemas.ts";
import { type Fault, faultOf } from "./fault.ts";

/** The built-in profiles and those of plugins. They are held in memory and never written to the store. */
export interface Catalogue {
  register(plugin: string, entry: unknown): () => void;
  find(profileId: string): Profile | undefined;
  /** The problem of an invalid profile with this id. */
  broken(profileId: string): Diagnostic | undefined;
  /** Sorted by id. */
  profiles(): readonly Profile[];
  diagnostics(): readonly Diagnostic[];
}

interface Registration {
  /** Absent for built-in profiles. */
  readonly plugin?: string;
  readonly entry: unknown;
}
interface View {
  readonly profiles: ReadonlyMap<string, Profile>;
  readonly diagnostics: readonly Diagnostic[];
}

export function createCatalogue(system: readonly unknown[]): Catalogue {
  let registrations: readonly Registration[] = system.map((entry) => ({ entry }));
  // Computed on first use, because most runs of the program never need it.
  let view: View | undefined;
  const current = () => {
    view ??= viewOf(registrations);
    return view;
  };
  const replace = (next: readonly Registration[]) => {
    registrations = next;
    view = undefined;
  };
  return {
    register(plugin, entry) {
      const one = { plugin, entry };
      replace([...registrations, one]);
      return () => replace(registrations.filter((other) => other !== one));
    },
    find(profileId) {
      const profile = current().profiles.get(profileId);
      return profile && copyOf(profile);
    },
    broken: (profileId) => current().diagnostics.find((diagnostic) => diagnostic.profileId === profileId),
    profiles: () => [...current().profiles.values()].map(copyOf),
    diagnostics: () => current().diagnostics,
  };
}

/** Copies a profile, so that callers in the same process cannot change the catalogue. */
const copyOf = (profile: Profile): Profile => ({ ...profile, tags: [...profile.tags] });

/** A plugin's profile overrides a built-in one. If two plugins use the same id, the first one keeps it. */
function viewOf(registrations: readonly Registration[]): View {
  const found = new Map<string, Profile>();
  const diagnostics: Diagnostic[] = [];
  for (const { plugin, entry } of registrations) {
    const fault = faultOf(entry);
    if (fault) {
      diagnostics.push(diagnosticOf("invalid_profile", fault, entry, plugin));
      continue;
    }
    const { profileId } = entry as Entry;
    const holder = found.get(profileId);
    if (holder?.plugin !== undefined) {
      const message = `The plugin "${holder.plugin}" already provides a profile with this id`;
      diagnostics.push(diagnosticOf("duplicate_profile", { path: "/profileId", message }, entry, plugin));
    } else found.set(profileId, profileOf(entry as Entry, plugin));
  }
  const sorted = [...found].sort(([left], [right]) => (left < right ? -1 : 1));
  return { profiles: new Map(sorted), diagnostics };
}

function profileOf({ profileId, ...fields }: Entry, plugin: string | undefined): Profile {
  const content = changed(undefined, fields);
  return { id: profileId, ...content, ...(plugin === undefined ? { source: "system" } : { source: "plugin", plugin }) };
}

function diagnosticOf(code: Diagnostic["code"], fault: Fault, entry: unknown, plugin: string | undefined): Diagnostic {
  const { profileId } = (entry ?? {}) as { profileId?: unknown };
  return {
    code,
    severity: "error",
    ...(plugin === undefined ? { source: "system" } : { source: "plugin", plugin }),
    ...(typeof profileId === "string" && profileId.length <= 128 && { profileId }),
    ...fault,
  };
}
