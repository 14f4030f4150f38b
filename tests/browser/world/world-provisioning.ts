import type { ManageSession } from "./manage-session.ts";

/** Keys of a template, devices that wait to be approved, and claim codes of devices that were sold. */
export async function seedProvisioning(url: string, owner: ManageSession): Promise<void> {
  const sensors = [{ slug: "temperature", unit: "°C" }];
  const template = await owner.do("POST", "./templates", { name: "Soil probe", sensors });
  const createKey = (name: string, admission: string) =>
    owner.do("POST", "./provisioning-keys", { name, template: template.uuid, admission });
  const field = await createKey("Field 2026", "approval");
  const shop = await createKey("Farm shop", "claim");
  for (const hardware_id of ["SP-0412", "SP-0413"]) {
    await fetch(`${url}/api/v1/provision`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ provisioning_key: field.key, hardware_id, firmware: "2.1.0" }),
    });
  }
  const codes = { provisioning_key: shop.uuid, hardware_ids: ["SP-0900", "SP-0901"] };
  await owner.do("POST", "./claim-codes", codes);
}
