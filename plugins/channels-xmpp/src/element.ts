import type { xml } from "@xmpp/client";

export type Element = ReturnType<typeof xml>;
