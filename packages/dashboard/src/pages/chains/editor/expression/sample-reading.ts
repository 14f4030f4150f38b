import type { ExpressionInput } from "@weir/rule-engine/expression/expression-input";
import { useSyncExternalStore } from "react";

/** The reading that expressions are shown the result for. */
export interface SampleReading {
  readonly value: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

let sample: SampleReading = { value: 21.5, metadata: {} };
const watchers = new Set<() => void>();

/** Takes this reading from now on, for example the one that was just stepped through. */
export function takeSample(reading: SampleReading): void {
  sample = reading;
  for (const act of watchers) act();
}

export function useSample(): SampleReading {
  return useSyncExternalStore(watch, () => sample);
}

function watch(act: () => void): () => void {
  watchers.add(act);
  return () => watchers.delete(act);
}

const minuteUs = 60e6;

/** What an expression sees of the sample: the reading a minute before it was the same, names are made up. */
export function sampleInput({ value, metadata }: SampleReading): ExpressionInput {
  const atUs = Date.now() * 1000;
  return {
    ...{ value, atUs, metadata },
    ...{ hasPrevious: true, previousValue: value, previousAtUs: atUs - minuteUs },
    source: {
      sensor: {
        uuid: "00000000-0000-4000-8000-000000000001",
        slug: "temperature",
        name: "Temperature",
        type: "temperature",
        unit: "°C",
      },
      device: { uuid: "00000000-0000-4000-8000-000000000002", name: "Device", group: "" },
      account: { uuid: "00000000-0000-4000-8000-000000000003", name: "Account" },
    },
    batteryVolts: 3.7,
  };
}
