import { apiPrefix, type EndpointName } from "@weir/protocol/contracts";

/** The target of a path. `sensor` is null on the batch endpoint. */
export interface Route {
  readonly endpoint: EndpointName;
  readonly deviceUuid: string;
  readonly sensor: string | null;
}

const devices = `${apiPrefix}/devices/`;
const sensorsMarker = "/sensors/";
const readingsSuffix = "/readings";
const bulkSuffix = "/readings/bulk";
const percent = 0x25;

/** Returns the endpoint of a path, or null. It is parsed by hand: there are three routes, and every new head has one. */
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

/** Returns whether the path from `start` to its end is exactly `suffix`. */
function rest(target: string, start: number, end: number, suffix: string): boolean {
  return end - start === suffix.length && target.startsWith(suffix, start);
}

/**
 * Decodes a segment in which each character stands for one byte. Bytes above ASCII mean the same raw and percent-encoded. A
 * segment that is not UTF-8 stays percent-encoded: it will match nothing and be echoed back.
 */
function decode(segment: string): string {
  if (isPlain(segment)) return segment;
  let encoded = "";
  for (const character of segment) {
    const byte = character.charCodeAt(0);
    encoded += byte > 0x7f ? `%${byte.toString(16).toUpperCase()}` : character;
  }
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

function isPlain(segment: string): boolean {
  for (let at = 0; at < segment.length; at++) {
    const byte = segment.charCodeAt(at);
    if (byte === percent || byte > 0x7f) return false;
  }
  return true;
}
