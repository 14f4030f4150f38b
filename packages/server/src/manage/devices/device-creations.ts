import type { device } from "@weir/protocol/manage/device-forms";
import type { z } from "zod";
import { actionsOf, auditOfMany } from "../../control/audit/audited-action.ts";
import type { Control } from "../../control/control.ts";
import { PerKey } from "../../platform/per-key.ts";
import { Together } from "../../platform/together.ts";
import { commitChange } from "../core/commit-change.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import type { CreatedDevice } from "./insert-device.ts";
import { type AskedDevice, insertAskedDevices } from "./insert-templated-device.ts";

/** How many devices and sensors are created in one transaction, for which others wait. */
const rowsAtOnce = 1000;
/** A template may have many sensors. */
const rowsOfTemplate = 50;
/** How many devices are read for their answers at once, for which others wait. */
const shownAtOnce = 50;

/** A device that somebody asks for, who is the actor of the control data. */
interface Asking extends AskedDevice {
  readonly control: Control;
}

/** A device as the answer to a request shows it. */
export interface ShownDevice {
  readonly ok: true;
  readonly value: z.input<typeof device>;
  readonly etag: string;
}

/** What is shown of a device is the same for everybody in the account who may create one. */
type ShowDevices = (ids: readonly number[]) => Promise<ShownDevice[]>;

interface Created {
  readonly id: number;
  readonly show: ShowDevices;
}

/**
 * Creates devices that are asked for one by one. Those of an account that are asked for at the same time are created in one
 * transaction: they would wait for each other anyway, because each changes what the account uses. They are also read together for
 * their answers.
 */
export class DeviceCreations {
  readonly #created = new PerKey(
    (accountId: number) =>
      new Together<Asking, Result<CreatedDevice>>({
        work: (asked) => createDevices(accountId, asked),
        sizeMax: rowsAtOnce,
        sizeOf: rowsOf,
      }),
  );

  readonly #shown = new PerKey(
    (_accountId: number) =>
      new Together<Created, ShownDevice>({
        work: (created) => created[0]!.show(created.map(({ id }) => id)),
        sizeMax: shownAtOnce,
      }),
  );

  async create(
    control: Control,
    accountId: number,
    asked: AskedDevice,
    show: ShowDevices,
  ): Promise<Result<{ readonly created: CreatedDevice; readonly shown: ShownDevice }>> {
    const done = await this.#created.use(accountId, (others) => others.do({ ...asked, control }));
    if (!done.ok) return done;
    const created = done.value;
    const shown = await this.#shown.use(accountId, (others) => others.do({ id: created.id, show }));
    return succeed({ created, shown });
  }
}

function rowsOf({ template, device: { sensors = [] } }: Asking): number {
  return 1 + sensors.length + (template === null ? 0 : rowsOfTemplate);
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
