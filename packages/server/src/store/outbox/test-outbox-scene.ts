import { afterEach, beforeEach } from "bun:test";
import type { OutboxMessage } from "@weir/rule-engine/message";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { type OwnedStore, TestOwner } from "../test-owner.ts";
import type { OutboxEntry } from "./outbox-entry.ts";
import type { Claim, DueQuery, OutboxRow, OutboxStore } from "./outbox-store.ts";
import type { OutboxListQuery, OutboxQueries } from "./queries.ts";
import type { OutboxRecord } from "./record.ts";
import { claimOf } from "./test-claims.ts";

/** An adapter of the outbox. */
export interface OutboxAdapter {
  /** Each call opens the outbox as a new process would. Claims belong to `owner`. */
  open(
    dataDir: string,
    options: { readonly owner: string; readonly waitingMax: number },
  ): Promise<OutboxUnderTest>;
  openQueries(dataDir: string): Promise<OutboxQueries>;
}

export interface OutboxUnderTest extends OwnedStore {
  readonly outbox: OutboxStore;
}

export const waitingMax = 100;
const leaseMs = 50;
const everything: DueQuery = {
  max: 1000,
  perLaneMax: 1000,
  withoutDestinations: new Set(),
  withoutAccounts: new Set(),
};

export const webhook: OutboxMessage = {
  kind: "webhook",
  url: "https://a.example/",
  headers: { "X-A": '"' },
  body: '{"note":"ü ☂ 💧"}',
  secret: "s",
};
export const mail: OutboxMessage = { kind: "mail", to: ["a@example.org"], subject: "S\n", text: "" };
export const mqtt: OutboxMessage = {
  kind: "mqtt",
  url: "mqtt://a",
  topic: "t",
  payload: "\0",
  qos: 1,
  retain: true,
  username: null,
  passwordSecret: null,
};
export const destinationA = "https://a.example:443";
export const destinationB = "https://b.example:443";

export function outboxEntry(fields: Partial<OutboxEntry>): OutboxEntry {
  return {
    key: "key",
    accountId: 1,
    sensorId: 1,
    chainId: 1,
    nodeId: "node",
    destination: destinationA,
    message: { kind: "mail", to: ["a@example.org"], subject: "Subject", text: "Text" },
    nowMs: 0,
    ...fields,
  };
}

/** For tests: an outbox in its own folder, opened by the owner "one", with short ways to write and query it. */
export class OutboxScene {
  readonly #adapter: OutboxAdapter;
  readonly #folder = tempFolder();
  /** What each process has opened. */
  readonly #all: OutboxUnderTest[] = [];
  #opened!: OutboxUnderTest;
  #queries!: OutboxQueries;
  writer!: TestOwner;
  #lastKey = 0;

  constructor(adapter: OutboxAdapter) {
    this.#adapter = adapter;
  }

  get outbox(): OutboxStore {
    return this.#opened.outbox;
  }

  async open(): Promise<void> {
    this.#opened = await this.openAs("one");
    this.writer = await TestOwner.of(this.#opened);
    this.#queries = await this.#adapter.openQueries(this.#folder.path);
  }

  /** Opens the outbox once more, as another process would. The scene closes it. */
  async openAs(owner: string): Promise<OutboxUnderTest> {
    const opened = await this.#adapter.open(this.#folder.path, { owner, waitingMax });
    this.#all.push(opened);
    return opened;
  }

  /** Restarts the process that opened the outbox first. */
  async reopen(): Promise<void> {
    await this.#all.shift()!.close();
    this.#opened = await this.openAs("one");
  }

  async add(...messages: readonly Partial<OutboxEntry>[]): Promise<void> {
    const fields = messages.length === 0 ? [{}] : messages;
    await this.writer.commit({
      messages: fields.map((one) => outboxEntry({ key: `key-${++this.#lastKey}`, ...one })),
    });
  }

  rooms(accountIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.#opened.queries.outboxRoom(accountIds);
  }

  list(query: Partial<OutboxListQuery> = {}): Promise<OutboxRecord[]> {
    return this.#queries.list({ limit: 10, ...query });
  }

  find(id: number): Promise<OutboxRecord | null> {
    return this.#queries.find(id);
  }

  async record(id: number): Promise<OutboxRecord> {
    return (await this.find(id))!;
  }

  async due(nowMs: number, query: Partial<DueQuery> = {}): Promise<number[]> {
    return (await this.outbox.due(nowMs, { ...everything, ...query })).map(({ id }) => id);
  }

  claim(ids: readonly number[], nowMs: number, by = this.#opened): Promise<OutboxRow[]> {
    return by.outbox.claim(ids, { nowMs, untilMs: nowMs + leaseMs });
  }

  /** Claims a row, whoever had claimed it before. */
  claimed(id: number): Promise<Claim> {
    return claimOf(this.outbox, id);
  }

  async end(): Promise<void> {
    await this.#queries.close();
    for (const opened of this.#all) await opened.close();
    this.#folder[Symbol.dispose]();
  }
}

/** For tests: opens a scene before each test of the surrounding `describe`, and ends it after the test. */
export function eachOutboxScene(adapter: OutboxAdapter): () => OutboxScene {
  let scene: OutboxScene;
  beforeEach(async () => {
    scene = new OutboxScene(adapter);
    await scene.open();
  });
  afterEach(() => scene.end());
  return () => scene;
}
