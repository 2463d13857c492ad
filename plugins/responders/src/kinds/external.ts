import { T } from "@postern/core";
import type { ResponderKind } from "../services.ts";

/** Nothing runs here: a program claims the turns. It shows in lists who answers the turns of an agent. */
export const external: ResponderKind = {
  id: "external",
  title: "External program",
  description: "Your own program claims turns with agents.turns.claim and answers them with agents.turns.answer.",
  config: T.Object({}),
};
