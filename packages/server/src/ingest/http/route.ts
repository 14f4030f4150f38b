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
 * Finds the endpoint of a URL, or null. Taken apart by hand: this runs for every request, and there are three routes.
 */
export function matchRoute(url: string): Route | null {
  const pathStart = url.indexOf("/", url.indexOf("://") + 3);
  if (pathStart < 0 || !url.startsWith(devices, pathStart)) return null;
  const query = url.indexOf("?", pathStart);
  const end = query < 0 ? url.length : query;
  const deviceStart = pathStart + devices.length;
  const deviceEnd = url.indexOf("/", deviceStart);
  if (deviceEnd <= deviceStart || deviceEnd >= end) return null;
  const deviceUuid = decode(url.slice(deviceStart, deviceEnd));
  if (rest(url, deviceEnd, end, readingsSuffix)) return { endpoint: "batch", deviceUuid, sensor: null };

  if (!url.startsWith(sensorsMarker, deviceEnd)) return null;
  const sensorStart = deviceEnd + sensorsMarker.length;
  const sensorEnd = url.indexOf("/", sensorStart);
  if (sensorEnd <= sensorStart) return null;
  const sensor = decode(url.slice(sensorStart, sensorEnd));
  if (rest(url, sensorEnd, end, readingsSuffix)) return { endpoint: "single", deviceUuid, sensor };
  if (rest(url, sensorEnd, end, bulkSuffix)) return { endpoint: "bulk", deviceUuid, sensor };
  return null;
}

/** Whether exactly `suffix` stands from `start` to the end of the path. */
function rest(url: string, start: number, end: number, suffix: string): boolean {
  return end - start === suffix.length && url.startsWith(suffix, start);
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
