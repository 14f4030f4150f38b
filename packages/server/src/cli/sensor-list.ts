import type { Command } from "commander";
import { listSensors } from "../manage/sensors/sensors.ts";
import { formatMicros } from "../platform/instant.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { readControl } from "./control-access.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";
import { formatTable } from "./table.ts";

export function defineSensorList(command: Command): void {
  command.argument("<device>", "UUID of the device");
  takeJson(takeDataFolder(command));
  showExamples(command, `weir sensor list ${exampleUuid}`);
  command.action(async (device: string, options: { json?: true }) => {
    const { config } = effectiveConfig(command);
    const sensors = await readControl(config, async (control) =>
      valueOrFail(await listSensors(control, device)),
    );
    if (options.json) {
      printJson(
        sensors.map(({ uuid, slug, name, type, unit, createdAt }) => ({
          uuid,
          slug,
          name,
          type,
          unit,
          created_at: formatMicros(createdAt),
        })),
      );
      return;
    }
    if (sensors.length === 0) return print(`No sensors yet. Add one: weir sensor add ${device} SLUG`);
    const rows = sensors.map((sensor) => [
      sensor.slug,
      sensor.uuid,
      printable(sensor.name),
      printable(sensor.type ?? "-"),
      printable(sensor.unit ?? "-"),
    ]);
    print(formatTable(["SENSOR", "UUID", "NAME", "TYPE", "UNIT"], rows));
  });
}
