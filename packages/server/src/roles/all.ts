import { mkdirSync } from "node:fs";
import { lockDataFolder, lockedRoles, rolesInUse } from "../installation/embedded/data-lock.ts";
import { Supervisor } from "../installation/embedded/supervisor.ts";
import type { Introduction } from "../manage/system/introduction.ts";
import type { Log } from "../platform/log.ts";
import { processCount } from "./process-count.ts";
import type { RoleOptions, RunningRole } from "./role-options.ts";
import { stopStages } from "./stop-stages.ts";

/** How long the processes of a killed server may take to notice. */
const leaveMs = 10_000;
const lookAgainMs = 20;

export interface RunningServer extends RunningRole, Introduction, Pick<Supervisor, "broken"> {
  readonly url: string;
}

/**
 * Runs all roles on one data folder, each in a process of its own. This process only keeps them running. It holds the
 * lock of the data folder, so that no second server uses it.
 */
export async function startAll({ config, log }: Pick<RoleOptions, "config" | "log">): Promise<RunningServer> {
  await using parts = new AsyncDisposableStack();
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  parts.adopt(lockDataFolder(config.data), (lock) => lock.release());
  await untilRolesHaveLeft(config.data, log);
  // Ingest stops first, because its readings still have to be processed, then manage, because requests of people may
  // cause more of them.
  const supervisor = new Supervisor({
    config,
    log,
    stages: [["ingest"], ["manage"], ["process"]],
    processes: processCount(config),
  });
  parts.defer(() => supervisor.stop());
  await supervisor.prepare();
  supervisor.begin();
  // Does not wait for the processor, because readings are accepted without it.
  const [url] = await Promise.all([supervisor.url(), supervisor.untilReady("manage")]);
  const introduction = await supervisor.introduce();
  const running = parts.move();
  return { url, ...introduction, broken: supervisor.broken, stop: () => running.disposeAsync() };
}

interface RunningNode extends RunningServer {
  readonly manageUrl: string;
}

/** Runs all roles of a node of a cluster, each in a process of its own. This process only keeps them running. */
export async function startNode({ config, log }: Pick<RoleOptions, "config" | "log">): Promise<RunningNode> {
  await using parts = new AsyncDisposableStack();
  const managePort = config.managePort ?? (config.port === 0 ? 0 : config.port + 1);
  const supervisor = new Supervisor({
    config: { ...config, managePort },
    log,
    stages: stopStages,
  });
  parts.defer(() => supervisor.stop());
  supervisor.begin();
  const [url, manageUrl] = await Promise.all([supervisor.url(), supervisor.untilReady("manage")]);
  const introduction = await supervisor.introduce();
  const running = parts.move();
  return {
    url,
    manageUrl: manageUrl ?? "",
    ...introduction,
    broken: supervisor.broken,
    stop: () => running.disposeAsync(),
  };
}

/** The processes of a killed server keep its files and its port until they notice. */
export async function untilRolesHaveLeft(dataDir: string, log: Log): Promise<void> {
  const deadlineMs = performance.now() + leaveMs;
  let left = lockedRoles(dataDir);
  if (left.length > 0)
    log.info("waiting for the processes of an earlier server to end", { roles: left.join(", ") });
  for (; left.length > 0; left = lockedRoles(dataDir)) {
    if (performance.now() > deadlineMs) throw rolesInUse(dataDir, left);
    await Bun.sleep(lookAgainMs);
  }
}
