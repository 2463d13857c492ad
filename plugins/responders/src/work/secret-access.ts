import { nonRetryable } from "@postern/kit/queue";
import type { OurHost } from "../host.ts";
import type { AnswerContext, ResponderKind } from "../services.ts";

/** Lets a kind use the secret of a responder's connection, for the hosts that it sends it to. */
export const secretAccess =
  (
    { services: { secrets }, state: { kinds } }: OurHost,
    kind: ResponderKind,
    connection: string | undefined,
    config: Readonly<Record<string, unknown>>,
  ): AnswerContext["useSecret"] =>
  async (work) => {
    if (connection === undefined) return work(undefined);
    if (!secrets) throw nonRetryable("The responder has a connection, but the plugin credentials is not enabled");
    const user = { group: "responders", purpose: `answer turns (${kind.id})`, hosts: kinds.hostsOf(kind, config) };
    return secrets.use({ connection }, user, work);
  };
