import { mkdirSync } from "node:fs";
import type { ProcessRole } from "@weir/protocol/closed-sets";
import { isCluster } from "../config/is-cluster.ts";
import {
  DataFolderInUseError,
  isServerLocked,
  lockedRoles,
  lockLoneDeliverer,
  lockRole,
} from "../installation/embedded/data-lock.ts";
import { prepareDataFolder } from "../installation/embedded/prepare-data-folder.ts";
import type { Introduction } from "../manage/system/introduction.ts";
import type { RoleOptions } from "./role-options.ts";
import { type StartedRole, startRole } from "./start-role.ts";

/** A processor that delivers finishes its messages in progress before it gives the role up. */
const handOverMs = 10_000;

/** Readings are accepted, processed and shown only if all of these run. The processor also delivers. */
const needed: readonly ProcessRole[] = ["ingest", "process", "manage"];

export interface LoneRole extends StartedRole {
  /** Only of the manage role. */
  readonly introduction: Introduction | null;
}

/** Runs one role in this process, on a data folder on which other processes may run other roles. */
export async function startAlone(
  role: ProcessRole,
  options: Omit<RoleOptions, "installation">,
): Promise<LoneRole> {
  const { config, log } = options;
  if (isCluster(config)) return startInCluster(role, options);
  await using parts = new AsyncDisposableStack();
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  refuseBesideServer(config.data);
  if (role === "deliver") parts.adopt(lockLoneDeliverer(config.data), (lock) => lock.release());
  const waitMs = role === "deliver" ? handOverMs : 0;
  parts.adopt(await lockRole(config.data, role, waitMs), (lock) => lock.release());
  // Checked again while the lock of the role is held, so that of two processes that start at the same moment, at least
  // one sees the other.
  refuseBesideServer(config.data);
  prepareDataFolder(config, log);
  const processes = () => [{ role, pid: process.pid, restarts: 0 }];
  const started = await startRole(role, { ...options, processes });
  parts.defer(() => started.stop());
  const introduction = started.introduce === null ? null : await started.introduce();
  const running = lockedRoles(config.data);
  const missing = needed.filter((other) => other !== role && !running.includes(other));
  if (missing.length > 0)
    log.info("waiting for roles that are not started yet", { roles: missing.join(", ") });
  const open = parts.move();
  return { ...started, introduction, stop: () => open.disposeAsync() };
}

/** Members of a cluster find each other, on any machine. */
async function startInCluster(
  role: ProcessRole,
  options: Omit<RoleOptions, "installation">,
): Promise<LoneRole> {
  const processes = () => [{ role, pid: process.pid, restarts: 0 }];
  const started = await startRole(role, { ...options, processes });
  const introduction = started.introduce === null ? null : await started.introduce();
  return { ...started, introduction };
}

function refuseBesideServer(dataDir: string): void {
  if (!isServerLocked(dataDir)) return;
  throw new DataFolderInUseError(
    `A Weir server with all roles is using ${dataDir}. Stop it first, or choose another folder with --data.`,
  );
}
