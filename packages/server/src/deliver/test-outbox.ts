import type { Database } from "bun:sqlite";
import { join } from "node:path";
import type { OutboxMessage } from "@weir/rule-engine/message";
import { ManualClock } from "../../../../tests/harness/manual-clock.ts";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import { waitUntil } from "../../../../tests/harness/wait-until.ts";
import type { Log, LogFacts } from "../platform/log.ts";
import { migrate, openDatabase } from "../platform/sqlite/open-database.ts";
import { SqliteStoreReader } from "../store/engine/sqlite/sqlite-store-reader.ts";
import { SqliteStoreWriter } from "../store/engine/sqlite/sqlite-store-writer.ts";
import { storeFile, storeMigrations } from "../store/engine/sqlite/store-schema.ts";
import { translateFaults } from "../store/engine/sqlite/translate-faults.ts";
import { type ChannelHours, channelHours } from "../store/outbox/channel-hours.ts";
import { type HeldMessages, heldMessages } from "../store/outbox/held-messages.ts";
import { type MailCounts, mailCounts } from "../store/outbox/mail-counts.ts";
import type { Outbox } from "../store/outbox/outbox.ts";
import type { OutboxEntry } from "../store/outbox/outbox-entry.ts";
import { sqliteOutbox } from "../store/outbox/outbox-sqlite.ts";
import { type OutboxQueries, outboxQueries } from "../store/outbox/queries.ts";
import type { OutboxRecord } from "../store/outbox/record.ts";
import { SqliteMessageWriter } from "../store/outbox/writer-sqlite.ts";
import { Deliverer, type DelivererParts } from "./deliverer.ts";
import { type Delivery, delivered, type Sender, type Senders, type SendOutcome } from "./sender.ts";
import { mailTo } from "./test-delivery.ts";

/** For tests: a delivery that was begun and ends when the test says so. */
export interface Begun {
  readonly key: string;
  readonly delivery: Delivery<OutboxMessage>;
  end(outcome?: SendOutcome): void;
}

/** For tests: records what is sent. Without a scripted outcome a delivery hangs until the test ends it. */
export class ScriptedSender implements Sender<OutboxMessage> {
  readonly begun: Begun[] = [];
  outcome: ((delivery: Delivery<OutboxMessage>) => SendOutcome | Promise<SendOutcome> | null) | null = null;

  send(delivery: Delivery<OutboxMessage>): Promise<SendOutcome> {
    const { promise, resolve } = Promise.withResolvers<SendOutcome>();
    this.begun.push({ key: delivery.key, delivery, end: (outcome = delivered) => resolve(outcome) });
    const decided = this.outcome?.(delivery) ?? null;
    if (decided !== null) resolve(decided);
    return promise;
  }

  get keys(): string[] {
    return this.begun.map(({ key }) => key);
  }
}

/** For tests: an outbox on a real file, and a deliverer for it whose clock stands still. */
export class TestOutbox implements AsyncDisposable {
  readonly dataDir: string;
  readonly clock = new ManualClock("2026-06-01T12:00:00Z");
  readonly sender = new ScriptedSender();
  readonly db: Database;
  readonly store: Outbox;
  readonly held: HeldMessages;
  readonly mailCounts: MailCounts;
  readonly channelHours: ChannelHours;
  readonly queries: OutboxQueries;
  readonly logged: { readonly message: string; readonly facts: LogFacts }[] = [];
  readonly #folder = tempFolder();
  readonly #writer: SqliteMessageWriter;
  readonly #running: Deliverer[] = [];
  #lastKey = 0;

  constructor() {
    this.dataDir = this.#folder.path;
    this.db = translateFaults(openDatabase(join(this.dataDir, storeFile), { synchronous: "normal" }));
    migrate(this.db, storeFile, storeMigrations);
    this.store = sqliteOutbox(this.db);
    this.#writer = new SqliteMessageWriter(this.db);
    this.held = heldMessages(new SqliteStoreWriter(this.db));
    this.mailCounts = mailCounts(new SqliteStoreWriter(this.db));
    this.channelHours = channelHours(new SqliteStoreWriter(this.db));
    this.queries = outboxQueries(new SqliteStoreReader(this.dataDir));
  }

  get log(): Log {
    const note = (message: string, facts: LogFacts = {}): void => void this.logged.push({ message, facts });
    return { debug: note, info: note, warn: note, error: note };
  }

  /** Starts to deliver present and future rows. */
  deliver(parts: Partial<DelivererParts> = {}): Deliverer {
    const { sender } = this;
    const senders: Senders = { webhook: sender, mail: sender, mqtt: sender, notification: sender };
    const deliverer = new Deliverer({
      store: this.store,
      senders,
      secretOf: async () => null,
      tenantOf: async (accountId) => accountId,
      clock: this.clock,
      log: this.log,
      triesMax: 12,
      random: () => 1,
      graceMs: 0,
      ...parts,
    });
    this.#running.push(deliverer);
    void deliverer.run();
    return deliverer;
  }

  add(fields: Partial<OutboxEntry> = {}): string {
    const key = `key-${++this.#lastKey}`;
    this.#writer.add({
      key,
      accountId: 1,
      sensorId: 1,
      chainId: 1,
      nodeId: "node",
      destination: "mail",
      message: mailTo("a@example.org"),
      nowMs: this.clock.nowMs(),
      ...fields,
    });
    return fields.key ?? key;
  }

  addMany(count: number, fields: (index: number) => Partial<OutboxEntry>): string[] {
    return Array.from({ length: count }, (_, index) => this.add(fields(index)));
  }

  async record(key: string): Promise<OutboxRecord> {
    return (await this.queries.list({ limit: 1000 })).find((record) => record.key === key)!;
  }

  async settles(key: string): Promise<OutboxRecord> {
    await waitUntil(`${key} is settled`, async () => (await this.record(key)).state !== "waiting");
    return this.record(key);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { end } of this.sender.begun) end();
    for (const deliverer of this.#running) await deliverer.stop();
    await this.queries.close();
    this.db.close();
    this.#folder[Symbol.dispose]();
  }
}

/** Lets everything happen that needs no more time than the clock shows: promises, immediates, timers of no length. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
}
