import { sensorName } from "../load/load.ts";
import type { WireFormat } from "../load/write-plan.ts";
import { bulksOfYear, type Year } from "../load/year.ts";
import type { System } from "./system.ts";

export const measurement = "reading";
export const valueField = "value";

/**
 * InfluxDB's line protocol, which VictoriaMetrics accepts too. A reading is a point with the device and the
 * sensor as tags. The names are short, which favours these systems, because they are repeated in every line.
 */
export function lineProtocol(path: string): WireFormat {
  return {
    clock: "epoch",
    head: () => [`POST ${path} HTTP/1.1`, "Host: 127.0.0.1", "Content-Type: text/plain"],
    body: (_load, device, readings) =>
      readings
        .map(
          ({ sensor, value, time }) =>
            `${measurement},device=d${device},sensor=${sensor} ${valueField}=${value} ${time}`,
        )
        .join("\n"),
  };
}

/** Writes a year of one reading a minute, as the first sensor of the first device. */
export async function writeYear({ name, port }: System, path: string, year: Year): Promise<void> {
  const tags = `${measurement},device=d0,sensor=${sensorName(0)}`;
  for (const bulk of bulksOfYear(year)) {
    const lines = bulk.map(({ second, value }) => `${tags} ${valueField}=${value} ${second}000`);
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      body: lines.join("\n"),
    });
    if (!response.ok) throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
  }
}
