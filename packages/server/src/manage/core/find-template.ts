import type { ControlData } from "../../control/control.ts";
import { findTemplate, type Template } from "../../control/templates/templates.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";

/** Finds a template by UUID or by name. */
export async function getTemplate(
  db: ControlData,
  accountId: number,
  selector: string,
): Promise<Result<Template>> {
  const found =
    (await findTemplate(db, accountId, { uuid: selector.toLowerCase() })) ??
    (await findTemplate(db, accountId, { name: selector }));
  return found === null ? refuse("unknown_template", `There is no template "${selector}".`) : succeed(found);
}
