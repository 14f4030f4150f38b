import type { ExpressionInput } from "@weir/rule-engine/expression/expression-input";
import { SharedValue } from "../shared-value.ts";

export interface SampleReading {
  readonly value: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The reading for which expressions show their result, for example the one that was stepped through last. */
export const sampleReading = new SharedValue<SampleReading>({ value: 21.5, metadata: {} });

const minuteUs = 60e6;

/** What an expression sees of the sample. The previous reading was the same a minute before; names are made up. */
export function sampleInput({ value, metadata }: SampleReading): ExpressionInput {
  const atUs = Date.now() * 1000;
  return {
    value,
    atUs,
    metadata,
    hasPrevious: true,
    previousValue: value,
    previousAtUs: atUs - minuteUs,
    source: {
      sensor: {
        uuid: "00000000-0000-4000-8000-000000000001",
        slug: "temperature",
        name: "Temperature",
        type: "temperature",
        unit: "°C",
      },
      device: {
        uuid: "00000000-0000-4000-8000-000000000002",
        name: "Device",
        group: "",
        tags: [],
        attributes: {},
      },
      account: { uuid: "00000000-0000-4000-8000-000000000003", name: "Account" },
    },
    batteryVolts: 3.7,
  };
}
