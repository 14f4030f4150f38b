import { unwrap } from "@weir/protocol/result";
import type { Control } from "../../packages/server/src/control/control.ts";
import { accountFor, createAccount } from "../../packages/server/src/manage/accounts/accounts.ts";
import { createDevice } from "../../packages/server/src/manage/devices/devices.ts";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import type { TestDevice } from "./test-weir.ts";

export async function createTestDevice(control: Control, options: TestDevice): Promise<CreatedDevice> {
  const { sensors, contract = "queued", handling = "strict", account: name } = options;
  const found = await accountFor(control, name);
  const account = unwrap(found.ok || name === undefined ? found : await createAccount(control, name));
  const device = unwrap(
    await createDevice(control, {
      accountId: account.id,
      name: "Test device",
      contract,
      handling,
      sensors: sensors.map((slug) => ({ slug })),
    }),
  );
  return device;
}
