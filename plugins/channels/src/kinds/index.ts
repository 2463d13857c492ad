import type { AdapterKind } from "../services.ts";
import { irc } from "./irc/index.ts";
import { slack } from "./slack/index.ts";
import { telegram } from "./telegram/index.ts";
import { webhook } from "./webhook/index.ts";
import { xmpp } from "./xmpp/index.ts";

/** The kinds that come with the group, in the order in which they are shown. */
export const builtInKinds = ({ hooksPrivate }: { hooksPrivate: boolean }): readonly AdapterKind[] => [
  irc,
  xmpp,
  slack,
  telegram,
  webhook({ allowPrivate: hooksPrivate }),
];
