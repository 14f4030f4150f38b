import { BellRing } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import type { Column } from "../../ui/record-table.tsx";
import { ResourceSection } from "../../ui/resource-section.tsx";
import { RowActions } from "../../ui/row-actions.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { type NotificationRule, ownersWith, severityTexts } from "./rule-form.ts";
import { spanText } from "./weekly-span.ts";

/** Rules that say which channels are notified of which alarms. */
export function RuleList() {
  const isEditor = useMay("editor");
  const rules = useCall("listNotificationRules", {});
  const channels = useCall("listChannels", {}).data?.items ?? [];
  const owners = ownersWith(channels).filter((owner) => owner === "person" || isEditor);
  const [edited, setEdited] = useState<NotificationRule | "new" | null>(null);
  const items = rules.data?.items ?? [];
  const create = owners.length > 0 && <Button onClick={() => setEdited("new")}>New notification rule</Button>;
  return (
    <>
      <ResourceSection
        title="Rules"
        action={items.length > 0 && create}
        list={rules}
        empty={() => (
          <EmptyState icon={<BellRing size={22} />} title="No notification rules yet" action={create}>
            {owners.length > 0
              ? "Create a rule to choose which alarms each channel receives."
              : "Add a channel first, then create a rule to choose which alarms it receives."}
          </EmptyState>
        )}
        label="Notification rules"
        items={items}
        idOf={({ uuid }) => uuid}
        columns={columns}
        actions={(rule) =>
          rule.owner === "person" || isEditor ? (
            <RuleActions rule={rule} onEdit={() => setEdited(rule)} />
          ) : (
            <RowActions of={rule.name} entries={[]} />
          )
        }
      />
      {edited !== null && (
        <RuleDialog
          rule={edited === "new" ? null : edited}
          owners={owners}
          channels={channels}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

const nobodyText = "Notifies nobody: nothing reaches its channels or those it escalates to.";

const columns: readonly Column<NotificationRule>[] = [
  {
    head: "Name",
    isWide: true,
    cell: ({ name, owner, tells_nobody }) => (
      <>
        <span className="font-medium">{name}</span>
        {owner === "person" && <span className="text-muted"> (only you)</span>}
        {tells_nobody && <p className="text-warn">{nobodyText}</p>}
      </>
    ),
  },
  { head: "Alarms", label: "Alarms", cell: alarmsText },
  { head: "When", label: "When", cell: whenText },
  {
    head: "Channels",
    label: "Channels",
    cell: ({ channels }) => channels.map(({ name }) => name).join(", ") || "None left",
  },
  {
    head: "Escalation",
    label: "Escalation",
    cell: ({ escalation }) =>
      escalation === null ? (
        <span className="text-muted">None</span>
      ) : (
        `After ${escalation.after_minutes} min to ${escalation.channels.map(({ name }) => name).join(", ") || "nobody"}`
      ),
  },
];

function alarmsText({ min_severity, group }: NotificationRule): string {
  return group === null ? severityTexts[min_severity] : `${severityTexts[min_severity]}, group ${group}`;
}

function whenText({ hours, digest_minutes }: NotificationRule): string {
  const span = hours === null ? "Always" : spanText(hours);
  return digest_minutes === null ? span : `${span}, combined for ${digest_minutes} min`;
}

function RuleActions({ rule, onEdit }: { readonly rule: NotificationRule; readonly onEdit: () => void }) {
  const { uuid, name } = rule;
  const deletion = useChange("deleteNotificationRule", {
    refreshes: ["listNotificationRules", "listChannels", "listAlertRules", "listAudit"],
    said: `“${name}” was deleted.`,
  });
  return (
    <RowActions
      of={name}
      entries={[
        { label: "Edit", onSelect: onEdit },
        {
          label: "Delete",
          isDangerous: true,
          question: {
            title: `Delete “${name}”?`,
            action: "Delete rule",
            text: "Its channels stop receiving these alarms. Messages already waiting are still sent.",
            onConfirm: () => deletion.mutateAsync({ params: { rule: uuid } }),
          },
        },
      ]}
    />
  );
}
