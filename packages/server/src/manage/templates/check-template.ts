import { findBoard } from "../../control/boards/boards.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { noNotes, notesOf } from "../../control/devices/device-notes.ts";
import type { TemplateDefinition, TemplateSensor } from "../../control/templates/template-definition.ts";
import { findTemplate, type TemplateFields } from "../../control/templates/templates.ts";
import { findAssignableChain } from "../chains/chain-column.ts";
import { checkNotes } from "../devices/device-notes-patch.ts";
import { type Result, refuse, succeed } from "../manage-error.ts";
import { checkNewSensors, checkSensorDetails } from "../sensors/insert-sensors.ts";
import { refuseText, validateName } from "../validate-text.ts";

/** A sensor as people write it. The name is the slug by default. */
interface WantedSensor extends Omit<TemplateSensor, "name" | "type" | "unit"> {
  readonly name?: string | undefined;
  readonly type?: string | null | undefined;
  readonly unit?: string | null | undefined;
}

/** A template as people write it: with a board's UUID, and chains by UUID or name. */
export interface WantedTemplate
  extends Pick<TemplateFields, "name" | "description" | "tags" | "attributes">,
    Omit<TemplateDefinition, "sensors"> {
  readonly board: string | null;
  readonly sensors: readonly WantedSensor[];
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
  const board = await checkBoard(tx, accountId, wanted.board);
  if (!board.ok) return board;
  const definition = await checkDefinition(control, tx, accountId, wanted);
  if (!definition.ok) return definition;
  return succeed({
    ...{ name: name.value, description: wanted.description, tags, attributes },
    ...{ boardId: board.value, definition: definition.value },
  });
}

/** Only boards of the account: a person's own board is hidden from others who open the device. */
async function checkBoard(
  tx: ControlTransaction,
  accountId: number,
  uuid: string | null,
): Promise<Result<number | null>> {
  if (uuid === null) return succeed(null);
  const board = await findBoard(tx, { accountId, userId: null }, uuid);
  return board === null ? refuse("unknown_board", "The account has no such board.") : succeed(board.id);
}

async function checkDefinition(
  control: Control,
  tx: ControlTransaction,
  accountId: number,
  wanted: WantedTemplate,
): Promise<Result<TemplateDefinition>> {
  const refused = checkNewSensors(wanted.sensors.map(toNewSensor));
  if (refused) return refused;
  const chains = new Map<string, string>();
  for (const selector of new Set([wanted.chain, ...wanted.sensors.map(({ chain }) => chain)])) {
    if (selector === null) continue;
    const chain = await findAssignableChain(control, tx, accountId, selector);
    if (!chain.ok) return chain;
    chains.set(selector, chain.value.uuid);
  }
  const chainOf = (selector: string | null) => (selector === null ? null : chains.get(selector)!);
  const { contract, handling, expected_interval_s, silence_alarm } = wanted;
  return succeed({
    sensors: wanted.sensors.flatMap((sensor) => {
      const details = checkSensorDetails(toNewSensor(sensor));
      if (!details.ok) return [];
      const { slug, name, type, unit } = details.value;
      return [
        { slug, name, type, unit, chain: chainOf(sensor.chain), retention_days: sensor.retention_days },
      ];
    }),
    ...{ chain: chainOf(wanted.chain), contract, handling, expected_interval_s, silence_alarm },
  });
}

function toNewSensor({ slug, name, type, unit }: WantedSensor) {
  return { slug, name, type: type ?? undefined, unit: unit ?? undefined };
}
