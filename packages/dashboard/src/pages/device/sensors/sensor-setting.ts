import { callVersioned, type Versioned } from "../../../api/client.ts";
import type { CallAnswer } from "../../../api/route-types.ts";
import type { SensorTexts } from "./sensor-fields.tsx";

/** Everything that a sensor's form starts with. */
export interface SensorSetting {
  readonly texts: Versioned<SensorTexts>;
  readonly chain: CallAnswer<"showApplicableChain">;
  readonly retention: CallAnswer<"showSensorRetention">;
}

export async function loadSensorTexts(device: string, sensor: string): Promise<Versioned<SensorTexts>> {
  const { value, etag } = await callVersioned("showSensor", { params: { device, sensor } });
  const { name, slug, type, unit } = value;
  return { value: { name, slug, type: type ?? "", unit: unit ?? "" }, etag };
}
