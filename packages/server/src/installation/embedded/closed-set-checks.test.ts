import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import {
  actorKinds,
  alarmActs,
  boardVariableKinds,
  channelKinds,
  clearReasons,
  emailLinkPurposes,
  hardwareStates,
  importFormats,
  importModes,
  importStates,
  messageStates,
  provisioningAdmissions,
  recipientStates,
  severities,
  silenceAlarms,
  themes,
  timeFormats,
} from "@weir/protocol/closed-sets";
import { contractNames, handlingNames } from "@weir/protocol/contracts";
import { roles } from "@weir/protocol/manage/access";
import { storedSampleStates } from "@weir/protocol/sample-states";
import { type Migration, migrate } from "../../platform/sqlite/open-database.ts";
import { embeddedLayout } from "./embedded-layout.ts";

/** Every CHECK constraint of a file that lists texts, as `table.column` and the allowed texts. */
function checksOf({ name, migrations }: { name: string; migrations: readonly Migration[] }) {
  const db = new Database(":memory:");
  migrate(db, name, migrations);
  const tables = db
    .query<{ name: string; sql: string }, []>("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
    .all();
  db.close();
  return Object.fromEntries(
    tables.flatMap(({ name, sql }) =>
      [...sql.matchAll(/CHECK \((\w+) IN \(('[^)]*)\)\)/g)].map(([, column, list]) => [
        `${name}.${column}`,
        [...list!.matchAll(/'([^']*)'/g)].map(([, text]) => text!),
      ]),
    ),
  );
}

test("the control file allows exactly the members of the closed sets", () => {
  expect<Record<string, readonly string[]>>(checksOf(embeddedLayout.control)).toEqual({
    "accounts.silence_alarm": silenceAlarms,
    "alarm_acts.act": alarmActs,
    "alarm_follow_ups.snoozed_severity": severities,
    "alert_rules.severity": severities,
    "channels.kind": channelKinds,
    "notification_rules.min_severity": severities,
    "audit_log.actor_kind": actorKinds,
    "device_groups.silence_alarm": silenceAlarms,
    "devices.contract": contractNames,
    "devices.handling": handlingNames,
    "devices.silence_alarm": silenceAlarms,
    "email_links.purpose": emailLinkPurposes,
    "hardware_ids.state": hardwareStates,
    "imports.format": importFormats,
    "imports.mode": importModes,
    "device_imports.state": importStates,
    "imports.state": importStates,
    "invitations.role": roles,
    "mail_recipients.state": [...recipientStates, "removed"],
    "memberships.role": roles,
    "provisioning_keys.admission": provisioningAdmissions,
    "samples.state": storedSampleStates,
    "share_links.picked_kind": boardVariableKinds,
    "users.theme": themes,
    "users.time_format": timeFormats,
  });
});

test("the store file allows exactly the members of the closed sets", () => {
  expect<Record<string, readonly string[]>>(checksOf(embeddedLayout.store)).toEqual({
    "alarms.clear_reason": clearReasons,
    "alarms.severity": severities,
    "outbox.state": messageStates,
  });
});
