import { type ProcessMark, processMark } from "@postern/core/process";

/** Within what the pid of a mark identifies one process: a boot of a machine, and a container on it. */
export const placeOf = (start: string): string => start.slice(0, start.lastIndexOf("/"));

const own = processMark().start;

/** Whether a process runs, or ran, where this one does, so that it can be looked at and signaled. */
export const isHere = ({ start }: ProcessMark): boolean =>
  start === undefined || (own !== undefined && placeOf(start) === placeOf(own));
