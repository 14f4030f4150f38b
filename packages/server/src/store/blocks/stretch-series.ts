import type { Stretch } from "../../queue/stretch.ts";
import type { ReadingSeries } from "./reading-series.ts";

/** A stretch as a series, in columns that are used again for the next one. */
export class StretchSeries implements ReadingSeries {
  count = 0;
  atUs = new Float64Array(0);
  values = new Float64Array(0);
  receivedUs = new Float64Array(0);
  /** All zero, because each reading has the time that the device sent. */
  deviceOffsetsUs = new Float64Array(0);

  take({ doubles, start, readings }: Stretch, receivedUs: number): void {
    if (readings > this.atUs.length) this.#grow(readings);
    const { atUs, values } = this;
    for (let nth = 0; nth < readings; nth++) {
      // Adding zero makes 0 of -0, as in gathered readings.
      values[nth] = doubles[start + nth * 2]! + 0;
      atUs[nth] = doubles[start + nth * 2 + 1]!;
    }
    this.receivedUs.fill(receivedUs, 0, readings);
    this.count = readings;
  }

  #grow(readings: number): void {
    this.atUs = new Float64Array(readings);
    this.values = new Float64Array(readings);
    this.receivedUs = new Float64Array(readings);
    this.deviceOffsetsUs = new Float64Array(readings);
  }
}
