const PATIENCE = 2_000;

/** CPU usage in percent of a core and memory in bytes. Nulls if the system does not provide them. */
export async function usageOf(pid: number | null): Promise<{ cpu: number | null; memoryBytes: number | null }> {
  const unknown = { cpu: null, memoryBytes: null };
  if (pid === null) return unknown;
  try {
    const { default: pidusage } = await import("pidusage");
    const late = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE).unref());
    const { cpu, memory, ctime, elapsed } = await Promise.race([pidusage(pid), late]);
    // The first measurement has no earlier one to compare with: it covers the process's whole life.
    const percent = cpu > 0 || elapsed === 0 ? cpu : (ctime / elapsed) * 100;
    return { cpu: Math.round(percent * 10) / 10, memoryBytes: memory };
  } catch {
    return unknown;
  }
}
