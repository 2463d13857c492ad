import type { Config } from "../config-schemas.ts";
import { invalid, type Reading, type ValueType, valid } from "./value-type.ts";

const MAX_LENGTH = 100_000;

/** A type whose values are texts in a format. */
function textual(rule: string, maxLength: number, fits: (text: string) => boolean): ValueType {
  const read = (given: unknown): Reading => {
    if (typeof given !== "string") return invalid(`must be a string: ${rule}`);
    if (given.length > maxLength) return invalid(`must be at most ${maxLength} characters long`);
    return fits(given) ? valid(given) : invalid(`must be ${rule}`);
  };
  return { settings: [], read, parse: read, show: (value) => value, write: (value) => value as string };
}

export const text: ValueType = textual("any text", MAX_LENGTH, () => true);

export const url: ValueType = textual("an http or https URL", 4_000, (given) => {
  try {
    return /^https?:$/.test(new URL(given).protocol) && !/\s/.test(given);
  } catch {
    return false;
  }
});

export const email: ValueType = textual("an e-mail address such as ada@example.com", 320, (given) =>
  /^[^\s@,;<>"]{1,64}@[^\s@,;<>"]+\.[^\s@,;<>".]+$/.test(given),
);

export const phone: ValueType = textual("a phone number such as +49 30 901820", 40, (given) =>
  /^\+?[0-9][0-9 ()./-]{1,38}$/.test(given),
);

export const person: ValueType = textual("type:id, where type is user, agent, team or contact", 140, (given) =>
  /^(user|agent|team|contact):[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/.test(given),
);

/** A row of any base on this gateway. The writing of rows checks that it exists. */
export const ref: ValueType = textual("the id of a row", 28, (given) => /^row_[0-9a-f]{24}$/.test(given));

export const checkbox: ValueType = {
  settings: [],
  read: (given) => (typeof given === "boolean" ? valid(given) : invalid("must be true or false")),
  parse(given) {
    if (/^(true|yes|y|1|x|on)$/i.test(given)) return valid(true);
    return /^(false|no|n|0|off)$/i.test(given) ? valid(false) : invalid("must be true or false, yes or no");
  },
  show: (value) => value,
  write: (value) => String(value),
};

const FORMATS = ["plain", "currency", "percent"];

export const number: ValueType = {
  settings: ["currency", "format", "precision"],
  configure(config) {
    const { format = "plain", currency } = config;
    if (!FORMATS.includes(format)) return { path: "/format", fault: `must be one of ${FORMATS.join(", ")}` };
    if (format === "currency" && currency === undefined)
      return { path: "/currency", fault: "is required with the format currency, such as EUR" };
    if (format !== "currency" && currency !== undefined)
      return { path: "/currency", fault: "must only be set with the format currency" };
    return config;
  },
  read: (given, config) =>
    typeof given === "number" && Number.isFinite(given) ? precise(given, config) : invalid("must be a number"),
  parse(given, config) {
    if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(given)) return invalid("must be a number, such as 12.5");
    const value = Number(given);
    return Number.isFinite(value) ? precise(value, config) : invalid("must be a number between -1.8e308 and 1.8e308");
  },
  show: (value) => value,
  write: (value) => String(value),
};

function precise(value: number, { precision }: Config): Reading {
  if (precision === undefined || Number(value.toFixed(precision)) === value) return valid(value);
  return invalid(`must have at most ${precision} decimals`);
}
