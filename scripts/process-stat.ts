import { readdirSync, readFileSync } from "node:fs";

/** The fields of /proc/PID/stat, by their numbers in the kernel's documentation, from 3 on. */
interface ProcessStat {
  readonly pid: number;
  readonly name: string;
  readonly state: string;
  field(number: number): number;
}

/** Null if there is no such process. */
export function readProcessStat(pid: number): ProcessStat | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  // The name is in parentheses and may itself contain spaces and parentheses. The field after it is number 3.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
  return { pid, name, state: fields[0]!, field: (number) => Number(fields[number - 3]) };
}

export function allProcessIds(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}
