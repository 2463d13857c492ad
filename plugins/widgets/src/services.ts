export { readFolder } from "./folder/read.ts";
