import type { ChainLogLevel } from "@weir/protocol/closed-sets";
import { fail, type Result, succeed } from "@weir/protocol/result";
import type { ChainDefinition } from "./chain.ts";
import type { Alarm, ChainHost, OutputCounter, SensorStates } from "./chain-host.ts";
import type { ChainReading } from "./chain-reading.ts";
import { compileChain } from "./compile-chain.ts";
import { handoversMax, tooManyHandovers } from "./handovers.ts";
import { MemoryStates } from "./memory-states.ts";
import type { ChainMessage } from "./message.ts";
import type { Step } from "./node-type.ts";
import type { OnNode } from "./read-nodes.ts";
import { readingMeter } from "./reading-meter.ts";
import { TraceRecorder, type TraceStep } from "./trace-recorder.ts";

/** What a chain would have done to a reading. */
export interface RehearsedReading {
  readonly outcome: RehearsedOutcome;
  readonly effects: readonly RehearsedEffect[];
  /** The way through the requested chain; other chains it led to are not shown. */
  readonly steps: readonly TraceStep[];
}

export type RehearsedOutcome =
  | { readonly kind: "saved" }
  | { readonly kind: "ended"; readonly nodeId: string; readonly output: string }
  | { readonly kind: "dead"; readonly nodeId: string; readonly reason: string };

export type RehearsedEffect =
  | { readonly kind: "save"; readonly sensorId: number; readonly value: number; readonly metadata: string }
  | { readonly kind: "alarm raised"; readonly nodeId: string; readonly alarm: Alarm }
  | { readonly kind: "alarm cleared"; readonly name: string }
  | { readonly kind: "message"; readonly nodeId: string; readonly message: ChainMessage }
  | { readonly kind: "log"; readonly nodeId: string; readonly level: ChainLogLevel; readonly text: string }
  | { readonly kind: "failure"; readonly nodeId: string; readonly reason: string };

/** What a rehearsal needs to know about the chain's surroundings. */
export interface Surroundings {
  /** Returns the id of a sensor of the device by its slug. */
  sensorId(slug: string): number | undefined;
  /** Returns another chain of the account, as published. */
  chain(uuid: string): ChainDefinition | undefined;
  /** Called with each node before it is compiled and before a reading enters it, including those of other chains. */
  readonly onNode?: OnNode | undefined;
}

/**
 * Runs readings through a chain without touching anything: its effects are only recorded. State starts empty and continues from
 * reading to reading, as in the processor.
 */
export class Rehearsal {
  readonly #surroundings: Surroundings;
  readonly #states = new MemoryStates();
  readonly #activeAlarms = new Set<string>();
  readonly #others = new Map<string, Step | string>();
  readonly #trace = new TraceRecorder();
  #run: Step = () => undefined;
  #effects: RehearsedEffect[] = [];
  #isSaved = false;
  #dead: { nodeId: string; reason: string } | null = null;
  #end: { nodeId: string; output: string } = { nodeId: "input", output: "out" };
  #handovers = 0;

  private constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  static of(definition: ChainDefinition, surroundings: Surroundings): Result<Rehearsal, string> {
    const rehearsal = new Rehearsal(surroundings);
    const { onNode } = surroundings;
    const host = rehearsal.#host("", rehearsal.#trace);
    const compiled = compileChain(definition, host, { wasChecked: false, onNode });
    if (!compiled.ok) return fail(compiled.problem);
    rehearsal.#run = compiled.run;
    return succeed(rehearsal);
  }

  run(reading: ChainReading): RehearsedReading {
    this.#effects = [];
    this.#isSaved = false;
    this.#dead = null;
    this.#handovers = 0;
    this.#trace.begin();
    const usedUp = readingMeter.run(this.#run, { ...reading });
    if (usedUp !== null) this.#dead = { nodeId: usedUp.place.nodeId, reason: usedUp.reason };
    return { outcome: this.#outcome(), effects: this.#effects, steps: this.#trace.steps };
  }

  #outcome(): RehearsedOutcome {
    if (this.#dead !== null) return { kind: "dead", ...this.#dead };
    return this.#isSaved ? { kind: "saved" } : { kind: "ended", ...this.#end };
  }

  /** `prefix` keeps the states of other chains' nodes separate. */
  #host(prefix: string, observer: TraceRecorder | null): ChainHost {
    return {
      observer,
      save: ({ value, metadata }, sensorId) => {
        this.#isSaved = true;
        this.#effects.push({ kind: "save", sensorId, value, metadata });
      },
      sensorOf: (_reading, slug) => this.#surroundings.sensorId(slug),
      raiseAlarm: ({ source }, nodeId, alarm) => {
        const key = `${source.sensorId} ${alarm.name}`;
        if (this.#activeAlarms.has(key)) return false;
        this.#activeAlarms.add(key);
        this.#effects.push({ kind: "alarm raised", nodeId, alarm });
        return true;
      },
      clearAlarm: ({ source }, name) => {
        if (!this.#activeAlarms.delete(`${source.sensorId} ${name}`)) return false;
        this.#effects.push({ kind: "alarm cleared", name });
        return true;
      },
      send: (_reading, nodeId, message) => {
        this.#effects.push({ kind: "message", nodeId, message });
        return null;
      },
      log: (_reading, nodeId, level, text) => {
        this.#effects.push({ kind: "log", nodeId, level, text });
      },
      enterChain: (reading, chainUuid) => this.#enter(reading, chainUuid),
      failed: (_reading, nodeId, reason) => {
        this.#effects.push({ kind: "failure", nodeId, reason });
      },
      deadLetter: (_reading, nodeId, reason) => {
        this.#dead = { nodeId, reason };
      },
      ended: (counter) => {
        const { nodeId, output } = counter as NamedCounter;
        this.#end = { nodeId, output };
      },
      counter: (nodeId, output): NamedCounter => ({ nodeId, output, readings: 0, ended: 0 }),
      states: (nodeId, size): SensorStates => this.#states.of(prefix + nodeId, size),
    };
  }

  #enter(reading: ChainReading, uuid: string): string | null {
    const step = this.#others.get(uuid) ?? this.#compileOther(uuid);
    this.#others.set(uuid, step);
    if (typeof step === "string") return step;
    if (this.#handovers === handoversMax) return tooManyHandovers;
    this.#handovers++;
    step(reading);
    return null;
  }

  #compileOther(uuid: string): Step | string {
    const definition = this.#surroundings.chain(uuid);
    if (definition === undefined) return `There is no chain ${uuid}.`;
    const { onNode } = this.#surroundings;
    const compiled = compileChain(definition, this.#host(`${uuid} `, null), { wasChecked: false, onNode });
    return compiled.ok ? compiled.run : compiled.problem;
  }
}

interface NamedCounter extends OutputCounter {
  readonly nodeId: string;
  readonly output: string;
}
