import { countText } from "../../format/number.ts";
import type { Sample } from "./use-sample.ts";

/** What a sample does now; null if that goes without saying. */
export function sampleDoing({ state, loaded_share }: Sample): string | null {
  switch (state) {
    case "loading":
      return `Its week of readings is being saved: ${Math.floor((loaded_share ?? 0) * 100)} %.`;
    case "paused":
      return "Its devices send nothing while nobody looks, and go on in a moment.";
    case "ended":
      return "It was loaded by an older version and sends nothing. Remove it and load it again.";
    default:
      return null;
  }
}

export function sampleDevices({ device_count }: Sample): string {
  return device_count === 1 ? "1 sample device" : `${countText(device_count)} sample devices`;
}
