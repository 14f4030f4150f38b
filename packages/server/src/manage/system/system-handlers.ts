import type { systemRoutes } from "@weir/protocol/manage/system-routes";
import { fail } from "@weir/protocol/result";
import { creatorOwnsInstallation, ownsInstallation } from "../../control/people/owns-installation.ts";
import { formatMicros } from "../../platform/instant.ts";
import { valueIfSoon } from "../../platform/value-if-soon.ts";
import type { ProblemDetails } from "../../web/api-answer.ts";
import { totalToJson } from "../activity/statistics/statistics-json.ts";
import { lastDay } from "../activity/statistics/statistics-range.ts";
import type { AccountContext } from "../core/api-context.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { clusterToJson, noticeToJson } from "./cluster-json.ts";
import { rotateKey } from "./rotate-key.ts";
import { statusToJson } from "./status-json.ts";
import type { SystemStatus } from "./system-status.ts";

export const systemHandlers: HandlersOf<typeof systemRoutes> = {
  async showSystem(context) {
    const { system, statistics, recentActivity, clock } = context;
    if (!(await seesInstallation(context))) return fail(operatorNeeded);
    const { fromMs, toMs } = lastDay(clock.nowMs());
    const [status, total] = await Promise.all([
      system(),
      valueIfSoon(recentActivity.flush()).then(() => statistics.total({ accountId: "all" }, fromMs, toMs)),
    ]);
    const day = { from: formatMicros(fromMs * 1000), totals: totalToJson(total) };
    return succeed({ ...systemToJson(status), last_day: day });
  },

  async showCluster(context) {
    if (!(await seesInstallation(context))) return fail(operatorNeeded);
    const status = await context.cluster();
    if (status === null) return fail(noCluster);
    return succeed(clusterToJson(status));
  },

  async showStatus({ counts, chains, notices }) {
    const kept = await chains.keptCounts(Number.MAX_SAFE_INTEGER);
    return succeed(statusToJson({ isRunning: true, counts: await counts(), kept, notices: notices() }));
  },

  async rotateKey({ control, clock, members }) {
    const untilMs = clock.nowMs() + rotationMs;
    const done = await rotateKey(control, () => clock.nowMs() >= untilMs, members);
    if (!done.ok) return done;
    const { keyId, isFromEnvironment, ...counts } = done.value;
    return succeed({ key_id: keyId, from_environment: isFromEnvironment, ...counts });
  },
};

/** A request is answered well before clients lose patience. */
const rotationMs = 5000;

const operatorNeeded: ProblemDetails = {
  status: 403,
  code: "operator_needed",
  detail:
    "These figures cover the whole server, including accounts that you don't own. The operator can see them with weir status and on /metrics.",
};

const noCluster: ProblemDetails = {
  status: 404,
  code: "no_cluster",
  detail: "This installation runs on one machine and has no cluster.",
};

/** Whether the caller may see the figures of the whole installation, because they include nobody else's. */
async function seesInstallation({ control, caller, account }: AccountContext): Promise<boolean> {
  switch (caller?.kind) {
    case "operator":
      return true;
    case "user":
      return account.role === "owner" && ownsInstallation(control, caller.userId);
    case "key":
      return creatorOwnsInstallation(control, caller.keyId);
    default:
      return false;
  }
}

function systemToJson(status: SystemStatus) {
  const { alreadyStored, ...totals } = status.totals;
  const { version, queue, processes, files, disk, devices, identities } = status;
  return {
    version,
    started_at: formatMicros(status.startedMs * 1000),
    uptime_s: status.uptimeMs / 1000,
    ready: status.isReady,
    queue: {
      backlog_bytes: queue.backlogBytes,
      backlog_bytes_max: queue.backlogBytesMax,
      parked_bytes: queue.parkedBytes,
      parked_bytes_max: queue.parkedBytesMax,
      last_position: queue.lastPosition,
    },
    totals: { ...totals, already_stored: alreadyStored },
    processes: processes.map(({ role, isRunning, restarts, pid, memoryBytes }) => ({
      role,
      running: isRunning,
      restarts,
      pid,
      memory_bytes: memoryBytes,
    })),
    files: files.map(({ name, bytes }) => ({ name, bytes })),
    disk: disk === null ? null : { free_bytes: disk.freeBytes, size_bytes: disk.sizeBytes },
    devices,
    identities: { remembered: identities.remembered, capacity: identities.capacity },
    live_listeners: status.liveListeners,
    near_limits: status.nearLimits.map(({ account: { uuid, name }, limit }) => ({
      account: { uuid, name },
      limit,
    })),
    cluster: status.isCluster,
    notices: status.notices.map(noticeToJson),
  };
}
