import { parseArgs } from "node:util";
import type { Scenario } from "./scenarios/scenario.ts";

interface Options {
  readonly scenarios: readonly Scenario[];
  readonly seconds: number;
  readonly rounds: number;
  readonly memorySeconds: number;
  readonly starts: number;
}

type ParsedOptions = { ok: true; options: Options } | { ok: false; message: string };

const numbers = {
  seconds: { default: 8, help: "length of one measured run" },
  rounds: { default: 3, help: "how often each system is measured in a scenario" },
  "memory-seconds": { default: 60, help: "length of each of the two loads of the memory scenario" },
  starts: { default: 5, help: "how often each kind of start is measured" },
} as const;

export function parseOptions(args: string[], scenarios: readonly Scenario[]): ParsedOptions {
  const text = { type: "string" } as const;
  try {
    const { values } = parseArgs({
      args,
      options: {
        only: text,
        seconds: text,
        rounds: text,
        "memory-seconds": text,
        starts: text,
        help: { type: "boolean" },
      },
    });
    if (values.help) return { ok: false, message: usage(scenarios) };
    const options: Options = {
      scenarios: chosen(values.only, scenarios),
      seconds: positive("seconds", values.seconds),
      rounds: positive("rounds", values.rounds),
      memorySeconds: positive("memory-seconds", values["memory-seconds"]),
      starts: positive("starts", values.starts),
    };
    return { ok: true, options };
  } catch (error) {
    return { ok: false, message: `${(error as Error).message}\n\n${usage(scenarios)}` };
  }
}

function chosen(only: string | undefined, scenarios: readonly Scenario[]): readonly Scenario[] {
  if (only === undefined) return scenarios;
  return only.split(",").map((name) => {
    const scenario = scenarios.find((one) => one.name === name);
    if (scenario === undefined) throw new Error(`There is no scenario "${name}".`);
    return scenario;
  });
}

function positive(name: keyof typeof numbers, text: string | undefined): number {
  if (text === undefined) return numbers[name].default;
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${name} takes a whole number from 1, not "${text}".`);
  return Number(text);
}

function usage(scenarios: readonly Scenario[]): string {
  const options = Object.entries(numbers).map(
    ([name, { default: value, help }]) => `  ${`--${name} <n>`.padEnd(22)}${help} (${value})`,
  );
  return [
    "Usage: npm run bench -- [options]",
    "",
    "Measures Weir beside InfluxDB and VictoriaMetrics, on this machine and in one run, and prints ratios.",
    "",
    `  ${"--only <names>".padEnd(22)}scenarios to run, separated by commas (all of them)`,
    ...options,
    "",
    "Scenarios:",
    ...scenarios.map(({ name, about }) => `  ${name.padEnd(15)}${about}`),
  ].join("\n");
}
