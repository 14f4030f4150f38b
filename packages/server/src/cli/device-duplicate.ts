import type { ApiOptions } from "./client/connect.ts";
import { apiCommand } from "./derived/api-command.ts";
import { exampleUuid } from "./example.ts";

export const deviceDuplicate = apiCommand({
  description:
    "Create a device like another one, with its sensors, settings, tags and attributes, and print its UUID and token.",
  take: (command) =>
    command
      .argument("<device>", "UUID of the device to copy")
      .option("--name <name>", 'Name of the new device (default: the name of the other, with "(copy)")'),
  examples: [`weir device duplicate ${exampleUuid} --name "Freezer 8"`],
  async call(api, [device]: [string], { name }: ApiOptions & { readonly name?: string }) {
    const { params } = await api.placeOfDevice(device);
    return api.call("duplicateDevice", { params, body: { name } });
  },
});
