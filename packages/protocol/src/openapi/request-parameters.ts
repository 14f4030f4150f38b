import type { EndpointName } from "../contracts.ts";
import { type Parameter, type Reference, refTo } from "./openapi-document.ts";
import { sampleDeviceUuid, sampleSensorSlug } from "./sample-values.ts";

/** Content codings the server inflates; the inflated size is what counts against the body limit. */
const contentEncodings = ["gzip", "x-gzip", "deflate", "br", "zstd"] as const;

export const requestParameters: Record<string, Parameter> = {
  DeviceUuid: {
    name: "device_uuid",
    in: "path",
    required: true,
    description: "The device's UUID. The token must be this device's.",
    schema: { type: "string", minLength: 1 },
    example: sampleDeviceUuid,
  },
  Sensor: {
    name: "sensor",
    in: "path",
    required: true,
    description:
      "The sensor's slug or its UUID, exact and case-sensitive. Under the `stored` contract: its UUID only.",
    schema: { type: "string", minLength: 1 },
    example: sampleSensorSlug,
  },
  // OpenAPI tools ignore a parameter named Accept; it is listed for people, because a 429 depends on it.
  Accept: {
    name: "Accept",
    in: "header",
    required: false,
    description: "Recommended. Without a JSON type, a 429 is an HTML page.",
    schema: { type: "string" },
    example: "application/json",
  },
  ContentEncoding: {
    name: "Content-Encoding",
    in: "header",
    required: false,
    description: `For a compressed body: ${contentEncodings.map((name) => `\`${name}\``).join(", ")}. Nothing may follow the compressed stream.`,
    schema: { enum: contentEncodings },
    example: "gzip",
  },
  Prefer: {
    name: "Prefer",
    in: "header",
    required: false,
    description:
      "`handling=lenient` (RFC 7240) drops readings with an invalid value or timestamp or without a sensor, which would otherwise reject the whole request.",
    schema: { type: "string" },
    example: "handling=lenient",
  },
  Date: {
    name: "Date",
    in: "header",
    required: false,
    description:
      "The device's own clock, as an HTTP date; `+0000` counts as `GMT`. When it is over 2 s off, every timestamp of the request is corrected by the difference.",
    schema: { type: "string" },
    example: "Sat, 14 Mar 2026 09:26:53 GMT",
  },
};

const headerParameters = ["Accept", "ContentEncoding", "Prefer", "Date"];

export function parametersOf(endpoint: EndpointName): Reference[] {
  const pathParameters = endpoint === "batch" ? ["DeviceUuid"] : ["DeviceUuid", "Sensor"];
  return [...pathParameters, ...headerParameters].map((name) => refTo("parameters", name));
}
