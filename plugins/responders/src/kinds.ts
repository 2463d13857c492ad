import { configFields } from "@postern/kit/kinds";
import type { OurSetup } from "./host.ts";
import { acp } from "./kinds/acp.ts";
import { command } from "./kinds/command.ts";
import { external } from "./kinds/external.ts";
import { http } from "./kinds/http.ts";
import { openai } from "./kinds/openai.ts";
import type { KindInfo } from "./schemas.ts";
import type { ResponderKind, ResponderKinds } from "./services.ts";
import type { State } from "./state.ts";

/** The list that offers the ids of the registered kinds. */
export const KINDS = "responders.kinds";

/** Registers the kinds of this package. The returned service registers those of others. */
export function openKinds(host: OurSetup, { kinds }: State): ResponderKinds {
  host.offer(KINDS, () => kinds.all().map(({ id }) => id));
  const register: ResponderKinds["register"] = (kind) => kinds.register(kind as unknown as ResponderKind);
  register(openai);
  register(http);
  register(command(host.config.commands));
  register(acp(host));
  register(external);
  return { register };
}

/** A kind as callers see it. */
export function showKind(kind: ResponderKind): KindInfo {
  const { id, title, description, config } = kind;
  return { id, title, description, fields: configFields(kind), config: JSON.parse(JSON.stringify(config)) };
}
