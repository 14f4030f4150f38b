import { formatMicros } from "../platform/instant.ts";
import type { LiveEvent } from "./live-event.ts";

/** An event as pages get it. */
export function liveEventToJson(event: LiveEvent): object {
  switch (event.kind) {
    case "value": {
      const { device, sensor, slug, atUs, value } = event;
      return { device, sensor, slug, at: formatMicros(atUs), value };
    }
    case "alarm": {
      const { device, sensor, name, change, severity, message, atUs, value } = event;
      return { device, sensor, name, change, severity, message, at: formatMicros(atUs), value };
    }
    case "device":
      return { device: event.device, last_connected: formatMicros(event.lastConnectedMs * 1000) };
    case "chain": {
      const { chain, nodes, errors } = event;
      const toldErrors = errors.map(({ atMs, ...error }) => ({ ...error, at: formatMicros(atMs * 1000) }));
      return { chain, nodes, errors: toldErrors };
    }
    case "activity":
      return activityToJson(event);
  }
}

function activityToJson({ device, record }: Extract<LiveEvent, { kind: "activity" }>): object {
  const { requestId, arrivalMs, source, endpoint, status, error } = record;
  const { accepted, duplicates, rejected, durationMs } = record;
  return {
    ...{ id: requestId, device, at: formatMicros(arrivalMs * 1000), source, endpoint, status, error },
    ...{ accepted, duplicates, rejected: rejected ?? {}, duration_ms: durationMs },
  };
}
