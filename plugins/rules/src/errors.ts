import { defineError, T } from "@postern/core";
import { defineTypeNotFound } from "@postern/kit/cloudevents";

const rule = T.Object({ rule: T.String() });

export const RuleNotFound = defineError("rules.rule_not_found", {
  status: 404,
  data: rule,
  message: ({ rule }) => `Rule "${rule}" not found. List rules with "postern rules list".`,
  fix: () => "postern rules list",
});

export const RuleAmbiguous = defineError("rules.rule_ambiguous", {
  status: 409,
  data: T.Object({ name: T.String(), ids: T.Array(T.String()) }),
  message: ({ name, ids }) => `Several contexts have a rule with the name "${name}". Use an id: ${ids.join(", ")}.`,
  fix: () => "postern rules list",
});

export const NameTaken = defineError("rules.name_taken", {
  status: 409,
  data: T.Object({ name: T.String(), id: T.String() }),
  message: ({ name, id }) => `The rule ${id} already has the name "${name}". Choose another name, or change that rule.`,
  fix: ({ id }) => `postern rules show ${id}`,
});

export const TooManyRules = defineError("rules.too_many", {
  status: 409,
  data: T.Object({ limit: T.Integer() }),
  message: ({ limit }) => `The limit of ${limit} rules is reached. Remove a rule that is no longer needed.`,
  fix: () => "postern rules list --status disabled",
});

export const TypeNotFound = defineTypeNotFound("rules");

export const FilterInvalid = defineError("rules.filter_invalid", {
  status: 400,
  data: T.Object({
    position: T.Integer({ description: "Position of the first wrong character, from 1" }),
    reason: T.String({ description: "What is wrong" }),
  }),
  message: ({ position, reason }) => `The filter is not valid at character ${position}: ${reason}.`,
});

export const EventNotFound = defineError("rules.event_not_found", {
  status: 404,
  data: T.Object({ eventId: T.String() }),
  message: ({ eventId }) =>
    `Event "${eventId}" not found. Show recent events with "postern events list", or give your own event.`,
  fix: () => "postern events list",
});

export const ContextEnded = defineError("rules.context_ended", {
  status: 409,
  data: T.Object({ contextId: T.String() }),
  message: ({ contextId }) =>
    `The rule's creator context "${contextId}", or one of its ancestors, was revoked or has expired. Create a new rule with a valid key.`,
});
