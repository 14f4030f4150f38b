import type { ContractName } from "@weir/protocol/contracts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { writeRetentionBySlug } from "../../control/retention/retention.ts";
import type { Template } from "../../control/templates/templates.ts";
import type { Changed } from "../core/commit-change.ts";
import { getTemplate } from "../core/find-template.ts";
import type { NewSensor } from "../core/insert-sensors.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import { chainIdsOf } from "../templates/chain-ids.ts";
import { type CreatedDevice, insertDevice, type NewDevice } from "./insert-device.ts";
import { linkTo } from "./template-link.ts";

/** A template with what each of its devices needs, so that many devices are created without looking it up again. */
export interface ReadyTemplate {
  readonly template: Template;
  readonly chainIds: ReadonlyMap<string, number>;
}

/** What is given replaces what the template says. Tags, attributes and sensors are added to its own. */
export interface TemplatedDevice extends Omit<NewDevice, "contract" | "handling" | "sensors" | "template"> {
  readonly contract?: NewDevice["contract"] | undefined;
  readonly handling?: NewDevice["handling"] | undefined;
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
 * the chain and retention of each sensor. All ways to create a device from a template end here.
 */
export async function insertTemplatedDevice(
  control: Control,
  tx: ControlTransaction,
  { template, chainIds }: ReadyTemplate,
  { defaultContract, followsTemplate = true, ...given }: TemplatedDevice,
): Promise<Result<Changed<CreatedDevice>>> {
  const { definition } = template;
  const own = given.sensors ?? [];
  const ownSlugs = new Set(own.map(({ slug }) => slug));
  const taken = definition.sensors.filter(({ slug }) => !ownSlugs.has(slug));
  const created = await insertDevice(control, tx, {
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
      ...taken.map(({ slug, name, type, unit, chain }) => ({
        slug,
        name,
        type: type ?? undefined,
        unit: unit ?? undefined,
        chainId: chain === null ? null : (chainIds.get(chain) ?? null),
      })),
      ...own,
    ],
    template: linkTo(template, followsTemplate),
  });
  if (!created.ok) return created;
  const [change] = created.value.changes;
  if (change?.kind === "device") await writeRetentionBySlug(tx, change.deviceId, taken);
  return created;
}
