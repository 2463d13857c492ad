import type { Preset } from "./preset.ts";

const brief = `# {{task.title}}

Task {{task.id}}, priority {{task.priority}}{{#task.assignee}}, for {{task.assignee}}{{/task.assignee}}.
{{#task.instructions}}

## What is asked

{{task.instructions}}
{{/task.instructions}}
{{#task.results}}

## What was done before

Other tasks had to come first. This is what they came to:

{{task.results}}
{{/task.results}}

## How to go about it

1. Find the document that describes what this task changes{{#input.document}}: {{input.document}}{{/input.document}}.
   Where there is none, begin one from the skeleton that came with this brief.
2. Write down what will be true once the task is done, as if it were true already: what the reader can do, with what
   input, what comes back, what goes wrong and how that looks. Write for {{input.audience}}.
3. Read it once as that reader. What cannot be explained briefly is not yet well designed: change the design, not only the
   words.
4. Only now change the code, until it does what the document says. Where the code proves the document wrong, correct the
   document first and say so in the summary.
5. Turn each promise of the document into a test, or name the one that holds it already.
`;

const rules = `# Rules while you work

- The document comes first. No change of behaviour without its sentence in the document.
- One source: link to what is described elsewhere, do not copy it.
- Write in the present tense and name things as the code names them. No history, no plans, no apologies.
- Each example in the document has been run as it stands there, and its output is the real one.
- Decisions that could have gone otherwise get one line: what was chosen, what else was there, why.
- Do what the task asks. Note what else you find in the summary instead of changing it along the way.
- When the task contradicts the document or itself, stop and ask: block the task with the question as its reason.
- Leave the working tree so that somebody else could take over: it builds, and nothing is half renamed.
`;

const done = `# Finished means

- [ ] The document describes what is there now, and nothing that is not.
- [ ] A reader who knows only the document can use what was built{{#input.audience}} ({{input.audience}}){{/input.audience}}.
- [ ] Each promise in the document is held by a test, and all tests pass.
- [ ] Errors and limits are described: what is refused, and what to do then.
- [ ] Examples were run, and show their real output.
- [ ] No other document says something else by now.
- [ ] The summary names the document and what changed for its readers.
`;

const document = `# {{task.title}}

One paragraph: what this is, for whom, and what it spares them.

## Use

The shortest example that does something real, with its real output.

## What it does

What goes in, what comes out, in the order in which a reader meets it. A table where things are alike.

## What it refuses

| when | what is answered | what to do |
| ---- | ---------------- | ---------- |
|      |                  |            |

## Limits

Sizes, rates, versions: figures that were measured or are enforced.

## Decisions

| date     | chosen | instead of | because |
| -------- | ------ | ---------- | ------- |
| {{date}} |        |            |         |
`;

const summary = `# How to report

Answer in this form, at most 2,000 characters. It is what the tasks that wait for this one are told.

**Result:** one sentence that says what is true now and was not before.

**Document:** its path, and the headings that are new or changed.

**Changed:** files or modules, each with half a sentence.

**Held by:** the tests, or "none" and why.

**Decided:** what could have gone otherwise. Leave it out where there is nothing.

**Left:** what was seen and not done, or is still open. Leave it out where there is nothing.
`;

/** Writes down what will be true, then makes it true. */
export const docFirst: Preset = {
  id: "doc-first",
  description: "The document is written or brought up to date before the code, which then does what the document says.",
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
      document: { description: "Path of the document to bring up to date; looked for unless said" },
      audience: {
        description: "Who reads the document",
        default: "somebody who uses this and has not seen its code",
      },
    },
    checks: [
      {
        id: "document-first",
        description: "The document was changed before the code, or describes the change already",
      },
      { id: "document-true", description: "The document says what the code does, errors and limits included" },
      { id: "tests-pass", description: "All tests pass, and each promise of the document is held by one" },
    ],
  },
  files: { "brief.md": brief, "rules.md": rules, "done.md": done, "document.md": document, "summary.md": summary },
};
