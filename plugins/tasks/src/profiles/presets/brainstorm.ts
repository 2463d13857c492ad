import type { Preset } from "./preset.ts";

const brief = `# Ideas for: {{task.title}}

{{#task.instructions}}
{{task.instructions}}

{{/task.instructions}}
{{#input.constraints}}
What no idea may break: {{input.constraints}}

{{/input.constraints}}
{{#task.results}}
What is known from other tasks:

{{task.results}}

{{/task.results}}
## Before you begin

Say in one sentence which question is really asked, and by what one could tell a good answer from a bad one. Give three
to five such criteria. Look at what is there already, so that no idea is what is done anyway.

## First: many

Collect at least {{input.ideas}} ideas, each in one or two sentences. Do not judge yet. They must differ in kind, not in
wording. When they begin to repeat themselves, turn the question:

- What if it had to be done by tomorrow? What if there were a year?
- What would make it worse? Turn that round.
- Who has solved something like it in another field, and how?
- Which part could be left out altogether?
- What would one never propose here, and why not?

## Then: few

Put ideas together that are the same at heart. Hold each against the criteria and keep the best {{input.shortlist}}. For
each of these: how it would work, what speaks for it and against it, what must be true for it to succeed, and the
smallest trial that would show whether it is.

## Last: one

Recommend one, or say plainly that none is good enough yet, and what one would have to find out first.
`;

const rules = `# Rules while you work

- Think, read, ask. Change no file, install nothing, start nothing that stays.
- Nothing leaves the machine: no message, no request that changes anything elsewhere.
- While collecting, no idea is turned down, and the dull ones are written down too.
- While choosing, no idea is spared, and least of all your favourite.
- Keep apart what you know, what you assume and what you would have to find out. Say where you know it from.
- Trade no idea for a compromise of all of them.
- When the question itself is the wrong one, say so and answer the right one beside it.
`;

const ideas = `# {{task.title}}

**Question:** …

**A good answer** … (criteria, the most important first)

## All ideas

1. **Name** – one or two sentences.
2. …

## The best {{input.shortlist}}

### Name

- How it works:
- For it:
- Against it:
- Must be true:
- Smallest trial:

## Compared

| idea | criterion 1 | criterion 2 | criterion 3 | effort |
| ---- | ----------- | ----------- | ----------- | ------ |
|      |             |             |             |        |

## Recommended

…, because …; it would be wrong to take it if …
`;

const summary = `# How to report

Put the whole collection, in the form that came with this brief, into a comment of the task. The summary holds what
somebody needs who reads nothing else, at most 2,000 characters:

**Recommended:** the idea in one sentence, and the reason in another.

**Next:** the smallest trial, so that it can become a task as it stands.

**Runners-up:** the others of the best {{input.shortlist}}, a line each.

**Open:** what could not be found out, and who would know.
`;

/** Diverges, then converges, and leaves all files as they are. */
export const brainstorm: Preset = {
  id: "brainstorm",
  description: "Many ideas first, then few, then a recommendation with the smallest trial. Changes no files.",
  manifest: {
    runtime: { timeoutMinutes: 30, attempts: 1, access: "read" },
    templates: { brief: "brief.md", rules: "rules.md", ideas: "ideas.md", summary: "summary.md" },
    inputs: {
      ideas: { description: "How many ideas at least, before any is judged", default: "12" },
      shortlist: { description: "How many are looked at closely", default: "3" },
      constraints: { description: "What no idea may break, like a budget, a date or a decision that stands" },
    },
    checks: [
      { id: "nothing-changed", description: "No file was changed, and nothing left the machine" },
      { id: "many-then-few", description: "All ideas are in a comment of the task, the best of them compared" },
      { id: "one-recommended", description: "One idea is recommended with a smallest trial, or it is said why none" },
    ],
  },
  files: { "brief.md": brief, "rules.md": rules, "ideas.md": ideas, "summary.md": summary },
};
