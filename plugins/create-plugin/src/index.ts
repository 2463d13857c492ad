export { CreateRefused, createPlugin, type NewPlugin, pluginFiles } from "./create.ts";
export { fill, type Names, namesOf, titleOf } from "./names.ts";
