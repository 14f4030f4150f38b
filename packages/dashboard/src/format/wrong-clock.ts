import type { CallAnswer } from "../api/route-types.ts";
import { plural } from "./number.ts";

type WrongClock = NonNullable<CallAnswer<"showDevice">["wrong_clock"]>;

/** What a wrong clock does to the readings of a device, and what to do. */
export function wrongClockText({ behind_s }: Pick<WrongClock, "behind_s">): string {
  const days = plural(Math.round(behind_s / 86_400), "day");
  return `Its times are ${days} in the past. New readings are saved there and do not become current values. Set the clock of the device.`;
}
