import type { ProvisioningAdmission } from "@weir/protocol/closed-sets";
import { unwrap } from "@weir/protocol/result";
import { hardwareIn } from "../../../control/provisioning/hardware-ids.ts";
import { editDevice } from "../../devices/devices.ts";
import { createClaimCodes } from "../../provisioning/claim-codes.ts";
import { provisionDevice } from "../../provisioning/provision-device.ts";
import { createProvisioningKey, hashOfProvisioningKey } from "../../provisioning/provisioning-keys.ts";
import type { WantedTemplate } from "../../templates/check-template.ts";
import { createTemplate } from "../../templates/templates.ts";
import type { AuditScene } from "../test-audit-scene.ts";
import { of, type RouteExample } from "./test-route-example.ts";

const freezer: WantedTemplate = {
  name: "Freezer",
  description: "",
  board: null,
  tags: ["cold"],
  attributes: {},
  chain: null,
  contract: null,
  handling: "strict",
  expected_interval_s: 60,
  silence_alarm: null,
  sensors: [{ slug: "temperature", chain: null, retention_days: 30 }],
};
const template = async ({ control, plant }: AuditScene) =>
  of({ template: unwrap(await createTemplate(control, plant.accountId, freezer)).uuid });

const provisioningKey = async (scene: AuditScene, admission: ProvisioningAdmission) => {
  const wanted = {
    name: "Factory",
    template: (await template(scene)).params!.template!,
    admission,
    mayRepeat: false,
  };
  const { control, plant } = scene;
  const terms = { ...wanted, deviceLimit: 10, days: null };
  return unwrap(await createProvisioningKey(control, plant.accountId, terms));
};

/** A device that has asked with a key. */
const asked = async (scene: AuditScene, admission: ProvisioningAdmission) => {
  const { text } = await provisioningKey(scene, admission);
  const request = {
    hardwareId: "SN-1",
    name: null,
    firmware: null,
    nonce: null,
    source: "192.0.2.7",
    requestId: "",
  };
  await provisionDevice(scene.control, hashOfProvisioningKey(text)!, request, "queued");
  return (await hardwareIn(scene.control.db, scene.plant.accountId, request))!;
};

const waitingHardware: RouteExample = async (scene) => ({
  body: { hardware: [(await asked(scene, "approval")).uuid] },
});

const claimCode = async (scene: AuditScene) => {
  const { key } = await provisioningKey(scene, "claim");
  const wanted = { keyUuid: key.uuid, hardwareIds: ["SN-1"], days: 7 };
  return unwrap(await createClaimCodes(scene.control, scene.plant.accountId, wanted))[0]!;
};

/** Device templates, and devices that create themselves. */
export const provisioningExamples: Readonly<Record<string, RouteExample>> = {
  createProvisioningKey: async (scene) => ({ body: { name: "Factory", ...(await template(scene)).params } }),
  revokeProvisioningKey: async (scene) => of({ key: (await provisioningKey(scene, "at_once")).key.uuid }),
  approveHardware: waitingHardware,
  rejectHardware: waitingHardware,
  forgetHardware: waitingHardware,
  allowProvisioningAgain: async (scene) => of({ device: (await asked(scene, "at_once")).device!.uuid }),
  createClaimCodes: async (scene) => ({
    body: { provisioning_key: (await provisioningKey(scene, "claim")).key.uuid, hardware_ids: ["SN-1"] },
  }),
  revokeClaimCode: async (scene) => of({ claim: (await claimCode(scene)).uuid }),
  claimDevice: async (scene) => ({ body: { code: (await claimCode(scene)).code } }),
  createTemplate: () => ({ body: { name: "Freezer" } }),
  updateTemplate: async (scene) => ({ ...(await template(scene)), body: { handling: "lenient" } }),
  deleteTemplate: template,
  applyTemplateToMany: async (scene) => {
    const { params } = await template(scene);
    return { body: { devices: [scene.plant.deviceUuid], template: params!.template } };
  },
  createTemplateFromDevice: ({ plant }) => of({ device: plant.deviceUuid }, { name: "Boiler" }),
  applyTemplate: async (scene) => {
    const { params } = await template(scene);
    const device = scene.plant.deviceUuid;
    unwrap(await editDevice(scene.control, device, { template: params!.template }));
    return of({ device });
  },
};
