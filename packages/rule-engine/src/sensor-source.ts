/** Where a reading comes from, as expressions and messages see it. One object per sensor, made once and reused. */
export interface SensorSource {
  readonly sensorId: number;
  readonly deviceId: number;
  readonly accountId: number;
  readonly sensor: {
    readonly uuid: string;
    readonly slug: string;
    readonly name: string;
    /** "" where it is not set, as is `unit`. */
    readonly type: string;
    readonly unit: string;
  };
  readonly device: {
    readonly uuid: string;
    readonly name: string;
    /** "" where the device is in no group. */
    readonly group: string;
  };
  readonly account: {
    readonly uuid: string;
    readonly name: string;
  };
}
