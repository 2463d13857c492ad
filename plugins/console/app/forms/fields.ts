import { PosternError } from "@postern/client";
import { useMemo, useState } from "preact/hooks";
import type { Field } from "../data/catalog.ts";
import { controlOf, faultOf, fieldText, fieldValue } from "./control.ts";

export type Input = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string>>;

/** What a person entered. Names with a slash, such as `config/model`, are members of an object. */
export interface Form {
  readonly texts: Texts;
  readonly input: Input;
  /** What differs from the given values. What was emptied has an empty value. */
  readonly changed: Input;
  /** What is wrong, by field. */
  readonly faults: Texts;
  set(name: string, text: string): void;
  fill(input: Input): void;
}

export function useFields(fields: readonly Field[], given: Input): Form {
  const [first] = useState(() => textsOf(fields, given));
  const [texts, setTexts] = useState(first);
  const read = useMemo(() => readTexts(fields, texts, first), [fields, texts, first]);
  return {
    texts,
    ...read,
    set: (name, text) => setTexts((before) => ({ ...before, [name]: text })),
    fill: (input) => setTexts(textsOf(fields, input)),
  };
}

const textsOf = (fields: readonly Field[], given: Input): Texts =>
  Object.fromEntries(fields.map((field) => [field.name, fieldText(valueAt(given, field.name), field)]));

function readTexts(fields: readonly Field[], texts: Texts, first: Texts): Pick<Form, "input" | "changed" | "faults"> {
  const input: Record<string, unknown> = {};
  const changed: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const field of fields) {
    const { name } = field;
    const text = texts[name] ?? "";
    const [top = name] = name.split("/");
    const isChanged = text !== (first[name] ?? "");
    try {
      const value = fieldValue(text, field);
      if (value !== undefined) put(input, name, value);
      if (!isChanged) continue;
      // An object is replaced as a whole.
      if (top === name) changed[top] = value ?? emptyValue(field);
      else changed[top] = undefined;
    } catch (error) {
      faults[name] = faultOf(error);
    }
  }
  for (const name of Object.keys(changed)) changed[name] ??= input[name] ?? {};
  return { input, changed, faults };
}

function emptyValue({ schema }: Field): unknown {
  const control = controlOf(schema);
  return control === "lines" ? [] : control === "json" ? {} : "";
}

function valueAt(given: Input, name: string): unknown {
  let value: unknown = given;
  for (const part of name.split("/")) value = (value as Input | undefined)?.[part];
  return value;
}

function put(input: Record<string, unknown>, name: string, value: unknown): void {
  const [top = name, ...members] = name.split("/");
  if (members.length === 0) {
    input[top] = value;
    return;
  }
  const inner = { ...(input[top] as Input | undefined) };
  put(inner, members.join("/"), value);
  input[top] = inner;
}

/** What the gateway refused, by field. */
export const faultsIn = (error: unknown): Texts =>
  error instanceof PosternError
    ? Object.fromEntries(
        error.issues.flatMap(({ path, message }) => {
          const parts = path.split("/").slice(1);
          return parts.map((_, at) => [parts.slice(0, at + 1).join("/"), message]);
        }),
      )
    : {};
