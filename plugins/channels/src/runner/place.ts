/** Within what the pid of a mark identifies one process: a boot of a machine, and a container on it. */
export const placeOf = (start: string): string => start.slice(0, start.lastIndexOf("/"));
