import { apiPrefix, type EndpointName } from "@weir/protocol/contracts";

/** What a path addresses. `sensor` is null on the batch endpoint. */
export interface Route {
  readonly endpoint: EndpointName;
  readonly deviceUuid: string;
  readonly sensor: string | null;
}

const devices = `${apiPrefix}/devices/`;

/**
 * Finds the endpoint of a URL, or null. Taken apart by hand: this runs for every request, and there are three routes.
 */
export function matchRoute(url: string): Route | null {
  const pathStart = url.indexOf("/", url.indexOf("://") + 3);
  if (pathStart < 0 || !url.startsWith(devices, pathStart)) return null;
  const queryStart = url.indexOf("?", pathStart);
  const rest = url.slice(pathStart + devices.length, queryStart < 0 ? undefined : queryStart).split("/");
  const deviceUuid = decode(rest[0]!);
  if (deviceUuid === "") return null;
  if (rest.length === 2 && rest[1] === "readings") return { endpoint: "batch", deviceUuid, sensor: null };
  if (rest[1] !== "sensors" || rest[2] === "" || rest[3] !== "readings") return null;
  const sensor = decode(rest[2]!);
  if (rest.length === 4) return { endpoint: "single", deviceUuid, sensor };
  if (rest.length === 5 && rest[4] === "bulk") return { endpoint: "bulk", deviceUuid, sensor };
  return null;
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
