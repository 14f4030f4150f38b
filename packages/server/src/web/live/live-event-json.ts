import { noNotifiedValues, notifiedValuesOf } from "@weir/protocol/manage/alarm-values";
import type { LiveEvents, LiveRequest } from "@weir/protocol/manage/live-events";
import { formatMicros } from "../../platform/instant.ts";
import type { LiveEvent } from "./live-event.ts";

/** An event as listeners get it, without quoted readings if the listener may not read them. */
export function liveEventToJson(
  event: LiveEvent,
  { mayReadValues }: { readonly mayReadValues: boolean },
): LiveEvents[LiveEvent["kind"]] {
  switch (event.kind) {
    case "value": {
      const { device, sensor, slug, atUs, value } = event;
      return { device, sensor, slug, at: formatMicros(atUs), value } satisfies LiveEvents["value"];
    }
    case "alarm": {
      const { device, sensor, name, change, severity, atUs } = event;
      const { message, value } = mayReadValues ? event : { message: null, value: null };
      const values = mayReadValues ? notifiedValuesOf(event) : noNotifiedValues;
      const at = formatMicros(atUs);
      return {
        device,
        sensor,
        name,
        change,
        severity,
        message,
        at,
        value,
        ...values,
      } satisfies LiveEvents["alarm"];
    }
    case "device": {
      const { device, lastConnectedMs } = event;
      return { device, last_connected: formatMicros(lastConnectedMs * 1000) } satisfies LiveEvents["device"];
    }
    case "deletion":
      return { device: event.device } satisfies LiveEvents["deletion"];
    case "chain": {
      const { chain, nodes, errors } = event;
      const shownErrors = errors.map(({ atMs, reason, ...error }) => ({
        ...error,
        at: formatMicros(atMs * 1000),
        reason: mayReadValues ? reason : null,
      }));
      return { chain, nodes, errors: shownErrors } satisfies LiveEvents["chain"];
    }
    case "activity":
    case "outcome":
      return (mayReadValues ? event.request : withoutValue(event.request)) satisfies LiveEvents["activity"];
  }
}

function withoutValue(request: LiveRequest): LiveRequest {
  const { unsaved } = request;
  if (unsaved === null) return request;
  return { ...request, unsaved: { ...unsaved, first: { ...unsaved.first, value: null } } };
}
