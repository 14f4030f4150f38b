import { apiPrefix, type EndpointName } from "@weir/protocol/contracts";

/** What a path addresses. `sensor` is null on the batch endpoint. */
export interface Route {
  readonly endpoint: EndpointName;
  readonly deviceUuid: string;
  readonly sensor: string | null;
}

const devices = `${apiPrefix}/devices/`;
const sensorsMarker = "/sensors/";
const readingsSuffix = "/readings";
const bulkSuffix = "/readings/bulk";

/**
 * Finds the endpoint of a path, or null. Taken apart by hand: this runs for every request, and there are three routes.
 */
export function matchRoute(target: string): Route | null {
  if (!target.startsWith(devices)) return null;
  const query = target.indexOf("?");
  const end = query < 0 ? target.length : query;
  const deviceStart = devices.length;
  const deviceEnd = target.indexOf("/", deviceStart);
  if (deviceEnd <= deviceStart || deviceEnd >= end) return null;
  const deviceUuid = decode(target.slice(deviceStart, deviceEnd));
  if (rest(target, deviceEnd, end, readingsSuffix)) return { endpoint: "batch", deviceUuid, sensor: null };

  if (!target.startsWith(sensorsMarker, deviceEnd)) return null;
  const sensorStart = deviceEnd + sensorsMarker.length;
  const sensorEnd = target.indexOf("/", sensorStart);
  if (sensorEnd <= sensorStart) return null;
  const sensor = decode(target.slice(sensorStart, sensorEnd));
  if (rest(target, sensorEnd, end, readingsSuffix)) return { endpoint: "single", deviceUuid, sensor };
  if (rest(target, sensorEnd, end, bulkSuffix)) return { endpoint: "bulk", deviceUuid, sensor };
  return null;
}

/** Whether exactly `suffix` stands from `start` to the end of the path. */
function rest(target: string, start: number, end: number, suffix: string): boolean {
  return end - start === suffix.length && target.startsWith(suffix, start);
}

/** A segment that is not valid percent-encoding stays as it is: it will match nothing and be echoed back. */
function decode(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
