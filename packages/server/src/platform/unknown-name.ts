import { nearestKey } from "./nearest-key.ts";

/** More names than this would hide what the sentence says. */
const listedMax = 12;

/** Says that a name is not known, and which known one was probably meant. */
export function unknownName(
  kind: "field" | "parameter" | "value" | "sensor type",
  name: string,
  known: readonly string[],
): string {
  const near = nearestKey(name, known);
  if (near !== null) return `Unknown ${kind}. Did you mean ${near}?`;
  if (known.length === 0 || known.length > listedMax) return `Unknown ${kind}.`;
  return `Unknown ${kind}. Known here: ${known.join(", ")}.`;
}
