import { readFileSync } from "node:fs";

/** What the processes of a system take up at one moment. */
export interface SystemMemory {
  /** The memory of all processes added up. What they share, above all the program itself, counts for each of them. */
  readonly residentBytes: number;
  /** The same with what they share counted once. That is what the machine gets back when the system stops. */
  readonly distinctBytes: number;
}

const bytesPerKiB = 1024;

/**
 * Processes of one program share the pages of its file, so these are counted for the process that has most of them. The kernel's
 * own figure (PSS) divides them by all processes of the machine that run the program, of which the benchmark is one.
 */
export function systemMemory(pids: readonly number[]): SystemMemory {
  const found = pids.map(memoryOf).filter((memory) => memory !== null);
  const sum = (bytes: readonly number[]): number => bytes.reduce((total, one) => total + one, 0);
  const shared = found.map(({ residentBytes, ownBytes }) => residentBytes - ownBytes);
  return {
    residentBytes: sum(found.map(({ residentBytes }) => residentBytes)),
    distinctBytes: sum(found.map(({ ownBytes }) => ownBytes)) + Math.max(0, ...shared),
  };
}

/** Null if there is no such process any more. */
function memoryOf(pid: number): { residentBytes: number; ownBytes: number } | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  } catch {
    return null;
  }
  const bytes = (name: string): number =>
    Number(new RegExp(`^${name}: +(\\d+)`, "m").exec(text)?.[1] ?? 0) * bytesPerKiB;
  return { residentBytes: bytes("Rss"), ownBytes: bytes("Anonymous") };
}
