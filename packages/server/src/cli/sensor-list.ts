import type { Command } from "commander";
import { type ApiOptions, takeApiOptions } from "./client/connect.ts";
import { withDevice } from "./client/with-device.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";
import { formatTable } from "./table.ts";

export function defineSensorList(command: Command): void {
  command.argument("<device>", "UUID of the device");
  takeApiOptions(command);
  showExamples(command, `weir sensor list ${exampleUuid}`);
  command.action(async (device: string, options: ApiOptions) => {
    const { sensors, account } = await withDevice(command, device, async (api, place) => {
      await api.awaitAccepted();
      return { ...place, sensors: await api.items("listSensors", place) };
    });
    if (options.json) return printJson(sensors.map((sensor) => ({ ...sensor, account: account.name })));
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
