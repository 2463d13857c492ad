import type { DatabaseState } from "../database.ts";
import type { FinalState, JournalEvent } from "../final.ts";
import type { History } from "../history.ts";
import type { Stage } from "../workloads/workload.ts";
import { checkAgreement } from "./agreement.ts";
import { checkDependencies } from "./dependencies.ts";
import { checkEffects } from "./effects.ts";
import { checkIdempotency } from "./idempotency.ts";
import { checkJournal } from "./journal.ts";
import { checkLedger } from "./ledger.ts";
import { checkMessages } from "./messages.ts";
import { checkProperties } from "./properties.ts";
import { checkReadings } from "./readings.ts";
import { checkStreams } from "./streams.ts";
import { checkTokens } from "./tokens.ts";
import { type Violation, violation } from "./violation.ts";

/** All that is known about a run when it is over. */
export interface Evidence {
  readonly stage: Stage;
  readonly history: History;
  /** What each gateway answered, before and after it was restarted. */
  readonly states: readonly FinalState[];
  /** What did not start again after a fault, or was not answered after the last one. */
  readonly unanswered: readonly string[];
  readonly events: readonly JournalEvent[];
  readonly database: DatabaseState;
}

export function checkAll({ stage, history, states, unanswered, events, database }: Evidence): Violation[] {
  const { calls, readings, tokenReadings, chains, propertyRounds, failedQueries } = history;
  const [state] = states as [FinalState];
  const journal = events.map(({ id }) => id);
  return [
    ...checkJournal(journal, database),
    ...checkEffects(calls, events),
    ...violation("Every query is answered", failedQueries),
    ...checkMessages(calls, state.messages, events),
    ...checkReadings(readings, state.messages),
    ...checkLedger(stage.ledgerId, state.messages[stage.ledgerId] ?? [], readings),
    ...checkTokens(stage.tokens, state.tokens, calls, tokenReadings, events),
    ...checkDependencies(stage.taskIds, state, events),
    ...checkProperties(propertyRounds, state.properties),
    ...checkIdempotency(calls, state.tasks),
    ...checkStreams(chains, journal),
    ...checkAgreement(states),
    ...violation("Every gateway starts again and answers everything after the last fault", unanswered),
  ];
}
