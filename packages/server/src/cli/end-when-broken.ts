import { errorCode } from "../platform/error-code.ts";
import { type Log, reasonOf } from "../platform/log.ts";
import type { StartedRole } from "../roles/start-role.ts";

/**
 * After a failed write, the content of the disk is unknown. The process ends, and the next one starts from the files.
 */
export function endWhenBroken({ broken }: Pick<StartedRole, "broken">, log: Log): void {
  broken.catch((error: unknown) => {
    const isReplaced = errorCode(error) === "stream_replaced";
    const what = isReplaced ? "the queue was replaced" : "the store failed and can no longer be trusted";
    log.error(`${what}; the process ends`, { reason: reasonOf(error) });
    // Not a clean exit, because that would close the file and write to it once more.
    process.kill(process.pid, "SIGKILL");
  });
}
