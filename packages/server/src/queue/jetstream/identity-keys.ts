import { bucketSeconds } from "./identity-records.ts";

const double = new Float64Array(1);
const bits = new BigUint64Array(double.buffer);

/** Builds the keys of identities in Redis. */
export class IdentityKeys {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = `${prefix}:i:`;
  }

  /** The key of a sensor's newest timestamp, in microseconds. */
  newest(sensorId: number): string {
    return `${this.#prefix}n${sensorId.toString(36)}`;
  }

  /** The key of the readings of a sensor around a time. */
  bucket(sensorId: number, seconds: number): string {
    return `${this.#prefix}b${sensorId.toString(36)}.${Math.floor(seconds / bucketSeconds).toString(36)}`;
  }

  /** The key of a reading without a timestamp. */
  value(sensorId: number, value: number): string {
    double[0] = value + 0;
    return `${this.#prefix}v${sensorId.toString(36)}.${bits[0]!.toString(36)}`;
  }
}
