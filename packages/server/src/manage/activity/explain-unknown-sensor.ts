import type { ExplainedDevice, FindingContext } from "./explain-finding.ts";
import { nearestSlugs } from "./nearest-slugs.ts";

interface ExplainedSensor {
  readonly explanation: string;
  readonly suggestions: readonly string[];
}

/** By the sensors there are now, because that is what somebody can act on. */
export function explainUnknownSensor(
  identifier: string,
  request: Pick<FindingContext, "arrivalMs" | "endpoint">,
  device: ExplainedDevice,
): ExplainedSensor {
  if (device === null) return told(`The device had no sensor "${identifier}". It was removed since.`);
  const { sensors, contract } = device;
  const namesake = sensors.find(({ slug, uuid }) => slug === identifier || uuid === identifier);
  if (namesake !== undefined) return told(explainNamesake(namesake, identifier, request, contract));
  if (sensors.length === 0)
    return told(`There is no sensor "${identifier}": the device has none yet. Create it.`);
  const suggestions = nearestSlugs(
    identifier,
    sensors.map(({ slug }) => slug),
  );
  const missing = `The device has no sensor "${identifier}".`;
  if (suggestions.length === 0) {
    return told(`${missing} Create one with this slug, or correct what the device sends.`);
  }
  const meant = suggestions.map((slug) => `"${slug}"`).join(" or ");
  const explanation = `${missing} Did you mean ${meant}? A slug has to match exactly, capitals included. Correct what the device sends, or create the sensor.`;
  return { explanation, suggestions };
}

/** There is a sensor of that name: it came later, or it may not be named like that where it was. */
function explainNamesake(
  sensor: NonNullable<ExplainedDevice>["sensors"][number],
  identifier: string,
  { arrivalMs, endpoint }: Pick<FindingContext, "arrivalMs" | "endpoint">,
  contract: NonNullable<ExplainedDevice>["contract"],
): string {
  const isSlug = sensor.slug === identifier;
  if (isSlug && contract === "stored" && endpoint !== "batch") {
    return `The device has the contract "stored", under which a URL names the sensor by its UUID. "${identifier}" is a slug; put ${sensor.uuid} in its place.`;
  }
  if (sensor.createdAt > arrivalMs * 1000) {
    return `When this arrived the device had no sensor "${identifier}". By now it has: what is sent from now on is accepted, and what is in quarantine can be submitted again.`;
  }
  const place = isSlug
    ? "it belongs in sensor_slug, not in sensor_uuid"
    : "it belongs in sensor_uuid, not in sensor_slug";
  const hint = endpoint === "batch" ? ` If it was called that already, ${place}.` : "";
  return `The device has a sensor "${identifier}" now, which was not called that when this arrived. What is in quarantine can be submitted again.${hint}`;
}

function told(explanation: string): ExplainedSensor {
  return { explanation, suggestions: [] };
}
