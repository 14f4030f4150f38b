import type { EndpointName } from "@weir/protocol/contracts";

/** A sensor as a snippet names it. Only the contract `stored` needs the UUID. */
export interface SnippetSensor {
  readonly slug: string;
  readonly uuid?: string;
}

/** Everything that a snippet fills in. */
export interface SnippetTarget {
  readonly shape: EndpointName;
  /** The complete address that readings are posted to. */
  readonly url: string;
  readonly isTls: boolean;
  readonly token: string;
  /** The slugs in a batch. Other requests use the first of them in the URL. */
  readonly slugs: readonly string[];
  /** When the snippet was made, for examples that contain a time. */
  readonly nowMs: number;
}

export const tokenPlaceholder = "YOUR_DEVICE_TOKEN";
const slugPlaceholder = "YOUR_SENSOR_SLUG";

/** More would make the example longer without adding anything. */
const slugsShown = 3;
/** Values that look measured. */
const sampleValues = [21.5, 63, 40.2] as const;

/** The path that devices post to. */
export const deviceApiPath = "/api/v1";

export function snippetTarget({
  publicUrl,
  shape,
  deviceUuid,
  token,
  sensors,
  needsUuid,
  nowMs,
}: {
  /** How devices reach the server. */
  readonly publicUrl: string;
  readonly shape: EndpointName;
  readonly deviceUuid: string;
  readonly token: string | null;
  readonly sensors: readonly SnippetSensor[];
  readonly needsUuid: boolean;
  readonly nowMs: number;
}): SnippetTarget {
  const [first = { slug: slugPlaceholder }] = sensors;
  const ofDevice = `${publicUrl}${deviceApiPath}/devices/${deviceUuid}`;
  const ofSensor = `${ofDevice}/sensors/${needsUuid ? (first.uuid ?? first.slug) : first.slug}/readings`;
  const urls = { single: ofSensor, bulk: `${ofSensor}/bulk`, batch: `${ofDevice}/readings` };
  return {
    shape,
    url: urls[shape],
    isTls: ofDevice.startsWith("https:"),
    token: token ?? tokenPlaceholder,
    slugs: sensors.length === 0 ? [slugPlaceholder] : sensors.slice(0, slugsShown).map(({ slug }) => slug),
    nowMs,
  };
}

export function sampleValue(place: number): number {
  return sampleValues[place % sampleValues.length] ?? sampleValues[0];
}
