import type { ExplainedDevice, FindingContext } from "./finding-context.ts";
import { nearestSlugs } from "./nearest-slugs.ts";

interface ExplainedSensor {
  readonly explanation: string;
  readonly suggestions: readonly string[];
}

/** Uses the current sensors, because people can act on those. */
export function explainUnknownSensor(
  identifier: string,
  request: Pick<FindingContext, "arrivalMs" | "endpoint">,
  device: ExplainedDevice,
): ExplainedSensor {
  if (device === null)
    return explained(`The device had no sensor "${identifier}". The device has since been removed.`);
  const { sensors, contract } = device;
  const namesake = sensors.find(({ slug, uuid }) => slug === identifier || uuid === identifier);
  if (namesake !== undefined) return explained(explainNamesake(namesake, identifier, request, contract));
  if (sensors.length === 0)
    return explained(
      `The device has no sensor "${identifier}". It has no sensors at all yet: create this one.`,
    );
  const suggestions = nearestSlugs(
    identifier,
    sensors.map(({ slug }) => slug),
  );
  const missing = `The device has no sensor "${identifier}".`;
  if (suggestions.length === 0) {
    return explained(`${missing} Create a sensor with this slug, or correct the slug on the device.`);
  }
  const meant = suggestions.map((slug) => `"${slug}"`).join(" or ");
  const explanation = `${missing} Did you mean ${meant}? Slugs have to match exactly, including upper and lower case. Correct the slug on the device, or create the sensor.`;
  return { explanation, suggestions };
}

/** A sensor of that name exists: it was created later, or it may not be named like that in this place. */
function explainNamesake(
  sensor: NonNullable<ExplainedDevice>["sensors"][number],
  identifier: string,
  { arrivalMs, endpoint }: Pick<FindingContext, "arrivalMs" | "endpoint">,
  contract: NonNullable<ExplainedDevice>["contract"],
): string {
  const isSlug = sensor.slug === identifier;
  if (isSlug && contract === "stored" && endpoint !== "batch") {
    return `The device uses the contract "stored", where the URL names the sensor by its UUID. "${identifier}" is a slug; use ${sensor.uuid} instead.`;
  }
  if (sensor.createdAt > arrivalMs * 1000) {
    return `The device had no sensor "${identifier}" when this reading arrived. The sensor has been created since: new readings are accepted, and readings in quarantine can be submitted again.`;
  }
  const place = isSlug
    ? "send it as sensor_slug, not as sensor_uuid"
    : "send it as sensor_uuid, not as sensor_slug";
  const hint = endpoint === "batch" ? ` If the name is right, ${place}.` : "";
  return `The device has a sensor "${identifier}" now, but had none by that name when this reading arrived. Readings in quarantine can be submitted again.${hint}`;
}

function explained(explanation: string): ExplainedSensor {
  return { explanation, suggestions: [] };
}
