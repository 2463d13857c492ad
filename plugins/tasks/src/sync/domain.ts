import { defineSyncDomain, type RecordName } from "@postern/kit/sync";
import * as events from "../events.ts";
import { syncedComments } from "./comments.ts";
import { syncedDependencies } from "./dependencies.ts";
import { syncedTasks } from "./tasks.ts";

type Touched = (data: never) => RecordName[];
const task = ({ task }: { task: { id: string } }): RecordName[] => [["task", task.id]];
const comment = ({ comment }: { comment: { id: string } }): RecordName[] => [["comment", comment.id]];
const dependency = ({
  dependency: { taskId, dependencyTaskId },
}: {
  dependency: { taskId: string; dependencyTaskId: string };
}): RecordName[] => [["dep", taskId, dependencyTaskId]];

/** By the second segment of the event type. */
const TOUCHED: Readonly<Record<string, Touched>> = { task, comment, dep: dependency };

/** Tasks, comments and dependencies are synchronized. Profiles are files and are not. */
export const tasksDomain = defineSyncDomain("tasks", {
  kinds: { task: syncedTasks, comment: syncedComments, dep: syncedDependencies },
  touched: Object.fromEntries(
    Object.values(events)
      .filter(({ type }) => type !== events.taskReady.type)
      .map(({ type }) => [type, TOUCHED[type.split(".")[1] as string] as Touched]),
  ),
});
