import type { WireFormat } from "../load/write-plan.ts";

export const measurement = "reading";
export const valueField = "value";

/**
 * InfluxDB's line protocol, which VictoriaMetrics takes as well: a reading is a point with the device and the sensor as
 * tags. The names are short, which favours the peers: they are repeated in every line.
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
