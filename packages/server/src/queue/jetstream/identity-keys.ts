import { bucketSeconds } from "./identity-records.ts";

const double = new Float64Array(1);
const bits = new BigUint64Array(double.buffer);

/** The names under which identities are in Redis. */
export class IdentityKeys {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = `${prefix}:i:`;
  }

  /** The newest timestamp of a sensor, in microseconds. */
  newest(sensorId: number): string {
    return `${this.#prefix}n${sensorId.toString(36)}`;
  }

  /** The readings of a sensor around a time. */
  bucket(sensorId: number, seconds: number): string {
    return `${this.#prefix}b${sensorId.toString(36)}.${Math.floor(seconds / bucketSeconds).toString(36)}`;
  }

  /** A reading without a timestamp. */
  value(sensorId: number, value: number): string {
    double[0] = value + 0;
    return `${this.#prefix}v${sensorId.toString(36)}.${bits[0]!.toString(36)}`;
  }
}
