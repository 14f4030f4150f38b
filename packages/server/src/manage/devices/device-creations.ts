import type { device } from "@weir/protocol/manage/device-forms";
import type { z } from "zod";
import { actionsOf, auditOfMany } from "../../control/audit/audited-action.ts";
import type { Control } from "../../control/control.ts";
import { waitOutsideTurn } from "../../platform/give-way.ts";
import { PerKey } from "../../platform/per-key.ts";
import { Together } from "../../platform/together.ts";
import { commitChange } from "../core/commit-change.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import type { CreatedDevice } from "./insert-device.ts";
import { type AskedDevice, insertAskedDevices } from "./insert-templated-device.ts";

/** How many devices and sensors are created in one transaction, for which others wait. */
const rowsAtOnce = 1000;

/** A device as the answer to a request shows it. */
export interface ShownDevice {
  readonly ok: true;
  readonly value: z.input<typeof device>;
  readonly etag: string;
}

/** By id. Devices that were removed meanwhile are left out. */
export type ShownDevices = ReadonlyMap<number, ShownDevice>;

/** A device that somebody asks for, who is the actor of the control data. */
interface Asking extends AskedDevice {
  readonly control: Control;
  /** What is shown of a device is the same for everybody in the account who may create one. */
  readonly show: (ids: readonly number[]) => Promise<ShownDevices>;
}

interface CreatedAndShown {
  readonly created: CreatedDevice;
  readonly shown: ShownDevice;
}

/**
 * Creates devices that are asked for one by one. Those of an account that are asked for at the same time are created in one
 * transaction: they would wait for each other anyway, because each changes what the account uses. They are also read together for
 * their answers, while the next are created.
 */
export class DeviceCreations {
  readonly #accounts = new PerKey((accountId: number) => {
    const templates = new TemplateSizes();
    return new Together<Asking, Result<Showing>>({
      work: async (asked) => {
        const results = await createDevices(accountId, asked);
        templates.learn(asked, results);
        return showEach(results, asked[0]!.show);
      },
      sizeMax: rowsAtOnce,
      sizeOf: (asking) => templates.rowsOf(asking),
    });
  });

  async create(accountId: number, asking: Asking): Promise<Result<CreatedAndShown>> {
    const done = await this.#accounts.use(accountId, (account) => account.do(asking));
    if (!done.ok) return done;
    const { created, showing } = done.value;
    const shown = (await waitOutsideTurn(() => showing)).get(created.id);
    if (shown === undefined) throw new Error(`Device ${created.uuid} was removed before it was shown.`);
    return succeed({ created, shown });
  }
}

/** A device that is being read for its answer together with others. */
interface Showing {
  readonly created: CreatedDevice;
  readonly showing: Promise<ShownDevices>;
}

/** Begins to read all that were created. */
function showEach(results: readonly Result<CreatedDevice>[], show: Asking["show"]): Result<Showing>[] {
  const ids = results.flatMap((one) => (one.ok ? [one.value.id] : []));
  const showing = show(ids);
  // It may fail before those who wait for it have their turn again.
  showing.catch(() => undefined);
  return results.map((one) => (one.ok ? succeed({ created: one.value, showing }) : one));
}

/** How many sensors devices have from each template, as far as one was created from it. */
class TemplateSizes {
  readonly #sensors = new Map<string, number>();

  /** Who is first to ask for a template may get any number of sensors, so nothing else is created with it. */
  rowsOf({ template, device: { sensors = [] } }: Asking): number {
    const ofTemplate = template === null ? 0 : (this.#sensors.get(template) ?? rowsAtOnce);
    return 1 + sensors.length + ofTemplate;
  }

  learn(asked: readonly Asking[], results: readonly Result<CreatedDevice>[]): void {
    for (const [nth, { template, device }] of asked.entries()) {
      const created = results[nth]!;
      if (template === null || !created.ok) continue;
      this.#sensors.set(template, created.value.sensors.length - (device.sensors?.length ?? 0));
    }
  }
}

/** Each device is created or refused by itself, in the name of its own actor. */
async function createDevices(accountId: number, asked: readonly Asking[]): Promise<Result<CreatedDevice>[]> {
  const { control } = asked[0]!;
  const done = await commitChange(control, async (tx) => {
    const inserted = await insertAskedDevices(control, tx, accountId, asked);
    const made = inserted.flatMap((one, nth) => {
      const by = asked[nth]!.control.actor;
      return one.ok ? actionsOf(one.value.audit).map((action) => ({ ...action, by })) : [];
    });
    return succeed({
      value: inserted.map((one) => (one.ok ? succeed(one.value.value) : one)),
      audit: auditOfMany(made, "every device was refused"),
      changes: inserted.flatMap((one) => (one.ok ? one.value.changes : [])),
    });
  });
  if (done.ok) return done.value;
  if (asked.length === 1) return [done];
  // Together they do not fit, but some of them may.
  const results: Result<CreatedDevice>[] = [];
  for (const one of asked) results.push(...(await createDevices(accountId, [one])));
  return results;
}
