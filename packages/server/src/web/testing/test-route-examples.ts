import type { ProvisioningAdmission } from "@weir/protocol/closed-sets";
import { chartDefinition } from "@weir/protocol/manage/chart-forms";
import { unwrap } from "@weir/protocol/result";
import { type Control, withinAccount } from "../../control/control.ts";
import { deviceByUuid } from "../../control/devices/device-ids.ts";
import { writePicture } from "../../control/devices/device-pictures.ts";
import { findUserByEmail } from "../../control/people/users.ts";
import { hardwareIn } from "../../control/provisioning/hardware-ids.ts";
import { listRecipients } from "../../control/recipients/recipients.ts";
import { commentOnAlarm } from "../../manage/alarms/alarm-follow-ups.ts";
import { findAlarm } from "../../manage/alarms/alarms.ts";
import { createAlertRule } from "../../manage/alerts/alert-rules.ts";
import { createBoard, editBoard } from "../../manage/boards/boards.ts";
import { createShareLink } from "../../manage/boards/sharing/share-links.ts";
import { saveDraft } from "../../manage/chains/chain-drafts.ts";
import { publishChain } from "../../manage/chains/chain-publishing.ts";
import { createChain } from "../../manage/chains/chains.ts";
import { setSecret } from "../../manage/chains/secrets/secrets.ts";
import { line, saving, savingAbove, testNode } from "../../manage/chains/test-chains.ts";
import { startTrace } from "../../manage/chains/traces/traces.ts";
import { createAnnotation } from "../../manage/charts/annotations.ts";
import { createChart } from "../../manage/charts/saved-charts.ts";
import { editDevice } from "../../manage/devices/devices.ts";
import { saveFilter } from "../../manage/devices/filters/device-filters.ts";
import { createDeviceGroup } from "../../manage/devices/groups/device-groups.ts";
import { noteRecipient } from "../../manage/messages/recipients.ts";
import { createChannel } from "../../manage/notifications/channels.ts";
import { createNotificationRule } from "../../manage/notifications/notification-rules.ts";
import { createApiKey } from "../../manage/people/api-keys.ts";
import { issueVerification, startEmailChange } from "../../manage/people/email-links.ts";
import { createInvitation } from "../../manage/people/invitations.ts";
import { hashSecret } from "../../manage/people/one-time-secret.ts";
import { issuePasswordReset } from "../../manage/people/password-reset.ts";
import { makeSetupSecret } from "../../manage/people/set-up.ts";
import { stepAt, totpCode } from "../../manage/people/totp.ts";
import { confirmTotp, startTotp } from "../../manage/people/totp-enrolment.ts";
import { createClaimCodes } from "../../manage/provisioning/claim-codes.ts";
import { provisionDevice } from "../../manage/provisioning/provision-device.ts";
import { createProvisioningKey, hashOfProvisioningKey } from "../../manage/provisioning/provisioning-keys.ts";
import { loadSampleData } from "../../manage/sample/sample-data.ts";
import { createSensorType } from "../../manage/sensors/sensor-types.ts";
import type { WantedTemplate } from "../../manage/templates/check-template.ts";
import { createTemplate } from "../../manage/templates/templates.ts";
import { newDevice } from "../../manage/test-control.ts";
import { createNextDevices } from "../../manage/transfer/device-imports/create-next-devices.ts";
import { createDeviceImport } from "../../manage/transfer/device-imports/device-imports.ts";
import { createImport } from "../../manage/transfer/imports/imports.ts";
import { SqliteOutbox } from "../../store/sqlite/sqlite-outbox.ts";
import { claimOf } from "../../store/test-claims.ts";
import type { TestCall } from "./api-under-test.ts";
import { type AuditScene, password } from "./test-audit-scene.ts";
import { decodeBase32 } from "./test-base32.ts";
import { rejectedOf, TestRequests } from "./test-requests.ts";

/** Sets up what a route needs and returns the input, so that the call changes something. */
type RouteExample = (scene: AuditScene) => Promise<TestCall> | TestCall;

/** The first bytes are enough. */
const picture = { mediaType: "image/jpeg", bytes: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0) };

const of = (params: Record<string, string>, body?: unknown): TestCall =>
  body === undefined ? { params } : { params, body };

const alarm: (call: (id: number) => TestCall) => RouteExample = (call) => async (scene) => {
  await scene.use(line(testNode("hot", "raise-alarm", { name: "hot", severity: "critical", message: "!" })));
  await scene.records.process(scene.plant.sensorId, 30);
  return call((await scene.records.queries.alarms({ accountId: scene.plant.accountId, limit: 1 }))[0]!.id);
};

const deadLetters: RouteExample = async (scene) => {
  await scene.use(line(testNode("save", "save", { sensor: "missing" })));
  await scene.records.process(scene.plant.sensorId, 1);
  return { body: { all: {} } };
};

const quarantined: RouteExample = ({ records, plant }) => {
  const { accountId, deviceId } = plant;
  new TestRequests(records.scene.store).rejected(rejectedOf({ accountId, deviceId }));
  return { body: { device: plant.deviceUuid } };
};

const openImport = async ({ control, plant }: AuditScene) => {
  const fixed = { device: plant.deviceUuid, sensor: "humidity" };
  const wanted = { accountId: plant.accountId, format: "csv", mode: "store", ...fixed } as const;
  return of({ import: unwrap(await createImport(control, wanted)).uuid });
};

const deviceFile = new TextEncoder().encode("name,sensors\nPump,flow\n");

const openDeviceImport = async ({ control, plant: { accountId } }: AuditScene) => ({
  import: unwrap(await createDeviceImport(control, { accountId, file: deviceFile })).uuid,
});

const adaId = async ({ db }: Control) => (await findUserByEmail(db, "ada@example.org"))!.id;

/** An address that was asked long ago, with this token in its link. */
const askedRecipient = async ({ control, plant }: AuditScene, token: string) => {
  await noteRecipient(control, plant.accountId, "ops@example.org");
  const asked = { token_hash: hashSecret(token), is_asked: 1, mailed_at: 1 } as const;
  await control.transact((tx) => tx.updateTable("mail_recipients").set(asked).execute());
  return (await listRecipients(control, plant.accountId, { limit: 1 }))[0]!.uuid;
};

const board = async ({ control, plant: { accountId } }: AuditScene) => {
  const editor = { accountId, userId: null, role: "owner" } as const;
  const { uuid } = unwrap(await createBoard(control, editor, { owner: "account", name: "Overview" }));
  unwrap(await editBoard(control, editor, uuid, { patch: { name: "Plant" }, expected: null }));
  return of({ board: uuid });
};

const chartOf = ({ deviceUuid: device }: AuditScene["plant"]) =>
  chartDefinition.parse({ sensors: [{ device, sensor: "temperature" }] });

const chart = async ({ control, plant }: AuditScene) => {
  const editor = { accountId: plant.accountId, userId: null, role: "owner" } as const;
  const wanted = { owner: "account", name: "Cooling", definition: chartOf(plant) } as const;
  return of({ chart: unwrap(await createChart(control, editor, wanted)).uuid });
};

const annotation = async ({ control, plant: { deviceUuid: device } }: AuditScene) => {
  const written = { atUs: 1, untilUs: null, text: "Door open", sensor: null };
  const { uuid } = unwrap(await createAnnotation(control, device, written));
  return of({ device, annotation: uuid });
};

const hook = { kind: "webhook", url: "https://hooks.example.org/ops" } as const;
const channel = async ({ control, plant: { accountId } }: AuditScene) => {
  const editor = { accountId, userId: null, role: "owner" } as const;
  const wanted = { owner: "account", name: "Ops", target: hook, quietHours: null } as const;
  return of({ channel: unwrap(await createChannel(control, editor, wanted)).uuid });
};

const notificationRule = async (scene: AuditScene) => {
  const editor = { accountId: scene.plant.accountId, userId: null, role: "owner" } as const;
  const { params } = await channel(scene);
  const made = await createNotificationRule(scene.control, editor, {
    ...{
      owner: "account",
      name: "All",
      min_severity: "info",
      group: null,
      hours: null,
      notify_cleared: true,
    },
    ...{ digest_minutes: null, channels: [params!.channel!], escalation: null },
  });
  return of({ rule: unwrap(made).uuid });
};

const anotherChain = async ({ control, plant }: AuditScene) =>
  unwrap(await createChain(control, { accountId: plant.accountId, name: "Another" })).uuid;

const group = async ({ control, plant }: AuditScene) => {
  unwrap(await createDeviceGroup(control, { accountId: plant.accountId, name: "Hall" }));
  return of({ group: "Hall" });
};

const hotRule = {
  name: "Hot",
  severity: "warning",
  text: "{{value}}",
  target: { kind: "type", type: "temperature" },
  condition: { kind: "above", limit: 30, hysteresis: 0, for_readings: 1, for_seconds: 0 },
} as const;

const type = { name: "Depth", unit: "m", decimals: null, min: null, max: null, icon: null };
const sensorType = async ({ control, plant }: AuditScene) => {
  const made = unwrap(await createSensorType(control, plant.accountId, type));
  return of({ type: "uuid" in made ? made.uuid : "" });
};

const alertRule = async ({ control, plant }: AuditScene) => {
  const made = unwrap(await createAlertRule(control, plant.accountId, hotRule));
  return of({ rule: "uuid" in made ? made.uuid : "" });
};

const freezer: WantedTemplate = {
  ...{ name: "Freezer", description: "", board: null, tags: ["cold"], attributes: {} },
  ...{ chain: null, contract: null, handling: "strict", expected_interval_s: 60, silence_alarm: null },
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
  const request = { hardwareId: "SN-1", name: null, firmware: null, source: "192.0.2.7", requestId: "" };
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

const withTotp: (call: (code: string) => TestCall) => RouteExample =
  (call) =>
  async ({ control }) => {
    const { secret } = unwrap(await startTotp(control, 1, password));
    const code = (step: number) => totpCode(decodeBase32(secret), step);
    const now = stepAt(Date.now());
    unwrap(await confirmTotp(control, { userId: 1, sessionId: 1 }, code(now)));
    return call(code(now + 1));
  };

const noSink = { aheadMaxMs: 0, take: async () => ({ accepted: 0, duplicates: 0 }) };

/** A valid request for every route that changes something. */
export const routeExamples: Readonly<Record<string, RouteExample>> = {
  addPerson: ({ plant }) => ({
    body: { email: "eve@example.org", account: plant.account.uuid, role: "viewer" },
  }),
  changePersonEmail: () => ({ params: { email: "bob@example.org" }, body: { email: "bob@example.com" } }),
  resetPersonPassword: () => ({ params: { email: "bob@example.org" }, body: {} }),
  deletePerson: () => ({ params: { email: "bob@example.org" } }),
  addAccount: () => ({ body: { name: "North plant" } }),
  createAccount: () => ({ body: { name: "North plant" } }),
  renameAccount: () => ({ body: { name: "South plant" } }),
  requireSecondFactor: withTotp(() => ({ body: { required: true } })),
  leaveAccount: ({ makeOwner }) => makeOwner().then(() => ({})),
  changeMember: ({ bob }) => of({ member: bob }, { role: "editor" }),
  removeMember: ({ bob }) => of({ member: bob }),
  acknowledgeAlarm: alarm((id) => of({ id: String(id) })),
  acknowledgeAlarms: alarm((id) => ({ body: { ids: [id] } })),
  unacknowledgeAlarms: async (scene) => {
    const call = await alarm((id) => ({ body: { ids: [id] } }))(scene);
    const { ids } = call.body as { ids: number[] };
    await scene.records.ask({ kind: "change alarms", action: "acknowledge", ids, by: "ada" });
    return call;
  },
  commentOnAlarm: alarm((id) => of({ id: String(id) }, { text: "On my way." })),
  deleteAlarmComment: async (scene) => {
    const { params } = await alarm((id) => of({ id: String(id) }))(scene);
    const { records, control, plant } = scene;
    const reader = { control: withinAccount(control, plant.accountId), queries: records.queries };
    const found = (await findAlarm(reader, Number(params!.id)))!;
    const actor = { name: "ada@example.org", userId: await adaId(control) };
    const deed = { control, alarm: found, actor, nowUs: control.nowUs() };
    const comment = unwrap(await commentOnAlarm(deed, "On my way."));
    return of({ ...params, comment: "id" in comment ? String(comment.id) : "" });
  },
  assignAlarm: alarm((id) => of({ id: String(id) }, { assignee: "bob@example.org" })),
  snoozeAlarm: alarm((id) =>
    of({ id: String(id) }, { until: new Date(Date.now() + 3_600_000).toISOString() }),
  ),
  clearAlarm: alarm((id) => of({ id: String(id) })),
  clearAlarms: alarm((id) => ({ body: { ids: [id] } })),
  createApiKey: () => ({ body: { name: "Key", scopes: ["devices:read"], expires_in_days: null } }),
  revokeApiKey: async ({ control, plant }) => {
    const key = { name: "Key", scopes: [], expiresAt: null, createdBy: "ada" };
    return of({ key: unwrap(await createApiKey(control, plant.accountId, key)).uuid });
  },
  loadSampleData: () => ({}),
  removeSampleData: async ({ control, plant }) => {
    unwrap(await loadSampleData({ control, sink: noSink, send: async () => null }, plant.accountId));
    return {};
  },
  createAnnotation: ({ plant }) => of({ device: plant.deviceUuid }, { at: "2026-01-01", text: "Door open" }),
  updateAnnotation: async (scene) => ({ ...(await annotation(scene)), body: { text: "Door closed" } }),
  deleteAnnotation: annotation,
  createChart: ({ plant }) => ({ body: { name: "Cooling", definition: chartOf(plant) } }),
  updateChart: async (scene) => ({ ...(await chart(scene)), body: { name: "Heating" } }),
  deleteChart: chart,
  createNotificationRule: async (scene) => ({
    body: { name: "All", channels: [(await channel(scene)).params!.channel!] },
  }),
  updateNotificationRule: async (scene) => ({
    ...(await notificationRule(scene)),
    body: { min_severity: "critical" },
  }),
  deleteNotificationRule: notificationRule,
  createChannel: () => ({ body: { name: "Ops", target: hook } }),
  updateChannel: async (scene) => ({ ...(await channel(scene)), body: { name: "Night shift" } }),
  deleteChannel: channel,
  testChannel: channel,
  replaceDevicePicture: ({ plant }) => ({
    ...{ ...of({ device: plant.deviceUuid }), bytes: picture.bytes },
    headers: { "content-type": "application/octet-stream" },
  }),
  deleteDevicePicture: async ({ control, plant: { deviceUuid: device } }) => {
    const { id, accountId } = (await deviceByUuid(control.db, device))!;
    await control.transact((tx) => writePicture(tx, { id, accountId }, picture, 1));
    return of({ device });
  },
  createDeviceFilter: () => ({ body: { name: "Pumps", parameters: { q: "pump" } } }),
  deleteDeviceFilter: async ({ control, plant: { accountId } }) => {
    const editor = { accountId, userId: null, role: "owner" } as const;
    const wanted = { owner: "account", name: "Pumps", parameters: { q: "pump" } } as const;
    return of({ filter: unwrap(await saveFilter(control, editor, wanted)).uuid });
  },
  createBoard: () => ({ body: { name: "Overview" } }),
  updateBoard: async (scene) => ({ ...(await board(scene)), body: { name: "Hall" } }),
  deleteBoard: board,
  duplicateBoard: async (scene) => ({ ...(await board(scene)), body: { name: "Copy", owner: "person" } }),
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
  createShareLink: async (scene) => ({ ...(await board(scene)), body: { expires_in_days: 7 } }),
  revokeShareLink: async (scene) => {
    const { params } = await board(scene);
    const editor = { accountId: scene.plant.accountId, userId: null, role: "owner" } as const;
    const wanted = { name: "", days: 7, picked: null };
    const { uuid } = unwrap(await createShareLink(scene.control, editor, params!.board!, wanted));
    return of({ ...params, link: uuid });
  },
  restoreBoardVersion: async (scene) => ({ ...(await board(scene)), body: { version: 1 } }),
  assignChain: ({ plant }) => ({ body: { chain: plant.chain.uuid } }),
  unassignChain: ({ plant }) => ({ query: { device: plant.deviceUuid } }),
  createChain: () => ({ body: { name: "Cold" } }),
  renameChain: ({ plant }) => of({ chain: plant.chain.uuid }, { name: "Cold" }),
  deleteChain: async (scene) => of({ chain: await anotherChain(scene) }),
  saveDraft: ({ plant }) => of({ chain: plant.chain.uuid }, savingAbove(1)),
  discardDraft: async ({ control, plant: { chain } }) => {
    unwrap(await saveDraft(control, chain.uuid, { definition: savingAbove(1) }));
    return of({ chain: chain.uuid });
  },
  publishChain: async (scene) => of({ chain: await anotherChain(scene) }, {}),
  rollBackChain: async ({ control, plant: { chain } }) => {
    unwrap(await saveDraft(control, chain.uuid, { definition: savingAbove(1) }));
    unwrap(await publishChain(control, chain.uuid));
    return of({ chain: chain.uuid }, { version: 1 });
  },
  importChain: () => ({
    body: { chain: { format: "weir-chain", version: 1, name: "Imported", definition: saving } },
  }),
  rotateKey: () => ({}),
  replayDeadLetters: deadLetters,
  discardDeadLetters: deadLetters,
  replayAnyDeadLetters: deadLetters,
  discardAnyDeadLetters: deadLetters,
  createDeviceGroup: () => ({ body: { name: "Hall" } }),
  updateDeviceGroup: async (scene) => ({ ...(await group(scene)), body: { name: "Cellar" } }),
  deleteDeviceGroup: group,
  createDevice: ({ plant }) => {
    const { accountId: _, contract, handling, ...device } = newDevice(plant.accountId);
    return { body: device };
  },
  updateDevice: ({ plant }) => of({ device: plant.deviceUuid }, { name: "Furnace" }),
  deleteDevice: ({ plant }) => of({ device: plant.deviceUuid }),
  duplicateDevice: ({ plant }) => of({ device: plant.deviceUuid }, {}),
  updateManyDevices: ({ plant }) => ({ body: { devices: [plant.deviceUuid], enabled: false } }),
  createDeviceImport: () => ({ bytes: deviceFile, headers: { "content-type": "application/octet-stream" } }),
  continueDeviceImport: async (scene) => of(await openDeviceImport(scene), { offset: 0 }),
  finishDeviceImport: async (scene) => {
    const params = await openDeviceImport(scene);
    const step = { uuid: params.import, offset: 0, contract: "queued" } as const;
    unwrap(await createNextDevices(scene.control, step));
    return of(params);
  },
  cancelDeviceImport: async (scene) => of(await openDeviceImport(scene)),
  createImport: () => ({ body: { format: "csv", mode: "store" } }),
  finishImport: openImport,
  cancelImport: openImport,
  createInvitation: () => ({ body: { email: "nora@example.org", role: "viewer" } }),
  revokeInvitation: async ({ control, plant }) => {
    const invitation = {
      email: "nora@example.org",
      role: "viewer",
      invitedBy: "ada",
      isMailed: false,
    } as const;
    return of({ invitation: unwrap(await createInvitation(control, plant.accountId, invitation)).uuid });
  },
  acceptInvitation: async ({ control, office }) => {
    const invitation = {
      email: "nora@example.org",
      role: "viewer",
      invitedBy: "ada",
      isMailed: false,
    } as const;
    const { token } = unwrap(await createInvitation(control, office.accountId, invitation));
    return { body: { token, name: "Nora", password: "purple staircase lantern" } };
  },
  askMailRecipientAgain: async (scene) => of({ recipient: await askedRecipient(scene, "token") }),
  removeMailRecipient: async (scene) => of({ recipient: await askedRecipient(scene, "token") }),
  answerAsMailRecipient: async (scene) => {
    await askedRecipient(scene, "token");
    return { body: { token: "token", answer: "confirmed" } };
  },
  retryMessages: async ({ records, plant: { accountId, sensorId, chain } }) => {
    const outbox = new SqliteOutbox(records.scene.store.database);
    const message = { kind: "mail", to: ["ada@example.org"], subject: "Hot", text: "Hot." } as const;
    const from = { accountId, sensorId, chainId: chain.id, nodeId: "tell", destination: "ada" };
    outbox.add({ ...from, key: "key", message, nowMs: 1 });
    const { id } = (await records.outbox.list({ limit: 1 }))[0]!;
    await outbox.failed(await claimOf(outbox, id), "Nobody answers.", 5, null);
    return { body: { ids: [id] } };
  },
  confirmEmail: async ({ control }) => {
    const { token } = (await issueVerification(control, await adaId(control)))!;
    return { body: { token } };
  },
  cancelEmailChange: async ({ control }) => {
    const change = { userId: await adaId(control), email: "ada@new.example", nowUs: control.nowUs() };
    await control.transact((tx) => startEmailChange(tx, change));
    return {};
  },
  resetPassword: async ({ control }) => {
    const { token } = (await issuePasswordReset(control, "ada@example.org"))!;
    return { body: { token, password: "purple staircase lantern" } };
  },
  resubmitQuarantined: quarantined,
  discardQuarantined: quarantined,
  deleteReadingsAt: ({ plant }) =>
    of({ device: plant.deviceUuid, sensor: "temperature" }, { times: ["2026-01-01"] }),
  deleteReadings: ({ plant }) => ({
    ...of({ device: plant.deviceUuid, sensor: "temperature" }),
    query: { from: "2026-01-01", to: "2026-01-02" },
  }),
  updateAccountExpectation: () => ({ body: { expected_interval_s: 300 } }),
  setAccountRetention: () => ({ body: { days: 30 } }),
  setSensorRetention: ({ plant }) => of({ device: plant.deviceUuid, sensor: "humidity" }, { days: 30 }),
  setSecret: () => of({ secret: "broker" }, { value: "hush" }),
  removeSecret: async ({ control, plant }) => {
    unwrap(await setSecret(control, plant.accountId, { name: "broker", value: "hush" }));
    return of({ secret: "broker" });
  },
  addSensor: ({ plant }) => of({ device: plant.deviceUuid }, { slug: "flow" }),
  updateSensor: ({ plant }) => of({ device: plant.deviceUuid, sensor: "humidity" }, { name: "Damp" }),
  removeSensor: ({ plant }) => of({ device: plant.deviceUuid, sensor: "humidity" }),
  createSensorType: () => ({ body: { name: "Depth" } }),
  updateSensorType: async (scene) => ({ ...(await sensorType(scene)), body: { unit: "cm" } }),
  deleteSensorType: sensorType,
  createTemplate: () => ({ body: { name: "Freezer" } }),
  updateTemplate: async (scene) => ({ ...(await template(scene)), body: { handling: "lenient" } }),
  deleteTemplate: template,
  createTemplateFromDevice: ({ plant }) => of({ device: plant.deviceUuid }, { name: "Boiler" }),
  applyTemplate: async (scene) => {
    const { params } = await template(scene);
    const device = scene.plant.deviceUuid;
    unwrap(await editDevice(scene.control, device, { template: params!.template }));
    return of({ device });
  },
  createAlertRule: () => ({ body: hotRule }),
  updateAlertRule: async (scene) => ({ ...(await alertRule(scene)), body: { severity: "critical" } }),
  deleteAlertRule: alertRule,
  muteAlertRule: async (scene) => ({
    ...(await alertRule(scene)),
    body: { until: "2030-01-01T00:00:00Z", weekly: null },
  }),
  setUp: async ({ control }) => {
    await control.transact((tx) => tx.deleteFrom("memberships").execute());
    const owner = { email: "olga@example.org", name: "Olga", password: "purple staircase lantern" };
    return { body: { ...owner, secret: await makeSetupSecret(control) } };
  },
  signIn: () => ({ body: { email: "ada@example.org", password } }),
  signOut: () => ({}),
  revokeSession: () => of({ session: "2" }),
  revokeOtherSessions: () => ({}),
  signOutEverywhere: () => ({}),
  changePassword: () => ({ body: { old_password: password, new_password: "purple staircase lantern" } }),
  changeUser: () => ({ body: { password, name: "Ada L" } }),
  changePreferences: () => ({ body: { theme: "dark" as const } }),
  startTotp: () => ({ body: { password } }),
  confirmTotp: async ({ control }) => {
    const { secret } = unwrap(await startTotp(control, 1, password));
    return { body: { code: totpCode(decodeBase32(secret), stepAt(Date.now())) } };
  },
  renewRecoveryCodes: withTotp((totp) => ({ body: { password, totp } })),
  disableTotp: withTotp((totp) => ({ body: { password, totp } })),
  sendTestReading: ({ plant }) => of({ device: plant.deviceUuid }, { sensor: "temperature", value: 21.5 }),
  regenerateToken: ({ plant }) => of({ device: plant.deviceUuid }, {}),
  startChainTrace: ({ plant }) => of({ chain: plant.chain.uuid }, { minutes: 1 }),
  stopChainTrace: async ({ control, records, plant: { chain } }) => {
    unwrap(await startTrace({ control, ask: records.ask }, { chain: chain.uuid }, 1));
    return of({ chain: chain.uuid });
  },
  startDeviceTrace: ({ plant }) => of({ device: plant.deviceUuid }, { minutes: 1 }),
  stopDeviceTrace: async ({ control, records, plant: { deviceUuid: device } }) => {
    unwrap(await startTrace({ control, ask: records.ask }, { device }, 1));
    return of({ device });
  },
};
