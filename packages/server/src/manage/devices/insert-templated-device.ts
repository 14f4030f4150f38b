import type { ContractName } from "@weir/protocol/contracts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { writeRetentionBySlug } from "../../control/retention/retention.ts";
import type { Template } from "../../control/templates/templates.ts";
import { oncePerKey } from "../../platform/once-per-key.ts";
import type { Changed } from "../core/commit-change.ts";
import { getTemplate } from "../core/find-template.ts";
import type { NewSensor } from "../core/insert-sensors.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import { chainIdsOf } from "../templates/chain-ids.ts";
import { type CreatedDevice, type DeviceToInsert, insertDevices } from "./insert-device.ts";
import { linkTo } from "./template-link.ts";

/** A template with what each of its devices needs, so that many devices are created without looking it up again. */
export interface ReadyTemplate {
  readonly template: Template;
  readonly chainIds: ReadonlyMap<string, number>;
}

/** What is given replaces what the template says. Tags, attributes and sensors are added to its own. */
interface TemplatedDevice extends Omit<DeviceToInsert, "contract" | "handling" | "sensors" | "template"> {
  readonly contract?: DeviceToInsert["contract"] | undefined;
  readonly handling?: DeviceToInsert["handling"] | undefined;
  readonly sensors?: readonly NewSensor[] | undefined;
  /** True by default. */
  readonly followsTemplate?: boolean | undefined;
  /** For a template that leaves the contract to the server. */
  readonly defaultContract: ContractName;
}

/** `selector` is the UUID or name of a template of the account. */
export async function readyTemplate(
  tx: ControlTransaction,
  accountId: number,
  selector: string,
): Promise<Result<ReadyTemplate>> {
  const found = await getTemplate(tx, accountId, selector);
  if (!found.ok) return found;
  const template = found.value;
  return succeed({ template, chainIds: await chainIdsOf(tx, accountId, template.definition) });
}

/**
 * Creates a device from a template, as part of a transaction of control data: with its sensors, settings, tags and attributes, and
 * the chain and retention of each sensor.
 */
export async function insertTemplatedDevice(
  control: Control,
  tx: ControlTransaction,
  ready: ReadyTemplate,
  { accountId, ...device }: TemplatedDevice & { readonly accountId: number },
): Promise<Result<Changed<CreatedDevice>>> {
  const [inserted] = await insertTemplatedDevices(control, tx, accountId, [{ ready, device }]);
  return inserted!;
}

/** A device, and the template that it is created from; null if there is none. */
interface DeviceOfTemplate {
  readonly ready: ReadyTemplate | null;
  readonly device: TemplatedDevice;
}

/** A device, and the UUID or name of its template. */
export interface AskedDevice {
  readonly template: string | null;
  readonly device: TemplatedDevice;
}

/** The same for many devices of one account, with or without a template. Each is inserted or refused by itself. */
export async function insertAskedDevices(
  control: Control,
  tx: ControlTransaction,
  accountId: number,
  asked: readonly AskedDevice[],
): Promise<Result<Changed<CreatedDevice>>[]> {
  const templateOf = oncePerKey((selector: string) => readyTemplate(tx, accountId, selector));
  const found: Result<DeviceOfTemplate>[] = [];
  for (const { template, device } of asked) {
    const ready = template === null ? succeed(null) : await templateOf(template);
    found.push(ready.ok ? succeed({ ready: ready.value, device }) : ready);
  }
  const devices = found.flatMap((one) => (one.ok ? [one.value] : []));
  const inserted = (await insertTemplatedDevices(control, tx, accountId, devices)).values();
  return found.map((one) => (one.ok ? inserted.next().value! : one));
}

/** All ways to create a device from a template end here. */
async function insertTemplatedDevices(
  control: Control,
  tx: ControlTransaction,
  accountId: number,
  devices: readonly DeviceOfTemplate[],
): Promise<Result<Changed<CreatedDevice>>[]> {
  const inserted = await insertDevices(control, tx, accountId, devices.map(fromTemplate));
  for (const [nth, one] of inserted.entries()) {
    const { ready, device } = devices[nth]!;
    if (one.ok && ready !== null)
      await writeRetentionBySlug(tx, one.value.value.id, takenSensors(ready, device));
  }
  return inserted;
}

function fromTemplate({ ready, device }: DeviceOfTemplate): DeviceToInsert {
  const { defaultContract, followsTemplate = true, sensors = [], ...given } = device;
  if (ready === null) {
    const { contract = defaultContract, handling = "strict" } = given;
    return { ...given, contract, handling, sensors };
  }
  const { template, chainIds } = ready;
  const { definition } = template;
  return {
    ...given,
    contract: given.contract ?? definition.contract ?? defaultContract,
    handling: given.handling ?? definition.handling,
    chain: given.chain ?? definition.chain ?? undefined,
    expectedIntervalS:
      given.expectedIntervalS === undefined ? definition.expected_interval_s : given.expectedIntervalS,
    silenceAlarm: given.silenceAlarm === undefined ? definition.silence_alarm : given.silenceAlarm,
    tags: [...new Set([...template.tags, ...(given.tags ?? [])])],
    attributes: { ...template.attributes, ...given.attributes },
    sensors: [
      ...takenSensors(ready, device).map(({ slug, name, type, unit, chain }) => ({
        slug,
        name,
        type: type ?? undefined,
        unit: unit ?? undefined,
        chainId: chain === null ? null : (chainIds.get(chain) ?? null),
      })),
      ...sensors,
    ],
    template: linkTo(template, followsTemplate),
  };
}

/** The sensors of the template that the device does not have itself. */
function takenSensors({ template }: ReadyTemplate, { sensors = [] }: TemplatedDevice) {
  const own = new Set(sensors.map(({ slug }) => slug));
  return template.definition.sensors.filter(({ slug }) => !own.has(slug));
}
