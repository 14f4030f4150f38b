import type { SensorStates } from "./chain-host.ts";
import type { ChainReading } from "./chain-reading.ts";
import type { Expression } from "./expression/expression.ts";
import type { ExpressionInput } from "./expression/expression-input.ts";
import type { NodePlace } from "./node-place.ts";
import type { NodeWiring } from "./node-type.ts";
import { metadataOf } from "./reading-metadata.ts";
import { readingMeter } from "./reading-meter.ts";

/** The state of a sensor, if an expression uses the previous reading. */
const isSeen = 0;
const previousValue = 1;
const previousAtUs = 2;
const slots = 3;

/** The cost of a node with expressions, besides these. */
const visitSteps = 5;

const noMetadata = {};

/**
 * Provides readings to the expressions of one node. One object is filled for each reading, only with the fields that the
 * expressions use. Previous is the sensor's last reading that reached this node.
 */
export class ReadingInput {
  readonly #states: SensorStates | null;
  readonly #usesMetadata: boolean;
  readonly #place: NodePlace;
  #input: ExpressionInput | null = null;

  constructor(expressions: readonly Expression[], wiring: NodeWiring) {
    this.#place = wiring.place;
    this.#usesMetadata = expressions.some(({ usesMetadata }) => usesMetadata);
    const usesPrevious = expressions.some((expression) => expression.usesPrevious);
    this.#states = usesPrevious ? wiring.states(slots) : null;
  }

  /** Call once per reading: it also makes this reading the previous one of the next. */
  of(reading: ChainReading): ExpressionInput {
    readingMeter.enter(this.#place, visitSteps);
    const { value, atUs, source, batteryVolts } = reading;
    this.#input ??= {
      value,
      atUs,
      source,
      batteryVolts,
      metadata: noMetadata,
      previousValue: 0,
      previousAtUs: 0,
      hasPrevious: false,
    };
    const input = this.#input;
    input.value = value;
    input.atUs = atUs;
    input.source = source;
    input.batteryVolts = batteryVolts;
    if (this.#usesMetadata) input.metadata = metadataOf(reading);
    if (this.#states !== null) {
      const state = this.#states.of(source.sensorId);
      input.hasPrevious = state[isSeen] === 1;
      input.previousValue = state[previousValue]!;
      input.previousAtUs = state[previousAtUs]!;
      state[isSeen] = 1;
      state[previousValue] = value;
      state[previousAtUs] = atUs;
    }
    return input;
  }
}
