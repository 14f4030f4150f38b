import type { ApiOptions } from "./client/connect.ts";
import { apiCommand } from "./derived/api-command.ts";
import { exampleUuid } from "./example.ts";
import { printable } from "./output.ts";
import { formatTable } from "./table.ts";

interface AddOptions extends ApiOptions {
  readonly name?: string;
  readonly type?: string;
  readonly unit?: string;
}

const add = apiCommand({
  take: (command) =>
    command
      .argument("<device>", "UUID of the device")
      .argument("<slug>", "Slug that requests use for the sensor: letters, digits, _ and -")
      .option("--name <name>", "Display name (default: the slug)")
      .option("--type <text>", "Type of measurement")
      .option("--unit <text>", "Unit of its values"),
  examples: [`weir sensor add ${exampleUuid} flow --name "Flow rate" --unit l/min`],
  async call(api, [device, slug]: [string, string], { name, type, unit }: AddOptions) {
    const { params } = await api.placeOfDevice(device);
    return api.call("addSensor", { params, body: { slug, name, type, unit } });
  },
  text: ({ slug, uuid }) => `Added sensor ${slug} (${uuid}).`,
});

const list = apiCommand({
  take: (command) => command.argument("<device>", "UUID of the device"),
  examples: [`weir sensor list ${exampleUuid}`],
  async call(api, [device]: [string]) {
    const { params, account } = await api.placeOfDevice(device);
    await api.awaitAccepted();
    const sensors = await api.items("listSensors", { params });
    return sensors.map((sensor) => ({ ...sensor, account: account.name }));
  },
  text(sensors, [device]) {
    if (sensors.length === 0) return `No sensors yet. Add one: weir sensor add ${device} SLUG`;
    const rows = sensors.map(({ slug, uuid, name, type, unit }) => [
      slug,
      uuid,
      printable(name),
      printable(type ?? "-"),
      printable(unit ?? "-"),
    ]);
    return formatTable(["SENSOR", "UUID", "NAME", "TYPE", "UNIT"], rows);
  },
});

const remove = apiCommand({
  take: (command) =>
    command.argument("<device>", "UUID of the device").argument("<sensor>", "Slug or UUID of the sensor"),
  examples: [`weir sensor remove ${exampleUuid} flow`],
  async call(api, [device, sensor]: [string, string]) {
    const params = { ...(await api.placeOfDevice(device)).params, sensor };
    const found = await api.call("showSensor", { params });
    await api.call("removeSensor", { params });
    return found;
  },
  text: ({ slug, uuid }) => `Removed sensor ${slug} (${uuid}). Its readings are being removed.`,
});

export const sensorCommands = { add, list, remove };
