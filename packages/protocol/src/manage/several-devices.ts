import { z } from "zod";

const devicesPerCallMax = 200;
const uuidChars = 36;

/** Which devices a call asks about. */
export const severalDevices = z
  .string()
  .min(1)
  .max(devicesPerCallMax * (uuidChars + 1))
  .transform((text) => text.split(","))
  .pipe(z.array(z.string()).max(devicesPerCallMax))
  .describe("UUIDs, separated by commas. Unknown devices are left out.");
