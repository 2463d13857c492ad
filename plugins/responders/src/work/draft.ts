import type { ClaimedTurn } from "@postern/agents/services";
import { draftsRemove, draftsUpdate } from "@postern/chats/services";
import { createDraftWriter, type DraftWriter } from "@postern/client/drafts";
import type { OurHost } from "../host.ts";

/** Shows the answer of a turn while it is being written. */
export const draftOf = (host: OurHost, { chatId, agentId: actorId }: ClaimedTurn): DraftWriter =>
  createDraftWriter({
    update: (text) =>
      host
        .transact((ctx) => ctx.call(draftsUpdate, { chatId, actorId, text }))
        .catch((error: unknown) => host.log.debug({ chatId, error: String(error) }, "A draft could not be written")),
    remove: () => host.transact((ctx) => ctx.call(draftsRemove, { chatId, actorId })),
  });
