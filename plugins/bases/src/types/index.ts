import type { Type } from "../schemas.ts";
import { agent } from "./agent.ts";
import { approval } from "./approval.ts";
import { multiSelect, select, status } from "./choice.ts";
import { date } from "./date.ts";
import { checkbox, email, number, person, phone, ref, text, url } from "./text.ts";
import type { ValueType } from "./value-type.ts";

export type { Reading, ValueType } from "./value-type.ts";

const TYPES: Readonly<Record<Type, ValueType>> = {
  text,
  number,
  checkbox,
  date,
  select,
  multi_select: multiSelect,
  status,
  url,
  email,
  phone,
  person,
  ref,
  agent,
  approval,
};

export const typeOf = (type: Type): ValueType => TYPES[type];
