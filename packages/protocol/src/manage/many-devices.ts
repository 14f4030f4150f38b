import { z } from "zod";
import { devicesAtOnce, manyDevicesMax } from "./many-devices-limits.ts";

/** What became of a device of a request about many. */
export const deviceOutcomes = ["updated", "deleted", "unchanged", "unknown_device", "refused"] as const;

export const manyDevices = z.array(z.string().max(100)).min(1).max(manyDevicesMax).describe("UUIDs.");

export const manyDevicesText =
  `Devices are changed in steps of ${devicesAtOnce}, each of which is made completely or not at all. Each UUID has its own outcome, in ` +
  "the order of the request: a device that is `refused` does not keep the others from being changed.";

export const manyDevicesAnswer = z.object({
  results: z.array(
    z
      .object({
        uuid: z.string(),
        outcome: z.enum(deviceOutcomes),
        problem: z
          .object({ code: z.string(), detail: z.string() })
          .nullable()
          .describe("Why the device was refused; null for all other outcomes."),
      })
      .meta({ id: "DeviceOutcome" }),
  ),
});
