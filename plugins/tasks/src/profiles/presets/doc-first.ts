import type { Preset } from "./preset.ts";

const brief = `# {{task.title}}

Task {{task.id}}, priority {{task.priority}}{{#task.assignee}}, for {{task.assignee}}{{/task.assignee}}.
{{#task.instructions}}

## Instructions

{{task.instructions}}
{{/task.instructions}}
{{#task.results}}

## Results of earlier tasks

This task depends on other tasks. These are their results:

{{task.results}}
{{/task.results}}

## How to proceed

1. Find the document that describes what this task changes{{#input.document}}: {{input.document}}{{/input.document}}.
   If there is none, create one from the document template.
2. Describe the state after the task, as if it were already done: what the reader can do, with which input, what is
   returned, which errors can occur and how they look. Write for {{input.audience}}.
3. Read it once as that reader. If something cannot be explained briefly, improve the design, not only the wording.
4. Only then change the code, until it does what the document says. If the code shows that the document is wrong,
   correct the document first and mention it in the summary.
5. Cover every statement of the document with a test, or name the existing test that covers it.
`;

const rules = `# Rules while you work

- The document comes first. Do not change behavior without describing it in the document.
- Describe everything once: link to existing descriptions instead of copying them.
- Write in the present tense and use the names of the code. No history, plans or apologies.
- Run every example in the document exactly as written, and show its real output.
- Document each decision in one line: what was chosen, what the alternatives were, and why.
- Do only what the task asks. Mention other findings in the summary instead of changing them.
- If the task contradicts the document or itself, stop and ask: block the task with the question as the reason.
- Leave the working tree in a state that others can continue from: it builds, and no change is half done.
`;

const done = `# Definition of done

- [ ] The document describes the current state, and nothing else.
- [ ] The document is sufficient to use what was built{{#input.audience}} ({{input.audience}}){{/input.audience}}.
- [ ] Every statement in the document is covered by a test, and all tests pass.
- [ ] Errors and limits are described, with what to do about them.
- [ ] All examples were run and show their real output.
- [ ] No other document contradicts it.
- [ ] The summary names the document and what changed for its readers.
`;

const document = `# {{task.title}}

One paragraph: what this is, who it is for, and which problem it solves.

## Usage

The shortest useful example, with its real output.

## Behavior

Input and output, in the order in which a reader meets them. Use tables for lists of similar items.

## Errors

| situation | response | what to do |
| --------- | -------- | ---------- |
|           |          |            |

## Limits

Sizes, rates and versions that were measured or are enforced.

## Decisions

| date     | decision | alternatives | reason |
| -------- | -------- | ------------ | ------ |
| {{date}} |          |              |        |
`;

const summary = `# How to report

Use this form, with at most 2,000 characters. Tasks that depend on this one receive it.

**Result:** one sentence that says what is now possible and was not before.

**Document:** its path, and the new or changed headings.

**Changes:** files or modules, with a short description of each change.

**Tests:** the tests that cover the change, or "none" and the reason.

**Decisions:** decisions and their alternatives. Omit if there are none.

**Remaining:** what was noticed but not done, or is still open. Omit if there is nothing.
`;

/** Documents the change before implementing it. */
export const docFirst: Preset = {
  id: "doc-first",
  description: "Writes or updates the documentation first, then changes the code to match it.",
  manifest: {
    runtime: { timeoutMinutes: 120, attempts: 2, access: "write" },
    templates: {
      brief: "brief.md",
      rules: "rules.md",
      done: "done.md",
      document: "document.md",
      summary: "summary.md",
    },
    inputs: {
      document: { description: "Path of the document to update; by default the agent looks for it" },
      audience: {
        description: "Who reads the document",
        default: "users who have not seen the code",
      },
    },
    checks: [
      {
        id: "document-first",
        description: "The document was changed before the code, or already described the change",
      },
      { id: "document-true", description: "The document describes what the code does, including errors and limits" },
      { id: "tests-pass", description: "All tests pass, and every statement of the document is covered by one" },
    ],
  },
  files: { "brief.md": brief, "rules.md": rules, "done.md": done, "document.md": document, "summary.md": summary },
};
