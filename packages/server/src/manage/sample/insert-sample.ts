import type { Audit } from "../../control/audit/audited-action.ts";
import type { ControlChange, ControlTransaction } from "../../control/control.ts";
import { insertSampleItems, type SampleItem, sampleItemsOf } from "../../control/sample/sample-items.ts";
import { insertSample, sampleOf } from "../../control/sample/samples.ts";
import { alertRules } from "../alerts/alert-rules.ts";
import { boards } from "../boards/boards.ts";
import { publishDraft } from "../chains/chain-publishing.ts";
import { type ExaminedDefinition, examine } from "../chains/chain-validation.ts";
import { insertChain } from "../chains/chains.ts";
import { learnPublishedChains } from "../chains/published-chains.ts";
import type { ChainControl } from "../chains/work/chain-control.ts";
import { savedCharts } from "../charts/saved-charts.ts";
import { type Changed, commitChange } from "../core/commit-change.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { addDeviceGroup } from "../devices/groups/device-groups.ts";
import { type CreatedDevice, insertDevice } from "../devices/insert-device.ts";
import { insertTemplatedDevice, type ReadyTemplate } from "../devices/insert-templated-device.ts";
import { sensorTypes } from "../sensors/sensor-types.ts";
import { addTemplate } from "../templates/templates.ts";
import { sampleBoard, sampleBoardName, sampleChart, sampleChartName } from "./sample-board.ts";
import { sampleChain, sampleChainName } from "./sample-chain.ts";
import { type SampleDevice, sampleIntervalS, tankType } from "./sample-device.ts";
import { sampleFleet, sampleGroup } from "./sample-fleet.ts";

const sampleTemplateName = "Freezer (sample)";
const seedsMax = 1_000_000;

/**
 * Creates everything of the sample except its readings, in one transaction. All of it counts toward the limits of the account.
 * The log has one entry for all of it.
 */
export async function createSample(control: ChainControl, accountId: number): Promise<Result<null>> {
  const examined = await examine(control, accountId, sampleChain);
  if (!examined.ok) return examined;
  await learnPublishedChains(control);
  return commitChange(control, async (tx) => {
    const refused = await refuseAnother(tx, accountId);
    return refused ?? new SampleInserter(control, tx, accountId).insert(examined.value);
  });
}

async function refuseAnother(tx: ControlTransaction, accountId: number) {
  const sample = await sampleOf(tx, accountId);
  if (sample?.state === "removing")
    return refuse("sample_data_loaded", "The sample data is still being removed. Try again in a moment.");
  const { createdAt } = await sampleItemsOf(tx, accountId);
  if (sample === null && createdAt === null) return null;
  return refuse("sample_data_loaded", "The account already has sample data. Remove it first.");
}

/** A part of the sample was refused, such as a device past the limit of the account. */
class RefusedPart extends Error {
  readonly refusal: Extract<Result<never>, { readonly ok: false }>;

  constructor(refusal: Extract<Result<never>, { readonly ok: false }>) {
    super(refusal.error.message);
    this.refusal = refusal;
  }
}

/** Collects what the parts of the sample change while it creates them. */
class SampleInserter {
  readonly #control: ChainControl;
  readonly #tx: ControlTransaction;
  readonly #accountId: number;
  readonly #items: SampleItem[] = [];
  readonly #changes: ControlChange[] = [];

  constructor(control: ChainControl, tx: ControlTransaction, accountId: number) {
    this.#control = control;
    this.#tx = tx;
    this.#accountId = accountId;
  }

  async insert(chain: ExaminedDefinition): Promise<Result<Changed<null>>> {
    try {
      return await this.#insertAll(chain);
    } catch (error) {
      if (error instanceof RefusedPart) return error.refusal;
      throw error;
    }
  }

  async #insertAll(examined: ExaminedDefinition): Promise<Result<Changed<null>>> {
    const accountId = this.#accountId;
    const nowUs = this.#control.nowUs();
    const seed = crypto.getRandomValues(new Uint32Array(1))[0]! % seedsMax;
    const fleet = sampleFleet({ seed, loadedMs: Math.floor(nowUs / 1000) });
    const chain = await this.#addChain(examined);
    await this.#addGroup();
    await this.#addType();
    const template = await this.#addTemplate(fleet.find(({ isTemplated }) => isTemplated)!);
    const created = new Map<string, CreatedDevice>();
    for (const device of fleet) created.set(device.part, await this.#addDevice(device, { chain, template }));
    await this.#addRules(created);
    await this.#addPages(created);
    await insertSample(this.#tx, { accountId, seed, nowUs });
    await insertSampleItems(this.#tx, accountId, this.#items, nowUs);
    const subject = { accountId, subjectKind: "sample data", subject: sampleGroup };
    const audit: Audit = [{ ...subject, action: "sample-data.load", after: { devices: fleet.length } }];
    // Announced as a change of the account, which wakes the process that loads the readings.
    const changes = [...this.#changes, { kind: "account", accountId } as const];
    return succeed({ value: null, audit, changes });
  }

  /** The value of a part that was created. What it changes is announced with the rest. */
  #take<T>(part: Result<Changed<T>>): T {
    if (!part.ok) throw new RefusedPart(part);
    this.#changes.push(...part.value.changes);
    return part.value.value;
  }

  /** Resolves to the UUID of the chain. */
  async #addChain(draft: ExaminedDefinition): Promise<string> {
    const [control, tx, accountId] = [this.#control, this.#tx, this.#accountId];
    const { definition } = draft;
    const inserted = await insertChain(control, tx, { accountId, name: sampleChainName, definition });
    if (!inserted.ok) throw new RefusedPart(inserted);
    const chain = inserted.value;
    this.#take(await publishDraft(control, tx, { chain, draft }));
    this.#items.push({ chain_id: chain.id });
    return chain.uuid;
  }

  async #addGroup(): Promise<void> {
    const expectation = { expectedIntervalS: sampleIntervalS, silenceAlarm: "off" } as const;
    const group = { accountId: this.#accountId, name: sampleGroup, ...expectation };
    const { id } = this.#take(await addDeviceGroup(this.#control, this.#tx, group));
    this.#items.push({ group_id: id });
  }

  async #addType(): Promise<void> {
    const wanted = { name: tankType, unit: "%", decimals: 0, min: 0, max: 100, states: null, icon: null };
    const { id } = this.#take(
      await sensorTypes.operations.add(this.#control, this.#tx, this.#editor, wanted),
    );
    this.#items.push({ type_id: id });
  }

  async #addTemplate({ sensors }: SampleDevice): Promise<ReadyTemplate> {
    const wanted = {
      name: sampleTemplateName,
      description: "A freezer with a door. The freezers of the sample follow it.",
      board: null,
      tags: [],
      attributes: {},
      chain: null,
      contract: null,
      handling: "strict",
      expected_interval_s: null,
      silence_alarm: null,
      judge_by_arrival: false,
      sensors: sensors.map(({ slug, name, type, unit }) => {
        return { slug, name, type, unit, chain: null, retention_days: "account" as const };
      }),
    } as const;
    const template = this.#take(await addTemplate(this.#control, this.#tx, this.#accountId, wanted));
    this.#items.push({ template_id: template.id });
    return { template, chainIds: new Map() };
  }

  async #addDevice(
    device: SampleDevice,
    { chain, template }: { readonly chain: string; readonly template: ReadyTemplate },
  ): Promise<CreatedDevice> {
    const [control, tx, accountId] = [this.#control, this.#tx, this.#accountId];
    const { name, notes, tags, attributes, location, sensors, intervalS, isTemplated } = device;
    const common = {
      accountId,
      name,
      notes,
      tags,
      attributes,
      location,
      group: sampleGroup,
      ...(device.isQuarantined ? { quarantine: true } : {}),
      ...(intervalS === sampleIntervalS ? {} : { expectedIntervalS: intervalS }),
      ...(device.isChained ? { chain } : {}),
    };
    // A wrong slug must not reject what is right.
    const handling = device.isQuarantined ? "lenient" : "strict";
    const inserted = isTemplated
      ? await insertTemplatedDevice(control, tx, template, { ...common, defaultContract: "queued" })
      : await insertDevice(control, tx, { ...common, sensors, contract: "queued", handling });
    const created = this.#take(inserted);
    if (!inserted.ok) throw new RefusedPart(inserted);
    for (const change of inserted.value.changes)
      if (change.kind === "device") this.#items.push({ device_id: change.deviceId, part: device.part });
    return created;
  }

  /** One ends with the template, and one with the sensor. */
  async #addRules(created: ReadonlyMap<string, CreatedDevice>): Promise<void> {
    const level = created.get("tank")!.sensors[0]!.uuid;
    const text = "{{device.name}} has {{value}} {{sensor.unit}}.";
    const rules = [
      {
        name: "Freezer too warm (sample)",
        severity: "critical",
        text,
        target: { kind: "template", template: sampleTemplateName, type: "temperature" },
        condition: { kind: "above", limit: -15, hysteresis: 1, for_readings: 1, for_seconds: 300 },
      },
      {
        name: "Tank almost empty (sample)",
        severity: "warning",
        text,
        target: { kind: "sensor", sensor: level },
        condition: { kind: "below", limit: 20, hysteresis: 5, for_readings: 2, for_seconds: 0 },
      },
    ] as const;
    for (const rule of rules)
      this.#take(await alertRules.operations.add(this.#control, this.#tx, this.#editor, rule));
  }

  async #addPages(created: ReadonlyMap<string, CreatedDevice>): Promise<void> {
    const [control, tx, editor] = [this.#control, this.#tx, this.#editor];
    const uuidOf = (part: string): string => created.get(part)!.uuid;
    const board = { name: sampleBoardName, definition: sampleBoard(uuidOf) };
    const chart = { name: sampleChartName, definition: sampleChart(uuidOf) };
    this.#items.push({ board_id: this.#take(await boards.operations.add(control, tx, editor, board)).id });
    this.#items.push({
      chart_id: this.#take(await savedCharts.operations.add(control, tx, editor, chart)).id,
    });
  }

  /** Whoever loads sample data may change all boards, charts and alert rules of the account. */
  get #editor() {
    return { accountId: this.#accountId, userId: null, role: "editor" } as const;
  }
}
