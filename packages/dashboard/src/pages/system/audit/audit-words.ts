import type { CallAnswer } from "../../../api/route-types.ts";
import { plural } from "../../../format/number.ts";

export type AuditEntry = CallAnswer<"listAudit">["items"][number];

/** The text for each action of the log. An action that is missing here is shown by its name. */
const known: Readonly<Record<string, string>> = {
  "account.allow-one-factor": "Two-step sign-in no longer required",
  "account.ask-deletion": "Account deletion requested",
  "account.begin-deletion": "Account deletion started",
  "account.cancel-deletion": "Account deletion cancelled",
  "account.create": "Account created",
  "account.delete": "Account deleted",
  "account.export": "All readings exported",
  "account.rename": "Account renamed",
  "account.require-second-factor": "Two-step sign-in required",
  "account.set-default-board": "Board on Home changed",
  "account.set-expectation": "Expected interval of devices changed",
  "account.set-retention": "Retention changed",
  "alarm.acknowledge": "Alarm acknowledged",
  "alarm.assign": "Alarm assigned",
  "alarm.clear": "Alarm cleared",
  "alarm.comment": "Comment on an alarm",
  "alarm.delete-comment": "Comment on an alarm deleted",
  "alarm.snooze": "Alarm snoozed",
  "alarm.unacknowledge": "Acknowledgement removed",
  "alert-rule.create": "Alert rule created",
  "alert-rule.delete": "Alert rule deleted",
  "alert-rule.mute": "Alert rule muted",
  "alert-rule.update": "Alert rule changed",
  "annotation.create": "Annotation added",
  "annotation.delete": "Annotation deleted",
  "annotation.update": "Annotation changed",
  "channel.create": "Channel created",
  "channel.delete": "Channel deleted",
  "channel.test": "Channel tested",
  "channel.update": "Channel changed",
  "notification-rule.create": "Notification rule created",
  "notification-rule.delete": "Notification rule deleted",
  "notification-rule.update": "Notification rule changed",
  "board.add-image": "Image added to board",
  "board.create": "Board created",
  "board.delete": "Board deleted",
  "board.restore": "Board version restored",
  "board.share": "Share link created",
  "board.unshare": "Share link revoked",
  "board.update": "Board changed",
  "claim-code.create": "Claim codes created",
  "claim-code.revoke": "Claim code revoked",
  "claim-code.use": "Claim code used",
  "chain.assign": "Chain assigned",
  "chain.create": "Chain created",
  "chain.delete": "Chain deleted",
  "chain.discard-draft": "Draft discarded",
  "chain.save-draft": "Draft saved",
  "chain.import": "Chain imported",
  "chain.publish": "Chain published",
  "chain.rename": "Chain renamed",
  "chain.rollback": "Chain rolled back",
  "chain.unassign": "Chain unassigned",
  "chart.create": "Chart saved",
  "chart.delete": "Saved chart deleted",
  "chart.update": "Saved chart changed",
  "dead-letter.discard": "Dead letters discarded",
  "dead-letter.replay": "Dead letters replayed",
  "device-filter.delete": "Saved filter deleted",
  "device-filter.save": "Filter saved",
  "device-picture.delete": "Picture deleted",
  "device-picture.replace": "Picture stored",
  "device-group.create": "Group created",
  "device-group.delete": "Group deleted",
  "device-group.update": "Group changed",
  "device.apply-template": "Template applied",
  "device.bulk-apply-template": "Template applied to devices",
  "device.bulk-update": "Devices changed",
  "device.claim": "Device claimed",
  "device.create": "Device created",
  "device.delete": "Device deleted",
  "device-import.cancel": "Device import cancelled",
  "device-import.create": "Device import started",
  "device-import.finish": "Device import finished",
  "device-import.show-tokens": "Tokens of imported devices viewed",
  "device.follow-template": "Template change applied",
  "device.import": "Devices imported",
  "device.duplicate": "Device duplicated",
  "device.send-test-reading": "Test reading sent",
  "device.provision": "Device provisioned",
  "device.update": "Device changed",
  "import.cancel": "Import cancelled",
  "import.create": "Import started",
  "import.finish": "Import finished",
  "invitation.accept": "Invitation accepted",
  "invitation.create": "Member invited",
  "invitation.revoke": "Invitation revoked",
  "key.create": "API key created",
  "key.revoke": "API key revoked",
  "hardware.allow": "Device allowed to ask for a token again",
  "hardware.approve": "Waiting device approved",
  "hardware.forget": "Hardware id forgotten",
  "hardware.reject": "Waiting device rejected",
  "hardware.wait": "Device waits for approval or a claim",
  "mail-recipient.ask-again": "Mail recipient asked again",
  "mail-recipient.confirm": "Email confirmed by a recipient",
  "mail-recipient.decline": "Email declined by a recipient",
  "mail-recipient.remove": "Mail recipient removed",
  "member.change-role": "Role changed",
  "member.leave": "Left the account",
  "member.remove": "Member removed",
  "provisioning-key.create": "Provisioning key created",
  "provisioning-key.revoke": "Provisioning key revoked",
  "outbox.retry": "Message sent again",
  "password.change": "Password changed",
  "password.reset": "Password reset",
  "password.reset-request": "Password reset requested",
  "quarantine.discard": "Rejected readings discarded",
  "quarantine.resubmit": "Rejected readings resubmitted",
  "readings.delete": "Readings deleted",
  "secret.remove": "Secret removed",
  "secret.set": "Secret set",
  "secret.show": "Secret viewed",
  "sensor-type.create": "Sensor type created",
  "sensor-type.delete": "Sensor type deleted",
  "sensor-type.update": "Sensor type changed",
  "sample-data.load": "Sample data loaded",
  "sample-data.remove": "Sample data removed",
  "sensor.create": "Sensor created",
  "sensor.delete": "Sensor deleted",
  "sensor.set-retention": "Sensor retention changed",
  "sensor.update": "Sensor changed",
  "session.prove": "Confirmed by password or code",
  "session.prove-failed": "Confirmation failed",
  "session.revoke": "Session ended",
  "session.revoke-all": "Signed out everywhere",
  "session.revoke-others": "Other sessions ended",
  "session.sign-in": "Signed in",
  "session.sign-in-failed": "Sign-in failed",
  "session.sign-out": "Signed out",
  "template.create": "Device template created",
  "template.delete": "Device template deleted",
  "template.update": "Device template changed",
  "token.provision": "Token given to a device",
  "token.regenerate": "Token regenerated",
  "token.show": "Token viewed",
  "totp.disable": "Two-step sign-in turned off",
  "totp.enable": "Two-step sign-in turned on",
  "totp.renew-recovery-codes": "Recovery codes renewed",
  "totp.start": "Two-step sign-in set-up started",
  "trace.start": "Trace started",
  "trace.stop": "Trace stopped",
  "user.cancel-email-change": "Email change cancelled",
  "user.change-email": "Email address changed",
  "user.pin-board": "Board pinned to Home",
  "user.change-preferences": "Preferences changed",
  "user.create": "Person created",
  "user.delete": "Person deleted",
  "user.lose-email": "Unverified address reassigned",
  "user.set-up": "Owner account created",
  "user.update": "Profile changed",
  "user.verify-email": "Email address verified",
};

export function actionText(action: string): string {
  return known[action] ?? action;
}

interface Change {
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
}

const deviceWords: Readonly<Record<string, string>> = {
  "device.update": "Device",
  "device.bulk-update": "Devices",
};

/** For several alarms at once. */
const alarmWords: Readonly<Record<string, (count: number) => string>> = {
  "alarm.acknowledge": (count) => `${count} alarms acknowledged`,
  "alarm.clear": (count) => `${count} alarms cleared`,
  "alarm.unacknowledge": (count) => `${count} acknowledgements removed`,
};

/**
 * Like `actionText`, with details: whether devices were enabled, disabled or moved, and how many alarms or readings it
 * was.
 */
export function changeText({ action, before, after }: Change): string {
  const alarms = fieldOf(after, "alarms");
  const ofSeveral = alarmWords[action];
  if (ofSeveral !== undefined && Array.isArray(alarms) && alarms.length > 1) return ofSeveral(alarms.length);
  const readings = readingWords[action];
  const count = readings === undefined ? undefined : fieldOf(after, readings[1]);
  if (readings !== undefined && typeof count === "number")
    return `${plural(count, readings[0])} ${readings[1]}`;
  const devices = deviceWords[action];
  if (devices !== undefined && hasChanged("enabled", before, after))
    return `${devices} ${fieldOf(after, "enabled") === true ? "enabled" : "disabled"}`;
  if (devices !== undefined && hasChanged("group", before, after)) return `${devices} moved`;
  return actionText(action);
}

/** Readings have no name, so their number is shown. */
const readingWords: Readonly<Record<string, readonly [what: string, done: string]>> = {
  "dead-letter.discard": ["dead letter", "discarded"],
  "dead-letter.replay": ["dead letter", "replayed"],
  "quarantine.discard": ["rejected reading", "discarded"],
};

export function actorText({ actor_kind: kind, actor }: AuditEntry): string {
  if (kind === "key") return `API key ${actor}`;
  if (kind === "operator") return `Operator ${actor}`.trim();
  return kind === "nobody" ? "Not signed in" : actor;
}

/** If the old value is not known, the field counts as changed. */
function hasChanged(name: string, before: unknown, after: unknown): boolean {
  const value = fieldOf(after, name);
  return value !== undefined && value !== fieldOf(before, name);
}

function fieldOf(side: unknown, name: string): unknown {
  return typeof side === "object" && side !== null ? (side as Record<string, unknown>)[name] : undefined;
}

/** Kinds of actions to filter by: the part before the dot. */
export const actionKinds = [
  { value: "", label: "Everything" },
  { value: "device", label: "Devices" },
  { value: "sensor", label: "Sensors" },
  { value: "token", label: "Tokens" },
  { value: "device-group", label: "Device groups" },
  { value: "sensor-type", label: "Sensor types" },
  { value: "chain", label: "Rule chains" },
  { value: "readings", label: "Readings" },
  { value: "import", label: "Imports" },
  { value: "alarm", label: "Alarms" },
  { value: "alert-rule", label: "Alert rules" },
  { value: "template", label: "Device templates" },
  { value: "channel", label: "Channels" },
  { value: "notification-rule", label: "Notification rules" },
  { value: "dead_letter", label: "Dead letters" },
  { value: "quarantine", label: "Rejected readings" },
  { value: "outbox", label: "Outbox" },
  { value: "secret", label: "Secrets" },
  { value: "member", label: "Members" },
  { value: "invitation", label: "Invitations" },
  { value: "key", label: "API keys" },
  { value: "account", label: "Account" },
];
