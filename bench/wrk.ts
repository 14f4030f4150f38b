import { fileURLToPath } from "node:url";
import type { Load } from "./load/load.ts";
import type { Workspace } from "./workspace.ts";

interface WrkRun {
  readonly port: number;
  readonly load: Load;
  readonly planPath: string;
  readonly clock: "iso" | "epoch";
  /** The second of the first reading. */
  readonly firstSecond: number;
  readonly seconds: number;
}

export interface WrkResult {
  /** Answered requests. Requests that are under way at the end are sent but not counted. */
  readonly requests: number;
  readonly durationUs: number;
  readonly connectErrors: number;
  readonly readErrors: number;
  readonly writeErrors: number;
  /** Answers with a status of 400 or more. */
  readonly statusErrors: number;
  readonly timeouts: number;
  readonly p50Us: number;
  readonly p99Us: number;
  /** CPU of the load generator itself. */
  readonly cpuMs: number;
  /** The second of the last reading that was sent. */
  readonly lastSecond: number;
}

const scriptFolder = fileURLToPath(new URL("./load/", import.meta.url));
const resultMark = "RESULT ";
const answerTimeoutS = 30;

/** Uses one thread, because the machine's other core belongs to the system under load. */
export async function runWrk(workspace: Workspace, run: WrkRun): Promise<WrkResult> {
  const script = run.load.shape === "single" ? "single.lua" : "bulk.lua";
  const options = ["-t", "1", "-c", String(run.load.connections), "-d", `${run.seconds}s`];
  const { output, cpuMs } = await workspace.run(
    [
      "wrk",
      ...options,
      "--timeout",
      `${answerTimeoutS}s`,
      "-s",
      script,
      `http://127.0.0.1:${run.port}/`,
      "--",
      run.planPath,
      run.clock,
      String(run.firstSecond),
    ],
    scriptFolder,
  );
  const line = output.split("\n").find((text) => text.startsWith(resultMark));
  if (line === undefined) throw new Error(`wrk printed no result:\n${output}`);
  return { ...(JSON.parse(line.slice(resultMark.length)) as Omit<WrkResult, "cpuMs">), cpuMs };
}

export function errorCount(result: WrkResult): number {
  const { connectErrors, readErrors, writeErrors, statusErrors, timeouts } = result;
  return connectErrors + readErrors + writeErrors + statusErrors + timeouts;
}
