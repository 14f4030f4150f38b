import { managePath } from "@weir/protocol/manage/route";
import type { StatusJson } from "@weir/protocol/manage/system-routes";
import type { Counts } from "../../packages/server/src/counters/counters.ts";
import { manageByServer } from "../../packages/server/src/installation/embedded/control-socket.ts";

/** The counts of all readings, as an operator sees them. */
export type ShownCounts = Omit<Counts, "lastPosition" | "settledPosition" | "rejected"> &
  Pick<StatusJson, "rejected">;

/** Returns the counts of the server that runs on the folder, or null if none is running. */
export async function serverCounts(dataDir: string): Promise<ShownCounts | null> {
  const answer = await askAsOperator(dataDir, "/operator/status");
  if (answer === null) return null;
  const { accepted, duplicates, rejected, saved, ended, dead, gap, ...others } =
    (await answer.json()) as StatusJson;
  const { already_stored: alreadyStored, queue_bytes: queueBytes } = others;
  return { accepted, duplicates, rejected, saved, alreadyStored, ended, dead, queueBytes, gap };
}

/** Waits until the readings accepted so far have gone through their chains, a few seconds at most. */
export async function flushServer(dataDir: string): Promise<void> {
  await askAsOperator(dataDir, "/operator/accepted");
}

async function askAsOperator(dataDir: string, path: string): Promise<Response | null> {
  const answer = await manageByServer(dataDir, managePath + path, {});
  if (answer !== null && !answer.ok)
    throw new Error(`The running server answered ${answer.status}: ${await answer.text()}`);
  return answer;
}
