/**
 * The two ways in which one outcome is answered. `queued` is the current contract (202, counts). `stored` is the
 * earlier one (201), kept for firmware that cannot be changed. Each device has one of them.
 */
export const contractNames = ["queued", "stored"] as const;
export type ContractName = (typeof contractNames)[number];

/**
 * What an invalid entry (no value, a value that is not a number, a bad timestamp, no sensor named) does to its request:
 * `strict` rejects the request, `lenient` drops the entry. Unknown sensors, wrong shapes and future timestamps are dropped
 * individually under both.
 */
export const handlingNames = ["strict", "lenient"] as const;
export type Handling = (typeof handlingNames)[number];

/** The three submission shapes. */
export const endpointNames = ["single", "bulk", "batch"] as const;
export type EndpointName = (typeof endpointNames)[number];

export const apiPrefix = "/api/v1";

export const endpointPaths: Record<EndpointName, string> = {
  single: "/devices/{device_uuid}/sensors/{sensor}/readings",
  bulk: "/devices/{device_uuid}/sensors/{sensor}/readings/bulk",
  batch: "/devices/{device_uuid}/readings",
};

/** Message of a `queued` success. */
export const queuedMessage = "Readings accepted and queued for rule chain processing.";

/** Messages of the `stored` contract. */
export const storedMessages = {
  single: "Reading stored successfully.",
  bulk: (count: number) => `${readings(count)} stored successfully.`,
  batch: (count: number) => `${readings(count)} processed successfully.`,
  unauthenticated: "Unauthenticated.",
  notFound: "Device not found.",
  tooManyRequests: "Too Many Requests",
};

function readings(count: number): string {
  return count === 1 ? "1 reading" : `${count} readings`;
}
