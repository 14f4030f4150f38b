import type { LiveEvents, LiveRequest } from "@weir/protocol/manage/live-events";
import { formatMicros } from "../platform/instant.ts";
import type { LiveEvent, ShownRequest } from "./live-event.ts";

/** An event as pages get it. */
export function liveEventToJson(event: LiveEvent): LiveEvents[LiveEvent["kind"]] {
  switch (event.kind) {
    case "value": {
      const { device, sensor, slug, atUs, value } = event;
      return { device, sensor, slug, at: formatMicros(atUs), value } satisfies LiveEvents["value"];
    }
    case "alarm": {
      const { device, sensor, name, change, severity, message, atUs, value } = event;
      const at = formatMicros(atUs);
      return { device, sensor, name, change, severity, message, at, value } satisfies LiveEvents["alarm"];
    }
    case "device": {
      const { device, lastConnectedMs } = event;
      return { device, last_connected: formatMicros(lastConnectedMs * 1000) } satisfies LiveEvents["device"];
    }
    case "deletion":
      return { device: event.device } satisfies LiveEvents["deletion"];
    case "chain": {
      const { chain, nodes, errors } = event;
      const toldErrors = errors.map(({ atMs, ...error }) => ({ ...error, at: formatMicros(atMs * 1000) }));
      return { chain, nodes, errors: toldErrors } satisfies LiveEvents["chain"];
    }
    case "activity":
      return activityToJson(event);
  }
}

function activityToJson({ device, request }: Extract<LiveEvent, { kind: "activity" }>): LiveRequest {
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
    ...{ explanation, first_problem: firstProblem, first_finding: findingToJson(firstFinding) },
  };
}

function findingToJson(finding: ShownRequest["firstFinding"]): LiveRequest["first_finding"] {
  return finding === null ? null : { ...finding, suggestions: [...finding.suggestions] };
}
