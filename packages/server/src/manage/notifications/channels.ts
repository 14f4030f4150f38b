import { randomUUID } from "node:crypto";
import type { Owner } from "@weir/protocol/closed-sets";
import {
  type ChannelTargetForm,
  channelsPerAccountMax,
  channelsPerPersonMax,
} from "@weir/protocol/manage/channel-forms";
import type { WeeklyMute } from "@weir/rule-engine/alerts/alert-mute";
import type { AuditedAction } from "../../control/audit/audited-action.ts";
import {
  type Channel,
  deleteChannel,
  findChannel,
  insertChannel,
  updateChannel,
} from "../../control/channels/channels.ts";
import type { Control, ControlChange, ControlData } from "../../control/control.ts";
import { type ExpectedVersion, isExpected, versionOf } from "../../web/expected-version.ts";
import { problemOfWeekly } from "../alerts/check-alert-rule.ts";
import { commitChange } from "../commit-change.ts";
import { type Refusal, type Result, refuse, succeed } from "../manage-error.ts";
import { noteRecipients } from "../messages/recipients.ts";
import {
  type Editor,
  holderOf,
  type OwnedMax,
  ownerOf,
  refuseChanged,
  refuseOneMore,
  refuseOwner,
} from "../owner-rules.ts";
import { validateName } from "../validate-text.ts";
import { plainTarget } from "./channel-target.ts";
import { sealTarget } from "./sealed-channel.ts";

/** Channels and notification rules have the same rules about owners. */
export const channelThings = "channels and rules";
const limit: OwnedMax = {
  table: "channels",
  things: "channels",
  code: "too_many_channels",
  perAccountMax: channelsPerAccountMax,
  perPersonMax: channelsPerPersonMax,
};

interface NewChannel {
  readonly owner: Owner;
  readonly name: string;
  readonly target: ChannelTargetForm;
  readonly quietHours: WeeklyMute | null;
}

export async function createChannel(
  control: Control,
  editor: Editor,
  { owner, name, target, quietHours }: NewChannel,
): Promise<Result<Channel>> {
  const plain = plainTarget(target);
  if (!plain.ok) return plain;
  if (target.kind === "push" && owner !== "person") {
    return refuse("bad_target", "A browser can only be a person's own channel.");
  }
  return commitChange(control, async (tx) => {
    const refused =
      refuseOwner(editor, owner, channelThings) ?? (await refuseOneMore(tx, editor, owner, limit));
    if (refused !== null) return refused;
    const checked = checkFields({ name, quietHours });
    if (!checked.ok) return checked;
    const uuid = randomUUID();
    const { accountId, userId } = holderOf(editor, owner);
    const made = await insertChannel(tx, {
      uuid,
      account_id: accountId,
      user_id: userId,
      name: checked.value.name,
      kind: target.kind,
      ...plain.value,
      sealed: sealTarget(target, uuid, control.key),
      quiet_hours: quietHours === null ? null : JSON.stringify(quietHours),
      created_at: control.nowUs(),
    });
    // An address outside the account is asked now, and not only with the first alarm.
    const emails = target.kind === "mail" ? [target.address] : [];
    const asked = await noteRecipients(tx, { accountId, emails, nowUs: made.createdAt });
    const audit = { ...actionOn("channel.create", made), after: toldOf(made) };
    return succeed({ value: made, audit: [audit], changes: asked > 0 ? [{ kind: "recipients" }] : [] });
  });
}

export async function editChannel(
  control: Control,
  editor: Editor,
  uuid: string,
  {
    patch,
    expected,
  }: {
    readonly patch: {
      readonly name?: string | undefined;
      readonly quietHours?: WeeklyMute | null | undefined;
    };
    readonly expected: ExpectedVersion;
  },
): Promise<Result<Channel>> {
  return commitChange(control, async (tx) => {
    const found = await expectedChannel(tx, editor, uuid, expected);
    if (!found.ok) return found;
    const before = found.value;
    const { name = before.name, quietHours = before.quietHours } = patch;
    const checked = checkFields({ name, quietHours });
    if (!checked.ok) return checked;
    await updateChannel(tx, before.id, checked.value);
    const after = { ...before, ...checked.value };
    const audit = { ...actionOn("channel.update", before), before: toldOf(before), after: toldOf(after) };
    return succeed({ value: after, audit: [audit], changes: [changeOf(before)] });
  });
}

export async function removeChannel(
  control: Control,
  editor: Editor,
  uuid: string,
  expected: ExpectedVersion,
): Promise<Result<null>> {
  return commitChange(control, async (tx) => {
    const found = await expectedChannel(tx, editor, uuid, expected);
    if (!found.ok) return found;
    await deleteChannel(tx, found.value.id);
    const audit = { ...actionOn("channel.delete", found.value), before: toldOf(found.value) };
    return succeed({ value: null, audit: [audit], changes: [changeOf(found.value)] });
  });
}

/** Finds a channel that the editor may change. */
export async function editableChannel(
  db: ControlData,
  editor: Editor,
  uuid: string,
): Promise<Result<Channel>> {
  const channel = await findChannel(db, editor, uuid);
  if (channel === null) return unknownChannel();
  return refuseOwner(editor, ownerOf(channel), channelThings) ?? succeed(channel);
}

export function unknownChannel(): Refusal {
  return refuse("unknown_channel", "This channel does not exist.");
}

export function etagOf({ name, quietHours }: Channel): string {
  return versionOf([name, quietHours]);
}

/** What the audit log says about a channel; never its target. */
export function actionOn(action: string, { accountId, uuid, userId }: Channel): AuditedAction {
  return { isPrivate: userId !== null, accountId, action, subjectKind: "channel", subject: uuid };
}

/** Processors load the rules and channels of the account again. */
export function changeOf({ accountId }: Pick<Channel, "accountId">): ControlChange {
  return { kind: "notifications", accountId };
}

function toldOf(channel: Channel) {
  const { name, kind, address, quietHours } = channel;
  return { name, owner: ownerOf(channel), kind, address, quiet_hours: quietHours };
}

async function expectedChannel(
  db: ControlData,
  editor: Editor,
  uuid: string,
  expected: ExpectedVersion,
): Promise<Result<Channel>> {
  const found = await editableChannel(db, editor, uuid);
  if (!found.ok || isExpected(expected, etagOf(found.value))) return found;
  return refuseChanged("channel");
}

/** Checks a span of the week, for a channel or a rule. */
export function refuseHours(hours: WeeklyMute | null): Refusal | null {
  const problem = hours === null ? null : problemOfWeekly(hours);
  return problem === null ? null : refuse("bad_hours", problem.message);
}

function checkFields({
  name,
  quietHours,
}: {
  readonly name: string;
  readonly quietHours: WeeklyMute | null;
}): Result<Pick<Channel, "name" | "quietHours">> {
  const valid = validateName("A channel's name", name);
  if (!valid.ok) return valid;
  return refuseHours(quietHours) ?? succeed({ name: valid.value, quietHours });
}
