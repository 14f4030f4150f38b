import { alertRule } from "@weir/protocol/resources/alert-rule";
import type { AlertMute } from "@weir/rule-engine/alerts/alert-mute";
import { type AlertRule, alertRuleRows, saveAlertMute } from "../../control/alerts/alert-rules.ts";
import type { Control } from "../../control/control.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { ExpectedVersion } from "../../web/expected-version.ts";
import { commitChange } from "../core/commit-change.ts";
import { type Result, refuseField, succeed } from "../core/manage-error.ts";
import type { Editor } from "../core/owner-rules.ts";
import { fieldsOf } from "../core/resources/resource-fields.ts";
import { serveResource } from "../core/resources/serve-resource.ts";
import { notifyingRules, whoIsNotified } from "../notifications/notifying-rules.ts";
import { problemOfRule, problemOfWeekly } from "./check-alert-rule.ts";
import { refuseType, scopeOfTarget } from "./rule-scope.ts";

export const alertRules = serveResource(alertRule, {
  rows: alertRuleRows,

  async check({ tx, holder: { accountId }, fields, before, sent }) {
    const problem = problemOfRule(fields);
    if (problem !== null) return refuseField(problem.field, problem.message);
    const scope = await scopeOfTarget(tx, accountId, fields.target);
    if (!scope.ok) return scope;
    // The type of a rule may have gone since; that must not keep people from changing the rest.
    const isNamed = before === null || sent.target !== undefined;
    const refused = isNamed ? await refuseType(tx, accountId, scope.value) : null;
    return refused ?? succeed({ scope: scope.value });
  },

  audited: (rule) => ({ mute: muteOf(rule) }),

  compared: (rule) => [fieldsOf(alertRule, rule), rule.mute],

  /** Processors load the rules of the account again. */
  changes: ({ before, after }) => [{ kind: "alert rules", accountId: (after ?? before).accountId }],

  async listed(rules, context) {
    const notifying = await notifyingRules(context);
    return rules.map((rule) => ({
      version: rule.version,
      sensor: rule.sensor,
      mute: muteOf(rule),
      ...whoIsNotified(rule, notifying, context),
    }));
  },
});

/** Makes no new version, but another ETag. */
export function muteAlertRule(
  control: Control,
  editor: Editor,
  uuid: string,
  { mute, expected }: { readonly mute: AlertMute; readonly expected: ExpectedVersion },
): Promise<Result<AlertRule>> {
  return commitChange(control, async (tx) => {
    const found = await alertRules.operations.findExpected(tx, editor, uuid, expected);
    if (!found.ok) return found;
    const before = found.value;
    const problem = mute.weekly === null ? null : problemOfWeekly(mute.weekly);
    if (problem !== null) return refuseField(problem.field, problem.message);
    await saveAlertMute(tx, before.id, mute);
    const after = { ...before, mute };
    return succeed(await alertRules.operations.changed("mute", { control, tx, before, after }));
  });
}

function muteOf({ mute: { untilUs, weekly } }: AlertRule) {
  return {
    until: untilUs === null ? null : formatMicros(untilUs),
    weekly: weekly === null ? null : { ...weekly, days: [...weekly.days] },
  };
}
