import type { DeviceAttributes } from "../sensor-source.ts";

/**
 * What an expression sees of one reading. The caller fills and reuses one object; an expression reads only the fields that its
 * text names, and changes none.
 */
export interface ExpressionInput {
  value: number;
  atUs: number;
  /** The sensor's previous reading; meaningless unless `hasPrevious`. */
  previousValue: number;
  previousAtUs: number;
  hasPrevious: boolean;
  source: ExpressionSource;
  /** Parsed JSON of at most 4 KiB of text. */
  metadata: Readonly<Record<string, unknown>>;
  batteryVolts: number | null;
}

/** The origin of a reading, built once per sensor. Fields that are not set are "". */
interface ExpressionSource {
  readonly sensor: {
    readonly uuid: string;
    readonly slug: string;
    readonly name: string;
    readonly type: string;
    readonly unit: string;
  };
  readonly device: {
    readonly uuid: string;
    readonly name: string;
    readonly group: string;
    readonly tags: readonly string[];
    readonly attributes: DeviceAttributes;
  };
  readonly account: { readonly uuid: string; readonly name: string };
}
