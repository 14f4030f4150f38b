import type { ManageSession } from "./manage-session.ts";
import type { SeededDevices } from "./world-devices.ts";
import { devicesWithHistory } from "./world-plan.ts";
import { valueAt } from "./world-values.ts";

const dayMs = 86_400_000;
const historyDays = 28;
const stepMs = 10 * 60_000;

/** Writes weeks of readings up to the last day straight into the store. One device had no power for a night. */
export async function seedHistory(owner: ManageSession, devices: SeededDevices): Promise<void> {
  const lines = ["device,sensor,at,value"];
  const endMs = Date.now() - dayMs;
  const outage = [endMs - 5.3 * dayMs, endMs - 4.9 * dayMs] as const;
  for (const name of devicesWithHistory) {
    const { uuid, plan, number } = devices.get(name)!;
    for (const kind of plan.sensors.filter(({ slug }) => slug !== "door")) {
      for (let atMs = endMs - historyDays * dayMs; atMs < endMs; atMs += stepMs) {
        if (name === "Greenhouse 3" && atMs > outage[0] && atMs < outage[1]) continue;
        lines.push(`${uuid},${kind.slug},${new Date(atMs).toISOString()},${valueAt(kind, number, atMs)}`);
      }
    }
  }
  const { uuid } = await owner.do("POST", "./imports", { format: "csv", mode: "store" });
  await owner.upload(`./imports/${uuid}`, `${lines.join("\n")}\n`);
  const { accepted, problem_count } = await owner.do("POST", `./imports/${uuid}/finish`);
  if (problem_count > 0 || accepted !== lines.length - 1)
    throw new Error(`Of ${lines.length - 1} lines, ${accepted} were taken.`);
}
