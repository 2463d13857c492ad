import { defineCollection, defineCommand, defineError, defineGroup, definePlugin, defineQuery, T } from "@postern/core";

const Note = T.Object({
  id: T.String(),
  title: T.String(),
  text: T.String(),
  tags: T.Array(T.String()),
  createdAt: T.Number(),
  updatedAt: T.Number(),
  revision: T.Integer(),
});
const notes = defineCollection("notes.note", { schema: Note, key: (note) => [note.id] });
const NoteNotFound = defineError("notes.note_not_found", {
  status: 404,
  data: T.Object({ id: T.String() }),
  message: ({ id }) => `There is no note ${id}`,
});
const group = defineGroup("notes", { title: "Notes" });

const put = defineCommand(group, {
  id: "notes.put",
  summary: "Keep a note",
  input: T.Object({ note: Note }),
  output: T.Object({ note: Note }),
  plan: (_, { note }) => ({ summary: `Keep ${note.id}` }),
  async execute({ store }, _, { note }) {
    await store.put(notes, note);
    return { note };
  },
});

const show = defineQuery(group, {
  id: "notes.show",
  summary: "Show a note",
  input: T.Object({ id: T.String({ pattern: "^note_[0-9a-f]{24}$" }) }),
  output: T.Object({ note: Note }),
  errors: [NoteNotFound],
  async run({ store }, { id }) {
    const note = await store.get(notes, id);
    if (!note) throw NoteNotFound({ id });
    return { note };
  },
});

/** Notes as a plugin: what the servers by hand do, in the words of the gateway. */
export const notesPlugin = definePlugin(group, { version: "1.0.0", operations: [put, show], collections: { notes } });
