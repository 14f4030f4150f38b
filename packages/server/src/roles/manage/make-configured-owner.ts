import type { Config } from "../../config/settings.ts";
import type { ControlStore } from "../../control/control-store.ts";
import { ensureOwner } from "../../manage/people/set-up.ts";

/** The owner that the environment names, where there is none yet. */
export async function makeConfiguredOwner(
  control: ControlStore,
  { ownerEmail, ownerPassword }: Config,
): Promise<void> {
  if (ownerEmail === null || ownerPassword === null) return;
  const made = await ensureOwner(control, ownerEmail, ownerPassword);
  if (!made.ok) throw new Error(`The owner could not be made: ${made.error.message}`);
}
