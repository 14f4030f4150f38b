import type { Config } from "../config/settings.ts";
import type { Installation } from "../installation/installation.ts";

/**
 * Requests that wait for an unavailable engine are not worth waiting for, because their clients try again elsewhere.
 */
const drainMaxWithoutEnginesMs = 2000;

/** How long a stopping role waits for open requests. */
export async function drainMs(
  installation: Pick<Installation, "missing">,
  { drainTimeoutS }: Pick<Config, "drainTimeoutS">,
): Promise<number> {
  const configuredMs = drainTimeoutS * 1000;
  const isWhole = (await installation.missing()).length === 0;
  return isWhole ? configuredMs : Math.min(configuredMs, drainMaxWithoutEnginesMs);
}
