import { exportFileName } from "@weir/protocol/export-file-name";
import { formatMicros } from "../../../platform/instant.ts";
import type { ExportSource } from "./export-source.ts";

interface ExportRange {
  readonly fromUs?: number | undefined;
  readonly toUs?: number | undefined;
}

export type NameExport = (range: ExportRange, extension: string) => string;

/** Names a file with readings of these sensors. */
export function nameReadingsExport(sources: readonly ExportSource[]): NameExport {
  const devices = [...new Map(sources.map(({ device, deviceName }) => [device, deviceName])).values()];
  const content = sources.length === 1 ? sources[0]!.sensor : "readings";
  return (range, extension) => exportFileName({ devices, content, ...textOf(range), extension });
}

/** Names a file with all readings of an account. */
export function nameAccountExport(account: string): NameExport {
  return (range, extension) =>
    exportFileName({ devices: [account], content: "readings", ...textOf(range), extension });
}

/** The name of a file with the battery levels of a device. */
export function nameBatteryExport(deviceName: string, range: ExportRange, extension: string): string {
  return exportFileName({ devices: [deviceName], content: "battery", ...textOf(range), extension });
}

function textOf({ fromUs, toUs }: ExportRange) {
  return {
    from: fromUs === undefined ? undefined : formatMicros(fromUs),
    to: toUs === undefined ? undefined : formatMicros(toUs),
  };
}
