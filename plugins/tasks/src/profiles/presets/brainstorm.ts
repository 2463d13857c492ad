import type { Preset } from "./preset.ts";

const brief = `# Ideas for: {{task.title}}

{{#task.instructions}}
{{task.instructions}}

{{/task.instructions}}
{{#input.constraints}}
Constraints for every idea: {{input.constraints}}

{{/input.constraints}}
{{#task.results}}
Results of other tasks:

{{task.results}}

{{/task.results}}
## Before you start

State in one sentence which question has to be answered, and list three to five criteria for a good answer. Check what
already exists, so that you do not propose it again.

## Step 1: Collect

Collect at least {{input.ideas}} ideas, each in one or two sentences. Do not judge them yet. Ideas must differ in
substance, not only in wording. If they start to repeat, change the question:

- What would you do if it had to be finished tomorrow? What if you had a year?
- What would make the problem worse? Reverse it.
- Who has solved a similar problem in another field, and how?
- Which part could be left out?
- Which idea would nobody dare to propose, and why?

## Step 2: Select

Merge ideas that are essentially the same. Rate each idea against the criteria and keep the best {{input.shortlist}}.
For each of these, describe how it works, its advantages and disadvantages, what must be true for it to succeed, and the
smallest experiment that would test it.

## Step 3: Recommend

Recommend one idea. If none is good enough yet, say so and describe what has to be found out first.
`;

const rules = `# Rules while you work

- Think, read and ask. Do not change files, install software or start long-running processes.
- Do not send messages or make requests that change anything on other systems.
- While collecting, do not reject any idea, however ordinary it seems.
- While selecting, judge every idea by the same criteria, including your favorite.
- Distinguish what you know, what you assume and what has to be found out. Name your sources.
- Do not replace the ideas with a compromise between all of them.
- If the question itself is wrong, say so and answer the right question as well.
`;

const ideas = `# {{task.title}}

**Question:** …

**A good answer** … (criteria, most important first)

## All ideas

1. **Name:** one or two sentences.
2. …

## The best {{input.shortlist}}

### Name

- How it works:
- Advantages:
- Disadvantages:
- Assumptions:
- Smallest experiment:

## Comparison

| idea | criterion 1 | criterion 2 | criterion 3 | effort |
| ---- | ----------- | ----------- | ----------- | ------ |
|      |             |             |             |        |

## Recommendation

…, because …; it would be the wrong choice if …
`;

const summary = `# How to report

Add the whole collection, in the format of the ideas template, as a comment on the task. The summary is for people who
read nothing else. Write at most 2,000 characters:

**Recommendation:** the idea in one sentence, and the reason in another.

**Next step:** the smallest experiment, described so that it can become a task.

**Alternatives:** the other ideas of the best {{input.shortlist}}, one line each.

**Open questions:** what could not be found out, and who might know.
`;

/** Collects ideas, selects the best and recommends one, without changing files. */
export const brainstorm: Preset = {
  id: "brainstorm",
  description:
    "Collects many ideas, selects the best and recommends one with a small experiment. Does not change files.",
  manifest: {
    runtime: { timeoutMinutes: 30, attempts: 1, access: "read" },
    templates: { brief: "brief.md", rules: "rules.md", ideas: "ideas.md", summary: "summary.md" },
    inputs: {
      ideas: { description: "Minimum number of ideas to collect before judging them", default: "12" },
      shortlist: { description: "Number of ideas to examine closely", default: "3" },
      constraints: { description: "Constraints for every idea, for example a budget, a date or an earlier decision" },
    },
    checks: [
      { id: "nothing-changed", description: "No file was changed and nothing was sent to other systems" },
      {
        id: "many-then-few",
        description: "All ideas and the comparison of the best ones are in a comment on the task",
      },
      {
        id: "one-recommended",
        description: "One idea is recommended with a small experiment, or the report explains why none is",
      },
    ],
  },
  files: { "brief.md": brief, "rules.md": rules, "ideas.md": ideas, "summary.md": summary },
};
