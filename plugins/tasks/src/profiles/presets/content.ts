import type { Preset } from "./preset.ts";

const brief = `# Write: {{task.title}}

| property | value |
| -------- | ----- |
| format   | {{input.format}} |
| audience | {{input.audience}} |
| tone     | {{input.tone}} |
| language | {{input.language}} |
| length   | {{input.length}} |
{{#input.goal}}
| goal     | {{input.goal}} |
{{/input.goal}}
{{#task.instructions}}

## Topic

{{task.instructions}}
{{/task.instructions}}
{{#input.sources}}

## Sources

{{input.sources}}
{{/input.sources}}
{{#task.results}}

## Results of other tasks

{{task.results}}
{{/task.results}}

## How to proceed

1. State in one sentence what the reader should know, feel or do after reading. Everything else supports that sentence.
2. Read the sources. Note where each fact comes from. Leave out facts without a source, or ask for one.
3. Fill in the outline before you write.
4. Write the whole text in one pass, for one specific reader.
5. Then work through the review list, line by line, and revise the text.
`;

const rules = `# Rules for the text

- Take facts, figures, names and quotations from a source. Quote literally. Do not invent or round up anything.
- Put the most important information first. The first two sentences must be enough to understand the message.
- One topic per paragraph, one idea per sentence. Prefer verbs to nouns and the active to the passive voice.
- Use words that {{input.audience}} would use. Avoid technical terms, or explain them where they first appear.
- Tone: {{input.tone}}. Keep it the same throughout.
- No superlatives without figures, no "just", no "simply", no rhetorical questions, no advertising phrases.
- Headings must make sense on their own.
- Link texts describe the target. Images have alternative text that describes them.
- Write in {{input.language}}, with its own quotation marks and formats of dates and numbers.
- Do not publish or send anything. Return the text with the task, for somebody to approve.
`;

const outline = `# Outline: {{task.title}}

- **After reading, the reader …**
- **The one thing to remember:**
- **Why now:**

| part    | message in one sentence | source |
| ------- | ----------------------- | ------ |
| opening |                         |        |
|         |                         |        |
| end: what to do next |            |        |

Intentionally left out:
`;

const review = `# Review

Go through the text once for each point, and revise it before you continue.

- [ ] Accurate: every fact, figure and name was checked against its source.
- [ ] For {{input.audience}}: nothing that they already know, nothing that they cannot understand.
- [ ] To the point: the first two sentences contain the most important information. Nothing can be cut without loss.
- [ ] In tone: {{input.tone}}. Every sentence reads well aloud.
- [ ] Complete: the reader knows what to do next, and where to find more.
- [ ] Fair: nobody is exposed or left out, and nothing uncertain is promised. Texts and images of others may be used.
- [ ] Clean: spelling, names, links, dates. Length: {{input.length}}.
`;

const summary = `# How to report

Put the text itself into the file or comment that the task specifies. Write a summary of at most 2,000 characters:

**Text:** its location, length, title and first sentence.

**Sources:** the sources used, each with what was taken from it.

**To be checked:** facts that somebody else must confirm, and whom to ask. "None" if there are none.

**Approval:** who must approve the text before it is published.
`;

/** Writes a text for an audience, with an outline and a review. */
export const content: Preset = {
  id: "content",
  description: "Writes a text for a given audience and tone, based on sources, and reviews it before delivery.",
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
      audience: { description: "Who reads the text, and what they already know", required: true },
      format: {
        description: "Kind of text",
        choices: ["article", "post", "release notes", "documentation", "e-mail", "script"],
        default: "article",
      },
      tone: { description: "Tone of the text", default: "plain, friendly, exact" },
      language: { description: "Language of the text", default: "English" },
      length: { description: "Length of the text", default: "as short as possible" },
      goal: { description: "What the reader should know, feel or do after reading" },
      sources: { description: "Sources to use: links, files, people" },
    },
    checks: [
      { id: "sources-checked", description: "Every fact was checked against its source" },
      { id: "reviewed", description: "Every point of the review list was checked" },
      { id: "not-published", description: "Nothing was published or sent" },
    ],
  },
  files: { "brief.md": brief, "rules.md": rules, "outline.md": outline, "review.md": review, "summary.md": summary },
};
