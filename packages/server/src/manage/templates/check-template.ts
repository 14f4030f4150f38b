import type { Control, ControlTransaction } from "../../control/control.ts";
import { noNotes, notesOf } from "../../control/devices/device-notes.ts";
import type { TemplateDefinition, TemplateSensor } from "../../control/templates/template-definition.ts";
import { findTemplate, type TemplateFields } from "../../control/templates/templates.ts";
import { checkNotes } from "../core/device-notes-patch.ts";
import { checkNewSensors, checkSensorDetails } from "../core/insert-sensors.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { refuseText, validateName } from "../core/validate-text.ts";
import { findNamed, type TemplateReference } from "./template-references.ts";

/** A sensor as people write it. The name is the slug by default. */
interface WantedSensor extends Omit<TemplateSensor, "name" | "type" | "unit"> {
  readonly name?: string | undefined;
  readonly type?: string | null | undefined;
  readonly unit?: string | null | undefined;
}

/** A template as people write it: with a board and chains by UUID or name. */
export interface WantedTemplate
  extends Pick<TemplateFields, "name" | "description" | "tags" | "attributes">,
    Omit<TemplateDefinition, "sensors"> {
  readonly board: string | null;
  readonly sensors: readonly WantedSensor[];
  readonly references?: readonly TemplateReference[] | undefined;
}

const descriptionMaxLength = 2000;

/** The fields of a template, checked. `ownId` is its id if it exists already. */
export async function checkTemplate(
  control: Control,
  tx: ControlTransaction,
  { accountId, ownId }: { readonly accountId: number; readonly ownId: number | null },
  wanted: WantedTemplate,
): Promise<Result<TemplateFields>> {
  const name = validateName("A template's name", wanted.name);
  if (!name.ok) return name;
  const refused = refuseText("A template's description", wanted.description, descriptionMaxLength);
  if (refused) return refused;
  const namesake = await findTemplate(tx, accountId, { name: name.value });
  if (namesake !== null && namesake.id !== ownId)
    return refuse("template_name_taken", `The account already has a template "${name.value}".`);
  const notes = checkNotes(noNotes, { tags: wanted.tags, attributes: wanted.attributes });
  if (!notes.ok) return notes;
  const { tags, attributes } = notesOf(notes.value);
  const named = await findNamed(control, tx, accountId, wanted);
  if (!named.ok) return named;
  const definition = checkDefinition(wanted, named.value.chains);
  if (!definition.ok) return definition;
  return succeed({
    name: name.value,
    description: wanted.description,
    tags,
    attributes,
    boardId: named.value.boardId,
    definition: definition.value,
  });
}

function checkDefinition(
  wanted: WantedTemplate,
  chains: ReadonlyMap<string, string>,
): Result<TemplateDefinition> {
  const refused = checkNewSensors(wanted.sensors.map(toNewSensor));
  if (refused) return refused;
  const chainOf = (selector: string | null) => (selector === null ? null : chains.get(selector)!);
  const { contract, handling, expected_interval_s, silence_alarm, judge_by_arrival } = wanted;
  return succeed({
    sensors: wanted.sensors.flatMap((sensor) => {
      const details = checkSensorDetails(toNewSensor(sensor));
      if (!details.ok) return [];
      const { slug, name, type, unit } = details.value;
      return [
        { slug, name, type, unit, chain: chainOf(sensor.chain), retention_days: sensor.retention_days },
      ];
    }),
    chain: chainOf(wanted.chain),
    contract,
    handling,
    expected_interval_s,
    silence_alarm,
    ...(judge_by_arrival ? { judge_by_arrival } : {}),
  });
}

function toNewSensor({ slug, name, type, unit }: WantedSensor) {
  return { slug, name, type: type ?? undefined, unit: unit ?? undefined };
}
