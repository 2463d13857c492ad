import type { Asked } from "../../forms/operation-dialog.tsx";

/** What a person enters about an agent that exists. */
export const EDITED_FIELDS: readonly Asked[] = [
  { name: "name" },
  { name: "description" },
  { name: "instructions" },
  { name: "model" },
  { name: "debounceMs", label: "Debounce (ms)", isRare: true },
  { name: "cwd", label: "Working folder", isRare: true },
  { name: "defaults", label: "Speech defaults", isRare: true },
];

/** The id of a new agent cannot be changed later. */
export const AGENT_FIELDS: readonly Asked[] = [{ name: "id", label: "Id" }, ...EDITED_FIELDS];
