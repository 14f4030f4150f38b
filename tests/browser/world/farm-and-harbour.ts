import { addDevice, probes, raiseAlarmsIn } from "./alarming-account.ts";
import { ManageSession } from "./manage-session.ts";
import type { OwnedAccount } from "./owned-account.ts";

/** Names the account Farm, and adds the account Harbour. Each has a device that raises alarms. */
export async function addHarbour(at: OwnedAccount) {
  await at.owner.do("PATCH", ".", { name: "Farm" });
  const { uuid } = await at.owner.do("POST", "/accounts", { name: "Harbour" });
  const harbour = await ManageSession.signIn(at.served.url, at.person, uuid);
  for (const account of [at.owner, harbour]) await raiseAlarmsIn(account);
  const freezer = await addDevice(at.owner, at.served.url, "Freezer 7", probes);
  const crane = await addDevice(harbour, at.served.url, "Crane", probes);
  return { harbour, freezer, crane };
}
