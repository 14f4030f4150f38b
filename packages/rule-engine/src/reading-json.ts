import type { ChainReading } from "./chain-reading.ts";
import { formatMicros } from "./format-micros.ts";
import type { SensorSource } from "./sensor-source.ts";

/** Sources never change, so the part of a reading's JSON that depends on them alone is written once. */
const sources = new WeakMap<SensorSource, string>();

/**
 * Returns a reading as JSON text for messages: the value after the chain's changes, the times, its origin, and its metadata,
 * which is JSON already.
 */
export function readingJson(reading: ChainReading): string {
  const { source, value, atUs, receivedUs, metadata, batteryVolts } = reading;
  const times = `"at":"${formatMicros(atUs)}","received_at":"${formatMicros(receivedUs)}"`;
  const extras = `"metadata":${metadata === "" ? "{}" : metadata},"battery_voltage":${batteryVolts}`;
  return `{"value":${value},${times},${sourceJson(source)},${extras}}`;
}

/** Returns the members `sensor`, `device` and `account`. */
function sourceJson(source: SensorSource): string {
  const known = sources.get(source);
  if (known !== undefined) return known;
  const { sensor, device, account } = source;
  const json = JSON.stringify({
    sensor: {
      uuid: sensor.uuid,
      slug: sensor.slug,
      name: sensor.name,
      type: sensor.type,
      unit: sensor.unit,
    },
    device: { uuid: device.uuid, name: device.name, group: device.group },
    account: { uuid: account.uuid, name: account.name },
  }).slice(1, -1);
  sources.set(source, json);
  return json;
}
