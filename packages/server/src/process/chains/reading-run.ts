import type { OutputCounter } from "@weir/rule-engine/chain-host";
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import type { SensorAlerts } from "../alerts/armed-rule.ts";
import type { PublishedChain } from "./chain-directory.ts";
import type { FromDeadLetter, FromQueue, ReadingOrigin } from "./reading-origin.ts";

/** The parts of a message's key: milliseconds up to the year 5188 in base 36, and 138 bits of a hash. */
const timeChars = 9;
const hashChars = 23;

/** One reading's way through its chain: what became of it, and what identifies it. The object is reused. */
export class ReadingRun {
  isSaved = false;
  isDead = false;
  /** The alert rules of the reading's sensor. */
  alerts: SensorAlerts | null = null;
  end: OutputCounter | null = null;
  /** The chain in which the reading died, and the node and reason. The node is null if the chain could not run at all. */
  diedIn: PublishedChain | null = null;
  diedAt: string | null = null;
  diedOf = "";
  /** Whether the reading died because it used up its steps. */
  isTooExpensive = false;
  /** The id of its dead letter; null if the store took none. */
  letterId: number | null = null;
  /** How often it was handed on to another chain. */
  handovers = 0;
  /** The value with which the reading entered the chain, for dead letters. */
  enteredValue = 0;
  enteredMetadata = "";
  /** There is one origin object of each kind, which is reused too. */
  readonly #queued: Writable<FromQueue> = { kind: "queue", sequence: 0, ordinal: 0 };
  readonly #replayed: Writable<FromDeadLetter> = { kind: "dead letter", letterId: 0 };
  /** Identifies the reading. It is the same each time the reading is processed. */
  origin: ReadingOrigin = this.#queued;
  #sends = 0;

  fromQueue(sequence: number, ordinal: number): FromQueue {
    const queued = this.#queued;
    queued.sequence = sequence;
    queued.ordinal = ordinal;
    this.origin = queued;
    return queued;
  }

  fromDeadLetter(letterId: number): void {
    this.#replayed.letterId = letterId;
    this.origin = this.#replayed;
  }

  begin(value: number, metadata: string, alerts: SensorAlerts | null): void {
    this.alerts = alerts;
    this.isSaved = false;
    this.isDead = false;
    this.isTooExpensive = false;
    this.end = null;
    this.handovers = 0;
    this.enteredValue = value;
    this.enteredMetadata = metadata;
    this.#sends = 0;
  }

  /**
   * Returns the key of the next message that this reading causes. A power cut may take a batch, which is then processed
   * again; the same reading gives the same keys, so receivers recognise repeats.
   *
   * A key begins with the time at which the reading was received, so keys of a batch are neighbours in the outbox's
   * index. With keys in no order, each message would change another page of the index, which took half of the time of
   * writing it.
   */
  nextMessageKey({ receivedUs, source }: ChainReading, chainUuid: string, nodeId: string): string {
    this.#sends++;
    const identity = `${source.sensor.uuid} ${wordsFor(this.origin)} ${chainUuid} ${this.#sends} ${nodeId}`;
    const time = Math.floor(receivedUs / 1000)
      .toString(36)
      .padStart(timeChars, "0");
    return `msg_${time}${Bun.CryptoHasher.hash("sha256", identity, "base64url").slice(0, hashChars)}`;
  }
}

type Writable<Of> = { -readonly [Key in keyof Of]: Of[Key] };

/** Part of every key, so this must never change. */
function wordsFor(origin: ReadingOrigin): string {
  switch (origin.kind) {
    case "queue":
      return `${origin.sequence} ${origin.ordinal}`;
    case "dead letter":
      return `-${origin.letterId} 0`;
  }
}
