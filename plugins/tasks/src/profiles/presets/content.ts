import type { Preset } from "./preset.ts";

const brief = `# Write: {{task.title}}

| what     | {{input.format}} |
| -------- | ---------------- |
| for whom | {{input.audience}} |
| tone     | {{input.tone}} |
| language | {{input.language}} |
| length   | {{input.length}} |
{{#input.goal}}
| goal     | {{input.goal}} |
{{/input.goal}}
{{#task.instructions}}

## What it is about

{{task.instructions}}
{{/task.instructions}}
{{#input.sources}}

## Sources

{{input.sources}}
{{/input.sources}}
{{#task.results}}

## From other tasks

{{task.results}}
{{/task.results}}

## How to go about it

1. Say in one sentence what the reader shall know, feel or do afterwards. All else serves that sentence.
2. Read the sources. Note each fact that you will use with where it stands. What has no source is left out or asked for.
3. Fill in the outline that came with this brief, before you write.
4. Write it in one go, for one reader.
5. Put it aside, then work through the review list, line by line, and change the text.
`;

const rules = `# Rules for the text

- Facts, figures, names and quotations come from a source, word for word where they are quoted. Invent none, round none up.
- The most important thing comes first. Whoever stops after two sentences has it.
- One thought a paragraph, one idea a sentence. Verbs instead of nouns, people who do something instead of the passive.
- Words that {{input.audience}} would use. A term of the trade is explained where it first appears, or avoided.
- Tone: {{input.tone}}. The same from the first line to the last.
- No superlative without a figure, no "just", no "simply", no rhetorical question, no filler that sounds like advertising.
- Headings say something: read alone, they tell the story.
- Links say where they lead. Pictures have a text that says what they show.
- Write in {{input.language}}, with its own quotation marks, dates and numbers.
- Publish nothing and send nothing: the text goes back with the task, for somebody to release.
`;

const outline = `# Outline: {{task.title}}

- **Afterwards the reader …**
- **The one thing to remember:**
- **Why now:**

| part | what it says, in one sentence | source |
| ---- | ----------------------------- | ------ |
| opening |                            |        |
|      |                               |        |
| end: what to do next |               |        |

Left out on purpose:
`;

const review = `# Review

Go through it once for each point, and change the text before you go on.

- [ ] True: each fact, figure and name was compared with its source.
- [ ] For {{input.audience}}: nothing they know already, nothing they cannot follow.
- [ ] To the point: the first two sentences say the most important thing. What could go without loss is gone.
- [ ] In tone: {{input.tone}}. Read aloud, no sentence makes one stumble.
- [ ] Whole: the reader knows what to do next, and where to find more.
- [ ] Fair: nobody is shown up, left out or promised what is not certain. Foreign texts and pictures may be used.
- [ ] Clean: spelling, names, links, dates. Length: {{input.length}}.
`;

const summary = `# How to report

The text itself goes into the file or comment that the task names. The summary, at most 2,000 characters:

**Text:** where it lies, how long it is, its title and its first sentence.

**Sources:** those used, each with what was taken from it.

**To be checked:** facts that only somebody else can confirm, and whom to ask. "None" where there are none.

**Released by:** who has to say yes before it goes out.
`;

/** Texts for people: audience, tone, sources, review. */
export const content: Preset = {
  id: "content",
  description:
    "A text for people: written for an audience, in a tone, from sources, and reviewed before it is handed over.",
  manifest: {
    runtime: { timeoutMinutes: 60, attempts: 2, access: "write" },
    templates: {
      brief: "brief.md",
      rules: "rules.md",
      outline: "outline.md",
      review: "review.md",
      summary: "summary.md",
    },
    inputs: {
      audience: { description: "Who reads it, and what they know already", required: true },
      format: {
        description: "What kind of text it is",
        choices: ["article", "post", "release notes", "documentation", "e-mail", "script"],
        default: "article",
      },
      tone: { description: "How it sounds", default: "plain, friendly, exact" },
      language: { description: "The language that it is written in", default: "English" },
      length: { description: "How long it is", default: "as short as it can be" },
      goal: { description: "What the reader shall know, feel or do afterwards" },
      sources: { description: "What it draws on: links, files, people" },
    },
    checks: [
      { id: "sources-checked", description: "Each fact was compared with its source" },
      { id: "reviewed", description: "Each point of the review list was gone through" },
      { id: "not-published", description: "Nothing was published or sent" },
    ],
  },
  files: { "brief.md": brief, "rules.md": rules, "outline.md": outline, "review.md": review, "summary.md": summary },
};
