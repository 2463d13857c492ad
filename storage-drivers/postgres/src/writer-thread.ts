/** The thread that commits. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { type Answer, receiveGroups } from "@postern/core/drivers";
import { createAnnouncer } from "./announcer.ts";
import { connect } from "./connection.ts";
import { type Failure, toFailure } from "./failure.ts";
import { channelOf } from "./listener.ts";
import type { Settings } from "./options.ts";
import { statementsOf } from "./statements.ts";
import { createWriter } from "./writer.ts";

/** The worker data of the thread. */
export interface Start {
  readonly settings: Settings;
  /** Names this gateway in its notifications. */
  readonly id: string;
}

/** A message that the server cannot be reached, or can be again. */
export interface Trouble {
  readonly trouble: string | undefined;
}

const { settings, id } = workerData as Start;
const port = parentPort as MessagePort;
const texts = statementsOf(settings.schema);
const post = (message: Answer<Failure> | Trouble): void => port.postMessage(message);

const writer = createWriter(
  () => connect(settings, "writer"),
  texts,
  settings,
  (trouble) => post({ trouble }),
);
const announcer = createAnnouncer(() =>
  writer.send({ name: "notify", text: texts.notify, values: [channelOf(settings), id] }),
);

receiveGroups(port, {
  commit(group, batches) {
    writer.commit(batches).then(
      (answers) => {
        post({ group, answers });
        announcer.announce(answers.findLast((answer) => answer !== false) || 0);
      },
      (error: unknown) => post({ group, failure: toFailure(error) }),
    );
  },
  stop: () => void writer.idle().then(announcer.flush).then(writer.close),
});
