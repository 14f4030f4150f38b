import type { systemRoutes } from "@weir/protocol/manage/system-routes";
import type { SystemStatus } from "../manage/system-status.ts";
import { formatMicros } from "../platform/instant.ts";
import type { HandlersOf } from "./handler.ts";

export const systemHandlers: HandlersOf<typeof systemRoutes> = {
  showSystem: ({ system }) => ({ ok: true, value: systemToJson(system()) }),
};

function systemToJson(status: SystemStatus) {
  const { version, queue, totals, processor, server, files, disk, devices, identities } = status;
  return {
    version,
    started_at: formatMicros(status.startedMs * 1000),
    uptime_s: status.uptimeMs / 1000,
    ready: status.isReady,
    queue: {
      backlog_bytes: queue.backlogBytes,
      backlog_bytes_max: queue.backlogBytesMax,
      last_position: queue.lastPosition,
    },
    totals,
    processor: {
      running: processor.isRunning,
      restarts: processor.restarts,
      pid: processor.pid,
      memory_bytes: processor.memoryBytes,
    },
    server: { pid: server.pid, memory_bytes: server.memoryBytes },
    files: files.map(({ name, bytes }) => ({ name, bytes })),
    disk: { free_bytes: disk.freeBytes, size_bytes: disk.sizeBytes },
    devices,
    identities: { remembered: identities.remembered, capacity: identities.capacity },
    live_listeners: status.liveListeners,
  };
}
