import { Action, ActionError } from "@postern/kit/actions";
import { RunOutcome, runs } from "./runs/queue.ts";
import {
  On,
  QuietTime,
  Rate,
  Rule,
  ShownRule,
  StoredOn,
  StoredQuietTime,
  StoredRate,
  StoredWhen,
  When,
} from "./schemas.ts";

/** Schemas shared by several operations or events, under their names in generated clients. */
export const schemas = {
  Rule,
  RuleAction: Action,
  RuleDetails: ShownRule,
  RuleEvents: StoredOn,
  RuleEventsInput: On,
  RuleQuietTime: StoredQuietTime,
  RuleQuietTimeInput: QuietTime,
  RuleRate: StoredRate,
  RuleRateInput: Rate,
  RuleRun: runs.item,
  RuleRunError: ActionError,
  RuleRunOutcome: RunOutcome,
  RuleTimes: StoredWhen,
  RuleTimesInput: When,
};
