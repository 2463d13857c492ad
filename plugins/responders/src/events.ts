import { defineEvent, T } from "@postern/core";
import { Responder } from "./schemas.ts";

const responderIs = (past: string) => ({
  summary: `A responder was ${past}`,
  data: T.Object({ responder: Responder }),
  subject: ({ responder }: { responder: { id: string } }) => responder.id,
});

export const responderCreated = defineEvent("responders.responder.created", responderIs("created"));
export const responderUpdated = defineEvent("responders.responder.updated", responderIs("changed"));
export const responderEnabled = defineEvent("responders.responder.enabled", responderIs("enabled"));
export const responderDisabled = defineEvent("responders.responder.disabled", responderIs("disabled"));
export const responderRemoved = defineEvent("responders.responder.removed", responderIs("removed"));
