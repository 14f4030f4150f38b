import type { ProcessRole } from "@weir/protocol/closed-sets";
import { isCluster } from "../config/is-cluster.ts";
import type { Config } from "../config/settings.ts";
import { openInstallation } from "../installation/open-installation.ts";
import type { ProcessPlace } from "../installation/starting-role.ts";
import type { Introduction } from "../manage/system/introduction.ts";
import type { IngestOptions } from "./ingest.ts";
import type { ManageOptions } from "./manage.ts";
import type { RoleOptions, RunningRole } from "./role-options.ts";
import { StopDeadline } from "./stop-deadline.ts";
import { WaitingListener } from "./waiting-listener.ts";

export interface StartedRole extends RunningRole {
  /** The listener's address, if the role has one. */
  readonly url: string | null;
  /** Only of the manage role. */
  readonly introduce: (() => Promise<Introduction>) | null;
  /** Only of the manage role: finishes open requests. */
  readonly drain?: () => Promise<void>;
  /** Rejects if the role cannot continue. Nothing that it has open may be used after that. */
  readonly broken: Promise<never>;
}

const never = new Promise<never>(() => undefined);

/** Starts one role in this process, and loads only the code that this role needs. */
export async function startRole(
  role: ProcessRole,
  settings: Omit<IngestOptions & ManageOptions, "installation"> & { readonly place?: ProcessPlace },
): Promise<StartedRole> {
  const { config, log, place } = settings;
  const waiting = listenWhileWaiting(role, config);
  const installation = await openInstallation(config, {
    role,
    log,
    ...(place === undefined ? {} : { place }),
    ...(waiting === null ? {} : { waitsFor: waiting.waitsFor }),
  });
  const deadline = new StopDeadline(log);
  const options = {
    ...settings,
    installation,
    // On one machine the supervisor ends a role that takes too long, and the processor settles the whole queue.
    ...(isCluster(config) ? { onDrained: () => onDrained(settings, deadline) } : {}),
    ...(waiting === null ? {} : { beforeListening: waiting.close }),
  };
  const started = await startOn(role, options);
  return {
    ...started,
    broken: Promise.race([started.broken, installation.broken ?? never]),
    stop: () => deadline.bound(started.stop().then(() => installation.close())),
  };
}

function onDrained({ onDrained: report }: Pick<RoleOptions, "onDrained">, deadline: StopDeadline): void {
  deadline.begin();
  report?.();
}

/** A node of a cluster may have to wait for engines. Meanwhile it answers requests with their names. */
function listenWhileWaiting(role: ProcessRole, config: Config): WaitingListener | null {
  if (!isCluster(config)) return null;
  if (role === "ingest") return new WaitingListener(config, config.port);
  return role === "manage" ? new WaitingListener(config, config.managePort ?? config.port) : null;
}

async function startOn(role: ProcessRole, options: IngestOptions & ManageOptions): Promise<StartedRole> {
  switch (role) {
    case "ingest": {
      const { startIngest } = await import("./ingest.ts");
      const { url, stop } = await startIngest(options);
      return { url, stop, introduce: null, broken: never };
    }
    case "process": {
      const { startProcess } = await import("./process.ts");
      const { ended, stop } = await startProcess(options);
      return { url: null, stop, introduce: null, broken: ended.then(() => never) };
    }
    case "deliver": {
      const { startDeliver } = await import("./deliver.ts");
      const { ended, stop } = await startDeliver(options);
      return { url: null, stop, introduce: null, broken: ended.then(() => never) };
    }
    case "manage": {
      const { startManage } = await import("./manage.ts");
      const { url, introduce, drain, stop } = await startManage(options);
      return { url, stop, drain, introduce, broken: never };
    }
  }
}
