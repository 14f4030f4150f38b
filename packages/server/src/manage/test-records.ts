import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { FoundChain } from "../control/chains/chain-records.ts";
import { RuleCheck } from "../process/alerts/rule-check.ts";
import { answerRequest } from "../process/answer-request.ts";
import { ChainDirectory } from "../process/chains/chain-directory.ts";
import { Processor } from "../process/processor.ts";
import type { AnswerTo, ProcessorRequest } from "../process/processor-request.ts";
import { TestProcessing } from "../process/test-processing.ts";
import { ControlMemory } from "../roles/process/control-memory.ts";
import { type ChainQueries, chainQueries } from "../store/chain-queries.ts";
import { SqliteStoreReader } from "../store/engine/sqlite/sqlite-store-reader.ts";
import { type OutboxQueries, outboxQueries } from "../store/outbox/queries.ts";
import { assignChain } from "./chains/chain-assignment.ts";
import { makePublishedChain } from "./chains/test-chains.ts";
import type { ChainControl } from "./chains/work/chain-control.ts";
import { getDevice } from "./core/find-device.ts";
import { createDevice } from "./devices/devices.ts";
import { makeAccount, newDevice, openTestControl, unwrap } from "./test-control.ts";

/** A device in its own account, whose readings go through its own chain. */
export interface Tenant {
  readonly accountId: number;
  readonly chain: FoundChain;
  readonly deviceId: number;
  readonly deviceUuid: string;
  readonly sensorId: number;
  readonly sensorUuid: string;
}

/**
 * For tests: control data and a real processor in the same folder, which runs readings through the published chains
 * between the calls of the test.
 */
export class TestRecords implements AsyncDisposable {
  readonly control: ChainControl;
  readonly queries: ChainQueries;
  readonly outbox: OutboxQueries;
  readonly scene: TestProcessing;
  /** The requests to the processor, in order. */
  readonly asked: ProcessorRequest[] = [];
  readonly #reader: SqliteStoreReader;
  readonly #memory: ControlMemory;
  readonly #chains: ChainDirectory;
  readonly #processor: Processor;
  readonly #parts: ReturnType<TestProcessing["parts"]>;

  /** In a new folder, or in one that has control data already. */
  constructor(folder?: string) {
    const { control, dataDir } = openTestControl(folder);
    this.control = control;
    this.scene = new TestProcessing(dataDir);
    this.#reader = new SqliteStoreReader(dataDir);
    this.queries = chainQueries(this.#reader);
    this.outbox = outboxQueries(this.#reader);
    this.#memory = new ControlMemory(control);
    this.#chains = new ChainDirectory(this.#memory);
    this.scene.chains = this.#chains;
    this.#parts = this.scene.parts();
    this.#processor = new Processor(this.#parts);
  }

  async addTenant(name: string, definition: ChainDefinition): Promise<Tenant> {
    const account = await makeAccount(this.control, name);
    const chain = await makePublishedChain(this.control, account.id, "Own", definition);
    const created = unwrap(await createDevice(this.control, newDevice(account.id)));
    unwrap(await assignChain(this.control, chain.uuid, { kind: "device", device: created.uuid }));
    const device = unwrap(await getDevice(this.control, created.uuid));
    const sensor = device.sensors[0]!;
    return {
      accountId: account.id,
      chain,
      deviceId: device.id,
      deviceUuid: device.uuid,
      sensorId: sensor.id,
      sensorUuid: sensor.uuid,
    };
  }

  /** Processes readings of a sensor with the current control data. */
  async process(sensorId: number, ...values: number[]): Promise<void> {
    await this.#memory.refresh(null);
    this.#chains.reload();
    const atUs = this.scene.nowMs * 1000;
    const readings = values.map((value, index) => ({ sensorId, value, atUs: atUs + index }));
    this.scene.append({ readings });
    // Counts are written about every second.
    this.scene.nowMs += 2000;
    while ((await this.#processor.settleNext()) > 0);
  }

  /** Does what alert rules need after a change of control data. */
  async checkRules(): Promise<void> {
    await this.#memory.refresh(null);
    this.#chains.reload();
    const check = new RuleCheck({
      processor: this.#processor,
      chains: this.#chains,
      turns: this.#processor.turns,
      host: this.#parts,
      queries: this.scene.ownerQueries,
      deletedRules: (ruleIds) => this.#memory.deletedRules(ruleIds),
    });
    await check.check();
  }

  /** Passes answers on as the server does, through a copy, as between processes. */
  readonly ask = async <Request extends ProcessorRequest>(request: Request): Promise<AnswerTo<Request>> => {
    this.asked.push(request);
    await this.#memory.refresh(null);
    this.#chains.reload();
    const answer = await answerRequest(request, {
      ...this.scene.requestParts(this.#processor, this.#parts),
      deviceUuid: (deviceId) => this.#memory.deviceUuid(deviceId),
    });
    return JSON.parse(JSON.stringify(answer)) as AnswerTo<Request>;
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader.close();
    this.scene[Symbol.dispose]();
  }
}
