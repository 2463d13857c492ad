import { definePlugin } from "@postern/core";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { archive } from "./operations/archive.ts";
import { block } from "./operations/block.ts";
import { comment } from "./operations/comment.ts";
import { commentsList } from "./operations/comments.list.ts";
import { commentsRemove } from "./operations/comments.remove.ts";
import { commentsUpdate } from "./operations/comments.update.ts";
import { create } from "./operations/create.ts";
import { depsAdd } from "./operations/deps.add.ts";
import { depsGraph } from "./operations/deps.graph.ts";
import { depsList } from "./operations/deps.list.ts";
import { depsRemove } from "./operations/deps.remove.ts";
import { done } from "./operations/done.ts";
import { fail } from "./operations/fail.ts";
import { list } from "./operations/list.ts";
import { profilesInit } from "./operations/profiles.init.ts";
import { profilesList } from "./operations/profiles.list.ts";
import { profilesPresets } from "./operations/profiles.presets.ts";
import { profilesRemove } from "./operations/profiles.remove.ts";
import { profilesRender } from "./operations/profiles.render.ts";
import { profilesShow } from "./operations/profiles.show.ts";
import { profilesValidate } from "./operations/profiles.validate.ts";
import { ready } from "./operations/ready.ts";
import { release } from "./operations/release.ts";
import { reopen } from "./operations/reopen.ts";
import { show } from "./operations/show.ts";
import { start } from "./operations/start.ts";
import { unarchive } from "./operations/unarchive.ts";
import { update } from "./operations/update.ts";
import * as profileEvents from "./profiles/events.ts";
import { createRegistry } from "./profiles/registry.ts";
import { taskProfiles } from "./services.ts";
import { createState } from "./state.ts";
import { tasksDomain } from "./sync/domain.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./profiles/errors.ts";
export * from "./profiles/events.ts";
export type { Comment, Dependency, Readiness, Task, TaskState } from "./schemas.ts";
export {
  archive,
  block,
  comment,
  commentsList,
  commentsRemove,
  commentsUpdate,
  create,
  depsAdd,
  depsGraph,
  depsList,
  depsRemove,
  done,
  fail,
  list,
  profilesInit,
  profilesList,
  profilesPresets,
  profilesRemove,
  profilesRender,
  profilesShow,
  profilesValidate,
  ready,
  release,
  reopen,
  show,
  start,
  unarchive,
  update,
};

/** Tasks, their dependencies, and profiles that define how agents work on them. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: [
    create,
    list,
    ready,
    show,
    update,
    start,
    release,
    block,
    done,
    fail,
    reopen,
    archive,
    unarchive,
    comment,
    commentsList,
    commentsUpdate,
    commentsRemove,
    depsAdd,
    depsRemove,
    depsList,
    depsGraph,
    profilesInit,
    profilesList,
    profilesShow,
    profilesPresets,
    profilesValidate,
    profilesRender,
    profilesRemove,
  ],
  events: [...Object.values(events), ...Object.values(profileEvents)],
  provides: { profiles: taskProfiles },
  setup({ services }) {
    services.sync?.register(tasksDomain);
    const state = createState();
    return { services: { profiles: createRegistry(state.profiles) }, state };
  },
});
