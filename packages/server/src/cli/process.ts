import { parseArgs } from "node:util";
import { createLog, type LogLevel, reasonOf } from "../platform/log.ts";
import { runProcess } from "../roles/process.ts";
import { outliveReaders } from "./readers.ts";

/** `weir process`: what the server starts beside itself. It is not for people, and says so. */
export async function runProcessor(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    strict: false,
    options: { data: { type: "string" }, "log-level": { type: "string" } },
  });
  if (process.send === undefined || typeof values.data !== "string") {
    process.stderr.write(
      "error: `weir process` is started by `weir serve`, which does all that is needed.\n",
    );
    process.exit(2);
  }
  outliveReaders();
  const log = createLog((values["log-level"] ?? "info") as LogLevel, "processor");
  try {
    await runProcess(values.data, log);
  } catch (error) {
    log.error("the processor cannot work", { reason: reasonOf(error) });
    process.exit(1);
  }
}
