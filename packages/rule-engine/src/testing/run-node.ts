import { unwrap } from "@weir/protocol/result";
import type { ChainDefinition } from "../chain.ts";
import { describeProblem } from "../chain-problem.ts";
import type { ChainReading } from "../chain-reading.ts";
import { loadExpressions } from "../load-expressions.ts";
import { Rehearsal, type RehearsedEffect } from "../rehearsal.ts";
import type { SensorSource } from "../sensor-source.ts";
import { validateChain } from "../validate-chain.ts";

await loadExpressions();

/** For the tests of nodes: one node after an input, run with readings as a table. */

export interface ReadingSample {
  readonly value: number;
  /** Seconds since 1970; by default one second after the previous sample. */
  readonly at?: number;
  /** Seconds from `at` to arrival. */
  readonly lateBy?: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The JSON text of the metadata, instead of `metadata`. */
  readonly metadataText?: string;
  readonly batteryVolts?: number;
  readonly sensorId?: number;
}

interface NodeResult {
  /** The output the reading left by. */
  readonly output: string;
  readonly value: number;
  readonly metadata: Record<string, unknown>;
  /** Its JSON text. */
  readonly metadataText: string;
  /** Why it failed, or null. */
  readonly reason: string | null;
  readonly effects: readonly RehearsedEffect[];
}

export const sampleStart = Date.UTC(2026, 0, 5, 12) / 1000;

export function sampleReading(sample: ReadingSample, at: number): ChainReading {
  const atUs = Math.round(at * 1e6);
  return {
    source: sampleSource(sample.sensorId ?? 7),
    atUs,
    value: sample.value,
    receivedUs: atUs + Math.round((sample.lateBy ?? 0) * 1e6),
    deviceSeconds: -1,
    deviceMicros: 0,
    metadata: sample.metadataText ?? (sample.metadata === undefined ? "" : JSON.stringify(sample.metadata)),
    batteryVolts: sample.batteryVolts ?? null,
  };
}

export function sampleSource(sensorId: number): SensorSource {
  return {
    sensorId,
    deviceId: 3,
    accountId: 1,
    sensor: {
      uuid: `00000000-0000-4000-8000-${String(sensorId).padStart(12, "0")}`,
      slug: "temperature",
      name: "Temperature",
      type: "temperature",
      unit: "°C",
    },
    device: {
      uuid: "00000000-0000-4000-9000-000000000003",
      name: "Boiler room",
      group: "Cellar",
      tags: [],
      attributes: { floor: 2, site: "a\nb" },
    },
    account: { uuid: "00000000-0000-4000-a000-000000000001", name: "Example" },
  };
}

/** Runs the samples one after another through one node of the type; throws if the configuration is refused. */
export function runNode(
  type: string,
  config: Readonly<Record<string, unknown>>,
  samples: readonly ReadingSample[],
): NodeResult[] {
  const made = unwrap(
    Rehearsal.of(chainOf(type, config), {
      sensorId: (slug) => (slug === "other" ? 8 : undefined),
      chain: () => undefined,
    }),
  );
  let at = sampleStart - 1;
  return samples.map((sample) => {
    at = sample.at ?? at + 1;
    const { steps, effects } = made.run(sampleReading(sample, at));
    const step = steps.find(({ nodeId }) => nodeId === "node")!;
    const failure = effects.find((effect) => effect.kind === "failure");
    const { value, metadata } = step.result!;
    return {
      output: step.output!,
      value,
      metadata: metadata === "" ? {} : (JSON.parse(metadata) as Record<string, unknown>),
      metadataText: metadata,
      reason: failure?.reason ?? null,
      effects,
    };
  });
}

/** Returns only the outputs, for filters and routes. */
export function outputsOfNode(
  type: string,
  config: Readonly<Record<string, unknown>>,
  samples: readonly ReadingSample[],
): string[] {
  return runNode(type, config, samples).map(({ output }) => output);
}

/** Returns only the values, for transforms. */
export function valuesOfNode(
  type: string,
  config: Readonly<Record<string, unknown>>,
  samples: readonly ReadingSample[],
): number[] {
  return runNode(type, config, samples).map(({ value }) => value);
}

/** Returns the problems of a configuration as people see them. */
export function problemsOfNode(type: string, config: Readonly<Record<string, unknown>>): string[] {
  return validateChain(chainOf(type, config))
    .filter(({ severity }) => severity === "error")
    .map(describeProblem);
}

function chainOf(type: string, config: Readonly<Record<string, unknown>>): ChainDefinition {
  const position = { x: 0, y: 0 };
  return {
    nodes: [
      { id: "input", type: "input", version: 1, name: "", config: {}, position },
      { id: "node", type, version: 1, name: "", config, position },
    ],
    wires: [{ from: "input", output: "out", to: "node" }],
  };
}
