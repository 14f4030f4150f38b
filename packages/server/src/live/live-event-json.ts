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
    case "deletion":
      return { device: event.device };
    case "chain": {
      const { chain, nodes, errors } = event;
      const toldErrors = errors.map(({ atMs, ...error }) => ({ ...error, at: formatMicros(atMs * 1000) }));
      return { chain, nodes, errors: toldErrors };
    }
    case "activity":
      return activityToJson(event);
  }
}

/** As in the list of requests, but for the device, whose name stands beside its UUID. */
function activityToJson({ device, request }: Extract<LiveEvent, { kind: "activity" }>): object {
  const { record, deviceName, explanation, firstProblem, firstFinding } = request;
  const { requestId, arrivalMs, source, endpoint, status, error } = record;
  const { accepted, duplicates, rejected, durationMs, bodyBytes, clockOffsetMs } = record;
  return {
    ...{
      id: requestId,
      device,
      device_name: deviceName,
      at: formatMicros(arrivalMs * 1000),
      source,
      endpoint,
      status,
      error,
    },
    ...{ accepted, duplicates, rejected: rejected ?? {}, duration_ms: durationMs },
    ...{ body_bytes: bodyBytes, clock_offset_ms: clockOffsetMs },
    ...{ explanation, first_problem: firstProblem, first_finding: firstFinding },
  };
}
