import type { OutputCounter } from "@weir/rule-engine/chain-host";
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import type { PublishedChain } from "./chain-directory.ts";
import type { FromDeadLetter, FromQueue, ReadingOrigin } from "./reading-origin.ts";

/** Of a message's key: milliseconds up to the year 5188 in base 36, and 138 bits of a hash. */
const timeChars = 9;
const hashChars = 23;

/** One reading's passage through its chain: how it fared, and what tells it from every other. Reused. */
export class ReadingRun {
  isSaved = false;
  isDead = false;
  end: OutputCounter | null = null;
  /** Where it died, if it did, and of what: the chain and, unless that cannot run at all, the node. */
  diedIn: PublishedChain | null = null;
  diedAt: string | null = null;
  diedOf = "";
  /** Whether that was for taking more than a reading may take. */
  isTooExpensive = false;
  /** And the dead letter that it became. */
  letterId = 0;
  /** How often it was handed on to another chain. */
  handovers = 0;
  /** As it entered the chain, for the dead letters. */
  enteredValue = 0;
  enteredMetadata = "";
  /** There is one origin of each kind, which is reused too. */
  readonly #queued: Writable<FromQueue> = { kind: "queue", sequence: 0, ordinal: 0 };
  readonly #replayed: Writable<FromDeadLetter> = { kind: "dead letter", letterId: 0 };
  /** Which reading it is: the same each time it is processed. */
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

  begin(value: number, metadata: string): void {
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
   * The key of the next message this reading causes. The store may forget a batch in a power cut and process it again;
   * then the same reading gives the same key, by which receivers tell a repeat.
   *
   * It begins with the time at which the reading was received, so keys of a batch stand together in the outbox's index. With
   * keys in no order, each message changes another page of the index, which took half of the time of writing it.
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

/** Part of every key, hence as it always was. */
function wordsFor(origin: ReadingOrigin): string {
  switch (origin.kind) {
    case "queue":
      return `${origin.sequence} ${origin.ordinal}`;
    case "dead letter":
      return `-${origin.letterId} 0`;
  }
}
