import { runEmbeddedProcessor } from "../compose/embedded-processor.ts";
import { createLog } from "../platform/log.ts";
export async function runProcess(args: string[]) {
  await runEmbeddedProcessor(args[1]!, createLog(args[3] as "info", "processor"));
}
