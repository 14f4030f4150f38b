import { conditionText } from "@weir/rule-engine/alerts/condition-text";
import { BellPlus } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { AlarmsPlace } from "../../app/places/alarms-place.tsx";
import { useMay } from "../../app/session.tsx";
import { useFilters } from "../../app/use-filters.ts";
import { useFlag } from "../../app/use-flag.ts";
import { exactText } from "../../format/number.ts";
import type { Column } from "../../ui/record-table.tsx";
import { ResourceSection } from "../../ui/resource-section.tsx";
import { RowActions } from "../../ui/row-actions.tsx";
import { Severity } from "../../ui/severity.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Together } from "../../ui/together.tsx";
import { AlertRuleDialog } from "./alert-rule-dialog.tsx";
import { type AlertRule, conditionOfRule } from "./condition-words.ts";
import { MuteDialog } from "./mute-dialog.tsx";
import { isMutedUntil, mutedText } from "./mute-words.ts";
import { NobodyNotified, NotifyingRules } from "./notifying-rules.tsx";

const dayMs = 86_400_000;

/** Rules that raise alarms without a chain. */
export function AlertRulesPage() {
  const mayEdit = useMay("editor");
  const rules = useCall("listAlertRules", {});
  const [isCreating, setIsCreating] = useFlag("new");
  const silent = silentText(rules.data?.items ?? []);
  // Links of alarms name their rule.
  const [{ rule: named, device }, setFilter] = useFilters("rule", "device");
  const linked = rules.data?.items.find(({ uuid }) => uuid === named) ?? null;
  const edited = mayEdit ? (isCreating ? "new" : linked) : null;
  const close = () => {
    if (isCreating) setIsCreating(false);
    else setFilter({ rule: "" });
  };
  return (
    <AlarmsPlace to="/alarms/rules">
      <Together className="flex flex-col gap-4">
        {silent !== null && <NobodyNotified when={silent} />}
        <ResourceSection
          about="Raise an alarm when a value crosses a limit, changes too fast or stops arriving. No rule chain needed."
          create={mayEdit && { label: "New alert rule", onClick: () => setIsCreating(true) }}
          list={rules}
          empty={(create) => (
            <EmptyState icon={<BellPlus size={22} />} title="No alert rules yet" action={create}>
              For example, a rule can raise an alarm when a freezer is above −15 °C for 10 minutes.
            </EmptyState>
          )}
          label="Alert rules"
          items={rules.data?.items ?? []}
          idOf={({ uuid }) => uuid}
          columns={columns}
          actions={
            mayEdit && ((rule) => <RuleActions rule={rule} onEdit={() => setFilter({ rule: rule.uuid })} />)
          }
        />
      </Together>
      {edited !== null && <AlertRuleDialog rule={edited} device={device} onClose={close} />}
    </AlarmsPlace>
  );
}

const columns: readonly Column<AlertRule>[] = [
  { head: "Name", isWide: true, cell: ({ name }) => <span className="font-medium">{name}</span> },
  { head: "Severity", cell: ({ severity }) => <Severity severity={severity} /> },
  { head: "Applies to", label: "Applies to", cell: targetText },
  {
    head: "Alarm when the value",
    label: "Alarm when the value",
    cell: (rule) => conditionText(conditionOfRule(rule), exactText),
  },
  { head: "Notifies", label: "Notifies", cell: (rule) => <NotifyingRules rule={rule} /> },
  { head: "Muted", label: "Muted", cell: ({ mute }) => mutedText(mute, Date.now()) },
];

function silentText(rules: readonly AlertRule[]): string | null {
  const silent = rules.filter(({ tells_nobody }) => tells_nobody).length;
  if (silent === 0) return null;
  if (silent === rules.length) return "these rules raise an alarm";
  return `${silent} of these rules ${silent === 1 ? "raises" : "raise"} an alarm`;
}

function targetText({ target, sensor }: AlertRule): string {
  switch (target.kind) {
    case "sensor":
      return sensor === null ? "One sensor" : `${sensor.name} of ${sensor.device.name}`;
    case "type":
      return `All ${target.type} sensors`;
    case "group":
      return target.type == null ? `Group ${target.group}` : `${target.type} in group ${target.group}`;
    case "template":
      return target.type == null
        ? `Template ${target.template}`
        : `${target.type} of template ${target.template}`;
  }
}

function RuleActions({ rule, onEdit }: { readonly rule: AlertRule; readonly onEdit: () => void }) {
  const { uuid, name, mute } = rule;
  const refreshes = ["listAlertRules", "listAudit"] as const;
  const params = { rule: uuid };
  const muting = useChange("muteAlertRule", {
    refreshes,
    said: ({ mute: { until } }) =>
      until === null ? `“${name}” is no longer muted.` : `“${name}” is muted for a day.`,
  });
  const deletion = useChange("deleteAlertRule", { refreshes, said: `“${name}” was deleted.` });
  const [isMuting, setIsMuting] = useState(false);
  const until = isMutedUntil(mute, Date.now()) ? null : () => new Date(Date.now() + dayMs).toISOString();
  return (
    <>
      <RowActions
        of={name}
        entries={[
          { label: "Edit", onSelect: onEdit },
          {
            label: until === null ? "Unmute" : "Mute for a day",
            onSelect: () =>
              muting.mutate({ params, body: { until: until?.() ?? null, weekly: mute.weekly } }),
          },
          { label: "Mute on a schedule", onSelect: () => setIsMuting(true) },
          {
            label: "Delete",
            isDangerous: true,
            question: {
              title: `Delete “${name}”?`,
              action: "Delete rule",
              text: "Clears its active alarms. Past alarms stay.",
              onConfirm: () => deletion.mutateAsync({ params }),
            },
          },
        ]}
      />
      {isMuting && <MuteDialog rule={rule} onClose={() => setIsMuting(false)} />}
    </>
  );
}
