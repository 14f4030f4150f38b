import { chainByUuid } from "../../control/chains/chain-records.ts";
import type { ControlData } from "../../control/control.ts";
import type { TemplateDefinition } from "../../control/templates/template-definition.ts";

/** The ids of the chains that a template names, by UUID. A chain cannot be deleted while a template names it. */
export async function chainIdsOf(
  db: ControlData,
  accountId: number,
  { chain, sensors }: TemplateDefinition,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const uuid of new Set([chain, ...sensors.map((sensor) => sensor.chain)])) {
    const found = uuid === null ? undefined : await chainByUuid({ db, accountId }, uuid);
    if (found !== undefined) ids.set(found.uuid, found.id);
  }
  return ids;
}
