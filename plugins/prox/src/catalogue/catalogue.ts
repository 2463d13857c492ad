import { changed } from "../content.ts";
import type { Diagnostic, Entry, Profile } from "../schemas.ts";
import { type Fault, faultOf } from "./fault.ts";

/** The profiles that nobody stored: those that come with Postern, and those of plugins. Held in memory, never written. */
export interface Catalogue {
  register(plugin: string, entry: unknown): () => void;
  find(profileId: string): Profile | undefined;
  /** Why there is nothing under an id that somebody offers. */
  broken(profileId: string): Diagnostic | undefined;
  /** By id. */
  profiles(): readonly Profile[];
  diagnostics(): readonly Diagnostic[];
}

interface Offer {
  /** Absent for what comes with Postern. */
  readonly plugin?: string;
  readonly entry: unknown;
}
interface View {
  readonly profiles: ReadonlyMap<string, Profile>;
  readonly diagnostics: readonly Diagnostic[];
}

export function createCatalogue(system: readonly unknown[]): Catalogue {
  let offers: readonly Offer[] = system.map((entry) => ({ entry }));
  // Looked through when it is first asked for, which most starts of the program never do.
  let view: View | undefined;
  const seen = () => {
    view ??= viewOf(offers);
    return view;
  };
  const offer = (next: readonly Offer[]) => {
    offers = next;
    view = undefined;
  };
  return {
    register(plugin, entry) {
      const one = { plugin, entry };
      offer([...offers, one]);
      return () => offer(offers.filter((other) => other !== one));
    },
    find(profileId) {
      const profile = seen().profiles.get(profileId);
      return profile && copyOf(profile);
    },
    broken: (profileId) => seen().diagnostics.find((diagnostic) => diagnostic.profileId === profileId),
    profiles: () => [...seen().profiles.values()].map(copyOf),
    diagnostics: () => seen().diagnostics,
  };
}

/** Whoever calls in this process may change what it was answered, and not the catalogue with it. */
const copyOf = (profile: Profile): Profile => ({ ...profile, tags: [...profile.tags] });

/** A plugin's profile takes the place of Postern's; of two plugins, the first that came keeps it. */
function viewOf(offers: readonly Offer[]): View {
  const found = new Map<string, Profile>();
  const diagnostics: Diagnostic[] = [];
  for (const { plugin, entry } of offers) {
    const fault = faultOf(entry);
    if (fault) {
      diagnostics.push(diagnosticOf("invalid_profile", fault, entry, plugin));
      continue;
    }
    const { profileId } = entry as Entry;
    const holder = found.get(profileId);
    if (holder?.plugin !== undefined) {
      const message = `The plugin ${holder.plugin} has a profile of this id already`;
      diagnostics.push(diagnosticOf("duplicate_profile", { path: "/profileId", message }, entry, plugin));
    } else found.set(profileId, profileOf(entry as Entry, plugin));
  }
  const sorted = [...found].sort(([left], [right]) => (left < right ? -1 : 1));
  return { profiles: new Map(sorted), diagnostics };
}

function profileOf({ profileId, ...said }: Entry, plugin: string | undefined): Profile {
  const content = changed(undefined, said);
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
