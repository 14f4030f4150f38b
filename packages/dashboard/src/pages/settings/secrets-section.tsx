import { LockKeyhole } from "lucide-react";
import { useEffect, useState } from "react";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay } from "../../app/session.tsx";
import { CodeBlock } from "../../ui/copy.tsx";
import type { Column } from "../../ui/record-table.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ResourceSection } from "../../ui/resource-section.tsx";
import { RowActions } from "../../ui/row-actions.tsx";
import { EmptyState, Failure, Loading } from "../../ui/states.tsx";
import { SecretDialog, webhookSecretName } from "./secret-dialog.tsx";
import { ShownDialog } from "./shown-dialog.tsx";

type Secret = CallAnswer<"listSecrets">["items"][number];

export function SecretsSection() {
  const mayEdit = useMay("editor");
  const mayShow = useMay("owner");
  const secrets = useCall("listSecrets", {});
  const [isMaking, setIsMaking] = useState(false);
  return (
    <>
      <ResourceSection
        about={`Keys for signing webhooks and passwords for brokers. Rule chains refer to secrets by name and never contain their values. The secret “${webhookSecretName}” signs webhooks unless a node uses another secret.`}
        create={mayEdit && { label: "New secret", onClick: () => setIsMaking(true) }}
        list={secrets}
        empty={(create) => (
          <EmptyState icon={<LockKeyhole size={22} />} title="No secrets yet" action={create}>
            For example, a chain that publishes to an MQTT broker needs a secret for the broker’s password.
          </EmptyState>
        )}
        label="Secrets"
        items={secrets.data?.items ?? []}
        idOf={({ name }) => name}
        columns={columns}
        actions={mayEdit && ((secret) => <SecretActions name={secret.name} />)}
      />
      {!mayShow && <p className="text-sm text-muted">Owners can view the values.</p>}
      {isMaking && <SecretDialog name={null} onClose={() => setIsMaking(false)} />}
    </>
  );
}

const columns: readonly Column<Secret>[] = [
  { head: "Name", isWide: true, className: "font-mono", cell: ({ name }) => name },
  {
    head: "Last changed",
    label: "Last changed",
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
];

function SecretActions({ name }: { readonly name: string }) {
  const mayShow = useMay("owner");
  const [doing, setDoing] = useState<"nothing" | "showing" | "changing">("nothing");
  const stop = () => setDoing("nothing");
  const remove = useChange("removeSecret", {
    refreshes: ["listSecrets", "listAudit"],
    said: `Secret “${name}” removed.`,
  });
  const question = {
    title: `Remove “${name}”?`,
    text: "The value can’t be recovered. A secret that a chain uses can’t be removed.",
    action: "Remove",
    typed: name,
    onConfirm: () => remove.mutateAsync({ params: { secret: name } }),
  };
  return (
    <>
      <RowActions
        of={name}
        entries={[
          ...(mayShow ? [{ label: "Show", onSelect: () => setDoing("showing") }] : []),
          { label: "New value", onSelect: () => setDoing("changing") },
          ...(name === webhookSecretName ? [] : [{ label: "Remove", isDangerous: true, question }]),
        ]}
      />
      {doing === "showing" && <ShownSecretDialog name={name} onClose={stop} />}
      {doing === "changing" && <SecretDialog name={name} onClose={stop} />}
    </>
  );
}

/**
 * The value of a secret. It is requested like a change, so it is never cached. Showing it is recorded in the audit log.
 */
function ShownSecretDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const show = useChange("showSecret", { quiet: true, refreshes: ["listAudit"] });
  const { mutate } = show;
  useEffect(() => mutate({ params: { secret: name } }), [mutate, name]);
  return (
    <ShownDialog
      title={`Secret “${name}”`}
      description="Viewing this secret is recorded in the audit log."
      done="Close"
      onClose={onClose}
    >
      {show.isError && <Failure error={show.error} onRetry={() => mutate({ params: { secret: name } })} />}
      {show.data === undefined && !show.isError && <Loading shape="rows" />}
      {show.data !== undefined && <CodeBlock isWrapped label="Value" code={show.data.value} />}
    </ShownDialog>
  );
}
