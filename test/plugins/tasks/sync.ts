import tasks from "@postern/tasks";
import fc from "fast-check";
import { openLinked } from "../linked.ts";

export const open = () => openLinked("tasks", () => [tasks()]);
export const at = fc.nat({ max: 30 });
