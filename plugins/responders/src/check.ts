import type { Check, Finding } from "@postern/kit/checks";
import { outcomes, type ResponderRecord, responders } from "./collections.ts";
import { hasEnded } from "./creator.ts";
import { ENDED, problemOf } from "./responder.ts";
import type { State } from "./state.ts";

const HOUR = 60 * 60 * 1_000;
const MAX_COUNT = 500;

/** Reports responders that cannot answer turns, or whose last attempt failed. */
export const respondersCheck = (state: State): Check => ({
  name: "responders",
  async run({ store, now }) {
    const { items } = await store.find(responders, { limit: MAX_COUNT });
    const enabled = items.filter(({ status }) => status === "enabled");
    const findings: Finding[] = [];
    for (const record of enabled) {
      const problem = (await hasEnded(store, record, now)) ? ENDED : problemOf(state, record);
      if (problem !== undefined) findings.push(broken(record, problem));
      const { lastError, lastErrorAt = 0, lastAnswerAt = 0 } = (await store.get(outcomes, record.id)) ?? {};
      if (lastError !== undefined && lastErrorAt > lastAnswerAt && now - lastErrorAt < HOUR)
        findings.push(failing(record, lastError));
    }
    return { items: [{ name: "responders", value: `${enabled.length} of ${items.length} enabled` }], findings };
  },
});

const broken = ({ id }: ResponderRecord, problem: string): Finding => ({
  id: "responders.broken",
  severity: "error",
  evidence: `Responder ${id} cannot answer turns: ${problem}`,
  fix: `postern responders show ${id}`,
});

const failing = ({ id }: ResponderRecord, error: string): Finding => ({
  id: "responders.failing",
  severity: "warning",
  evidence: `The last attempt of responder ${id} failed: ${error}`,
  fix: `postern responders check ${id}`,
});
