import { messagesCreate } from "@postern/chats/services";
import { oneOf, T } from "@postern/core";
import { canAccessCreated } from "@postern/kit/access";
import { described } from "@postern/kit/fields";
import { defineQueue } from "@postern/kit/queue";
import { identities } from "../collections.ts";
import { group } from "../group.ts";
import { issueCode } from "./codes.ts";
import { decide } from "./decide.ts";
import { messageTo } from "./messages.ts";
import { nameOf } from "./sender.ts";
import { replyWith, timeOf } from "./texts.ts";

const id = (description: string) => T.String({ description });

/** Decides what replies in chats say, and answers them there, each once. */
export const replies = defineQueue(group, "replies", {
  one: "reply",
  entry: T.Object({
    identity: id("Id of the identity"),
    message: id("Id of the message"),
    does: described(
      oneOf("approve", "deny", "answered", "unknown_code", "paused"),
      "Effect of the message: it decides, or it had the code of an offer or a wrong code",
    ),
    approval: T.Optional(id("Id of the approval that it decides")),
    plan: T.Optional(id("Digest of the plan that was shown")),
    note: T.Optional(id("Reason")),
  }),
  columns: { does: "plain", approval: ["id", 1], identity: ["id", 2], message: ["id", 3] },
  about: { field: "identity", of: ({ identity }) => identity },
  async visible({ caller, store }, { identity: id }, right) {
    const identity = await store.get(identities, id);
    return (
      identity !== undefined &&
      (right === "read" ? canAccessCreated(store, caller, identity.contextId) : caller.isAdmin)
    );
  },
  lane: ({ identity }) => identity,
  async handle({ payload, cause }, { host, signal }) {
    const identity = await host.store.get(identities, payload.identity);
    if (!identity?.sender) return undefined;
    const { does, message, approval, plan, note } = payload;
    const answer = (text: string) => messageTo(identity, `reply.${message}`, text);
    if (does === "approve" || does === "deny") {
      if (identity.status !== "bound" || approval === undefined || plan === undefined) return undefined;
      const reply = { decision: does, approval, plan, note, idempotencyKey: `reply.${message}` };
      const { text, renew } = await decide({ host, identity, cause, signal }, reply);
      return async ({ store, call }) => {
        const code = renew && (await issueCode(store, renew.approval, identity.id, renew.plan));
        await call(messagesCreate, answer(code === undefined ? text : `${text}\n${replyWith(code)}`));
      };
    }
    const text =
      does === "answered"
        ? `The code is right. ${nameOf(identity.sender)} decides here as soon as it is confirmed: postern approvals identities confirm ${identity.id}`
        : does === "paused"
          ? `Too many wrong codes: replies here are ignored until ${timeOf(identity.pausedUntil ?? 0)}.`
          : "There is no approval with this code here.";
    return ({ call }) => call(messagesCreate, answer(text));
  },
});
