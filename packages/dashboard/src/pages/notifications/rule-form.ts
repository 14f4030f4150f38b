import type { Owner, Severity } from "@weir/protocol/closed-sets";
import type { CallAnswer } from "../../api/route-types.ts";
import { numberOrNull, numberText } from "../../format/number-text.ts";
import type { Channel } from "./channel-words.ts";
import type { WeeklySpan } from "./weekly-span.ts";

export type NotificationRule = CallAnswer<"listNotificationRules">["items"][number];

/** Which alarms a rule is about, in words. */
export const severityTexts = {
  info: "All alarms",
  warning: "Warning and critical",
  critical: "Critical only",
} as const satisfies Record<Severity, string>;

/** The fields of the form. Numbers are texts, because a field may be empty. */
interface RuleForm {
  readonly owner: Owner;
  readonly name: string;
  readonly severity: Severity;
  /** "" for all devices. */
  readonly group: string;
  readonly hours: WeeklySpan | null;
  readonly notifiesCleared: boolean;
  /** "" sends each alarm at once. */
  readonly digestMinutes: string;
  readonly channels: readonly string[];
  /** "" for no escalation. */
  readonly escalateAfter: string;
  readonly escalationChannels: readonly string[];
}

/** The only channel of an owner, which is proposed because there is nothing to choose. */
export function onlyChannel(channels: readonly Pick<Channel, "uuid" | "owner">[], owner: Owner): string[] {
  const own = channels.filter((channel) => channel.owner === owner);
  return own.length === 1 ? own.map(({ uuid }) => uuid) : [];
}

/** A new rule begins with these channels. */
export function formOf(rule: NotificationRule | null, owner: Owner, channels: readonly string[]): RuleForm {
  const uuids = (channels: readonly { readonly uuid: string }[]) => channels.map(({ uuid }) => uuid);
  return {
    owner: rule?.owner ?? owner,
    name: rule?.name ?? "",
    severity: rule?.min_severity ?? "warning",
    group: rule?.group ?? "",
    hours: rule?.hours ?? null,
    notifiesCleared: rule?.notify_cleared ?? true,
    digestMinutes: numberText(rule?.digest_minutes),
    channels: rule === null ? channels : uuids(rule.channels),
    escalateAfter: numberText(rule?.escalation?.after_minutes),
    escalationChannels: uuids(rule?.escalation?.channels ?? []),
  };
}

export function bodyOf(form: RuleForm) {
  const { name, severity, group, hours, notifiesCleared, channels } = form;
  const afterMinutes = numberOrNull(form.escalateAfter);
  return {
    name,
    min_severity: severity,
    group: group === "" ? null : group,
    notify_cleared: notifiesCleared,
    hours: hours === null ? null : { ...hours, days: [...hours.days] },
    digest_minutes: numberOrNull(form.digestMinutes),
    channels: [...channels],
    escalation:
      afterMinutes === null ? null : { after_minutes: afterMinutes, channels: [...form.escalationChannels] },
  };
}

/** Which owners a person can give a new rule: those that have channels. */
export function ownersWith(channels: readonly { readonly owner: Owner }[]): readonly Owner[] {
  return (["account", "person"] as const).filter((owner) => channels.some((each) => each.owner === owner));
}
