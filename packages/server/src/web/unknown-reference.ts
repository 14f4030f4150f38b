import type { ProblemDetails } from "./api-answer.ts";

/** What requests call a thing, if they do not only use the word in the code of the refusal. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  unknown_chain: ["into"],
  unknown_channel: ["channels"],
  unknown_claim_code: ["claim", "code"],
  unknown_device: ["devices"],
  unknown_member: ["assignee"],
  unknown_provisioning_key: ["key", "key_uuid"],
  unknown_sensor: ["sensors"],
  unknown_sensor_type: ["type"],
  unknown_version: ["from", "to"],
};

interface Input {
  readonly path: string;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * A request is refused with 404 if its path names something that does not exist, and with 422 if one of its fields or query
 * parameters does, which is then named. Operations do not know where their arguments come from, so it is decided here for all
 * routes alike.
 */
export function unknownReference(problem: ProblemDetails, input: Input): ProblemDetails {
  if (problem.status !== 404 || !problem.code.startsWith("unknown_")) return problem;
  const names = [problem.code.slice("unknown_".length), ...(otherNames[problem.code] ?? [])];
  if (names.some((name) => input.path.includes(`{${name}}`))) return problem;
  const places = [...placesOf(names, input.body, ""), ...placesOf(names, input.query, "query.")];
  // Several fields can refer to things of one kind. The detail quotes what was not found.
  const place = places.find(({ value }) => problem.detail.includes(String(value))) ?? places[0];
  if (place === undefined) return problem;
  return { ...problem, status: 422, errors: [{ field: place.field, message: problem.detail }] };
}

interface Place {
  readonly field: string;
  readonly value: unknown;
}

/** The fields with one of these names that were given. An entry of a list counts as a field. */
function placesOf(names: readonly string[], value: unknown, prefix: string, isNamed = false): Place[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") return isNamed ? [{ field: prefix.slice(0, -1), value }] : [];
  return Object.entries(value).flatMap(([name, item]) =>
    placesOf(names, item, `${prefix}${name}.`, Array.isArray(value) ? isNamed : names.includes(name)),
  );
}
