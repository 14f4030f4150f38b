import { call, callVersioned, type Versioned } from "../../../api/client.ts";
import type { Keep } from "../../retention/keep-field.tsx";
import type { SensorTexts } from "./sensor-fields.tsx";

/** Everything that people can change about a sensor. An empty chain means that it has none of its own. */
export interface SensorSetting extends SensorTexts {
  readonly chain: string;
  readonly keep: Keep;
}

/** The display names of the fields. */
export const settingWords: Readonly<Record<keyof SensorSetting, string>> = {
  name: "name",
  slug: "slug",
  type: "type",
  unit: "unit",
  chain: "rule chain",
  keep: "how long readings are kept",
};

interface SensorParams {
  readonly device: string;
  readonly sensor: string;
}

export async function loadSensorSetting(params: SensorParams): Promise<Versioned<SensorSetting>> {
  const [{ value, etag }, applicable, retention] = await Promise.all([
    callVersioned("showSensor", { params }),
    call("showApplicableChain", { query: { sensor: params.sensor } }),
    call("showSensorRetention", { params }),
  ]);
  const { name, slug, type, unit } = value;
  const chain = applicable.through === "sensor" ? applicable.uuid : "";
  return { value: { name, slug, type: type ?? "", unit: unit ?? "", chain, keep: retention.own }, etag };
}

/** Saves the given changes. Name, slug, type and unit are saved only on top of this version. */
export async function saveSensorSetting(
  params: SensorParams,
  { chain, keep, ...texts }: Partial<SensorSetting>,
  etag: string | undefined,
): Promise<void> {
  if (Object.keys(texts).length > 0)
    await call("updateSensor", { params, body: bodyOf(texts), ifMatch: etag });
  if (chain !== undefined) await assign(params.sensor, chain);
  if (keep !== undefined) await call("setSensorRetention", { params, body: { days: keep } });
}

function bodyOf({ type, unit, ...rest }: Partial<SensorTexts>) {
  return {
    ...rest,
    ...(type === undefined ? {} : { type: type || null }),
    ...(unit === undefined ? {} : { unit: unit || null }),
  };
}

async function assign(sensor: string, chain: string): Promise<void> {
  if (chain === "") await call("unassignChain", { query: { sensor } });
  else await call("assignChain", { body: { chain, sensor } });
}
