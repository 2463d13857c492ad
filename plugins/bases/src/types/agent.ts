import type { Config } from "../config-schemas.ts";
import { date } from "./date.ts";
import { checkbox, number, text } from "./text.ts";
import type { ValueType } from "./value-type.ts";

const OUTPUTS = { text, number, checkbox, date };
const outputOf = ({ output = "text" }: Config): ValueType => OUTPUTS[output];

/** A value that an agent fills in, of the configured output type. */
export const agent: ValueType = {
  settings: ["agent", "instructions", "inputs", "output", "resetOn"],
  configure(config) {
    if (config.agent === undefined)
      return { path: "/agent", fault: "is required: set the id of the agent that fills in the value" };
    return config.instructions === undefined
      ? { path: "/instructions", fault: "is required: describe the value for the agent to fill in" }
      : config;
  },
  read: (given, config) => outputOf(config).read(given, {}),
  parse: (given, config) => outputOf(config).parse(given, {}),
  show: (value) => value,
  write: (value, config) => outputOf(config).write(value, {}),
};
