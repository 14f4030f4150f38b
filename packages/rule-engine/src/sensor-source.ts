/** What people have noted about a device, by name. */
export type DeviceAttributes = Readonly<Record<string, string | number | boolean>>;

/** The origin of a reading for expressions and messages. One object per sensor, created once and reused. */
export interface SensorSource {
  readonly sensorId: number;
  readonly deviceId: number;
  readonly accountId: number;
  readonly sensor: {
    readonly uuid: string;
    readonly slug: string;
    readonly name: string;
    /** "" if it is not set, like `unit`. */
    readonly type: string;
    readonly unit: string;
  };
  readonly device: {
    readonly uuid: string;
    readonly name: string;
    /** "" if the device is in no group. */
    readonly group: string;
    readonly tags: readonly string[];
    readonly attributes: DeviceAttributes;
  };
  readonly account: {
    readonly uuid: string;
    readonly name: string;
  };
}
