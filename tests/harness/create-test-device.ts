import type { Control } from "../../packages/server/src/control/control.ts";
import { accountFor, createAccount } from "../../packages/server/src/manage/accounts/accounts.ts";
import { createDevice } from "../../packages/server/src/manage/devices/devices.ts";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import type { TestDevice } from "./test-weir.ts";

export async function createTestDevice(control: Control, options: TestDevice): Promise<CreatedDevice> {
  const { sensors, contract = "queued", handling = "strict", account: name } = options;
  const found = await accountFor(control, name);
  const account = found.ok || name === undefined ? found : await createAccount(control, name);
  if (!account.ok) throw new Error(account.error.message);
  const device = await createDevice(control, {
    accountId: account.value.id,
    name: "Test device",
    contract,
    handling,
    sensors: sensors.map((slug) => ({ slug })),
  });
  if (!device.ok) throw new Error(device.error.message);
  return device.value;
}
