const PATIENCE = 2_000;

/** What a process takes: percent of a core, and bytes of memory. Nulls where the system does not tell. */
export async function usageOf(pid: number | null): Promise<{ cpu: number | null; memoryBytes: number | null }> {
  const unknown = { cpu: null, memoryBytes: null };
  if (pid === null) return unknown;
  try {
    const { default: pidusage } = await import("pidusage");
    const late = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE).unref());
    const { cpu, memory, ctime, elapsed } = await Promise.race([pidusage(pid), late]);
    // The first look has none to compare with: it tells of the whole life of the process.
    const percent = cpu > 0 || elapsed === 0 ? cpu : (ctime / elapsed) * 100;
    return { cpu: Math.round(percent * 10) / 10, memoryBytes: memory };
  } catch {
    return unknown;
  }
}
