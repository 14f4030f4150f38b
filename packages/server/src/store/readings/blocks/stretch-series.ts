import type { Stretch } from "../../../queue/stretch.ts";
import type { ReadingSeries } from "./reading-series.ts";

/** A stretch as a series. The columns are reused for the next stretch. */
export class StretchSeries implements ReadingSeries {
  count = 0;
  atUs = new Float64Array(0);
  values = new Float64Array(0);
  receivedUs = new Float64Array(0);
  /** All zero, because every reading of a stretch has the device's time. */
  deviceOffsetsUs = new Float64Array(0);

  take({ doubles, start, readings }: Stretch, receivedUs: number): void {
    if (readings > this.atUs.length) this.#grow(readings);
    const { atUs, values } = this;
    for (let nth = 0; nth < readings; nth++) {
      // Adding zero turns -0 into 0, as in gathered readings.
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
