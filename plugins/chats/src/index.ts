import { definePlugin, perCall } from "@postern/core";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import { createDirectory } from "./directory.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { archive } from "./operations/archive.ts";
import { create } from "./operations/create.ts";
import { list } from "./operations/list.ts";
import { listsAdd } from "./operations/lists.add.ts";
import { listsArchive } from "./operations/lists.archive.ts";
import { listsCreate } from "./operations/lists.create.ts";
import { listsDelta } from "./operations/lists.delta.ts";
import { listsList } from "./operations/lists.list.ts";
import { listsMembers } from "./operations/lists.members.ts";
import { listsPreview } from "./operations/lists.preview.ts";
import { listsRead } from "./operations/lists.read.ts";
import { listsRecompute } from "./operations/lists.recompute.ts";
import { listsRemove } from "./operations/lists.remove.ts";
import { listsShow } from "./operations/lists.show.ts";
import { listsUnarchive } from "./operations/lists.unarchive.ts";
import { listsUpdate } from "./operations/lists.update.ts";
import { messagesCreate } from "./operations/messages.create.ts";
import { messagesDelete } from "./operations/messages.delete.ts";
import { messagesIngest } from "./operations/messages.ingest.ts";
import { messagesList } from "./operations/messages.list.ts";
import { messagesRestore } from "./operations/messages.restore.ts";
import { messagesShow } from "./operations/messages.show.ts";
import { messagesUpdate } from "./operations/messages.update.ts";
import { show } from "./operations/show.ts";
import { unarchive } from "./operations/unarchive.ts";
import { update } from "./operations/update.ts";
import { chatDirectory } from "./services.ts";
import { chatsDomain } from "./sync/domain.ts";

export * from "./errors.ts";
export * from "./events.ts";
export {
  archive,
  create,
  list,
  listsAdd,
  listsArchive,
  listsCreate,
  listsDelta,
  listsList,
  listsMembers,
  listsPreview,
  listsRead,
  listsRecompute,
  listsRemove,
  listsShow,
  listsUnarchive,
  listsUpdate,
  messagesCreate,
  messagesDelete,
  messagesIngest,
  messagesList,
  messagesRestore,
  messagesShow,
  messagesUpdate,
  show,
  unarchive,
  update,
};

export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: [
    create,
    list,
    show,
    update,
    archive,
    unarchive,
    messagesCreate,
    messagesIngest,
    messagesList,
    messagesShow,
    messagesUpdate,
    messagesDelete,
    messagesRestore,
    listsCreate,
    listsList,
    listsShow,
    listsUpdate,
    listsArchive,
    listsUnarchive,
    listsAdd,
    listsRemove,
    listsMembers,
    listsRecompute,
    listsPreview,
    listsDelta,
    listsRead,
  ],
  events: Object.values(events),
  provides: { directory: chatDirectory },
  setup({ services }) {
    services.sync?.register(chatsDomain);
    return { services: { directory: perCall(createDirectory) } };
  },
});
