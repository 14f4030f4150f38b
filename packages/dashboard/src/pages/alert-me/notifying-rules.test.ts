import { expect, test } from "bun:test";
import type { Channel } from "../notifications/channel-words.ts";
import type { NotificationRule } from "../notifications/rule-form.ts";
import { channelsLeft, guessedChannels, newNotificationRules, notifyingRules } from "./notifying-rules.ts";

const channel = (name: string, owner: Channel["owner"] = "account"): Channel => ({
  uuid: name,
  owner,
  name,
  kind: "slack",
  address: "hooks.slack.com",
  created_at: "2026-01-01T00:00:00Z",
  quiet_hours: null,
  limited: null,
  problem: null,
  only_channel_of: [],
});

const rule = (given: Partial<NotificationRule>, ...channels: string[]): NotificationRule => ({
  uuid: "",
  owner: "account",
  name: "Rule",
  created_at: "2026-01-01T00:00:00Z",
  min_severity: "warning",
  group: null,
  hours: null,
  notify_cleared: true,
  digest_minutes: null,
  channels: channels.map((name) => ({ uuid: name, name })),
  tells_nobody: false,
  escalation: null,
  ...given,
});

test("finds the notification rules that send alarms of a severity and a group to somebody", () => {
  const rules = [
    rule({ name: "all" }),
    rule({ name: "grave", min_severity: "critical" }),
    rule({ name: "north", group: "North" }),
    rule({ name: "south", group: "South" }),
    rule({ name: "broken", tells_nobody: true }),
  ];
  const names = (alarms: Parameters<typeof notifyingRules>[1]) =>
    notifyingRules(rules, alarms).map(({ name }) => name);
  expect(names({ severity: "warning", group: "North" })).toEqual(["all", "north"]);
  expect(names({ severity: "critical", group: null })).toEqual(["all", "grave"]);
  expect(names({ severity: "info", group: "North" })).toEqual([]);
});

test("guesses the only channel, unless somebody is notified without it or there are several", () => {
  const notifying = [rule({}, "Ops")];
  expect(guessedChannels([channel("Ops")], [])).toEqual(["Ops"]);
  expect(guessedChannels([channel("Ops"), channel("Night")], [])).toEqual([]);
  const left = channelsLeft([channel("Ops"), channel("Night")], notifying);
  expect(left.map(({ name }) => name)).toEqual(["Night"]);
  expect(guessedChannels(left, notifying)).toEqual([]);
});

test("makes one notification rule for the channels of each owner", () => {
  const channels = [channel("Ops"), channel("Mine", "person"), channel("Night")];
  expect(newNotificationRules(channels, { severity: "critical", group: "North" })).toEqual([
    {
      owner: "account",
      name: "Critical only to Ops, Night",
      min_severity: "critical",
      group: "North",
      channels: ["Ops", "Night"],
    },
    {
      owner: "person",
      name: "Critical only to Mine",
      min_severity: "critical",
      group: "North",
      channels: ["Mine"],
    },
  ]);
});
