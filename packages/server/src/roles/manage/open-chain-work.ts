import type { Config } from "../../config/settings.ts";
import type { ChainWork } from "../../manage/chains/work/chain-work.ts";
import { WorkerChainWork } from "../../manage/chains/work/worker-chain-work.ts";
import type { Clock } from "../../platform/clock.ts";

/** Chain work on threads of its own, within the operator's limits. */
export function openChainWork(config: Config, clock: Clock): ChainWork {
  const limits = {
    deadlineS: config.chainCheckDeadlineS,
    perAccount: config.chainChecksPerAccount,
    secondsPerMinute: config.chainCheckSPerMinute,
  };
  return new WorkerChainWork(limits, clock);
}
