import { LockKeyhole } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { CardTable, CardTd, CardTr } from "../../ui/card-table.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { actionsHead, RowActions } from "../../ui/row-actions.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { ListCard } from "./list-card.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { SectionHead } from "./section-head.tsx";
import { ShownSecretDialog } from "./shown-secret-dialog.tsx";
import { webhookSecretName } from "./webhook-secret.ts";

type Secret = CallAnswer<"listSecrets">["items"][number];

export function SecretsSection() {
  const mayEdit = useMay("editor");
  const mayShow = useMay("owner");
  const secrets = useCall("listSecrets", {});
  const [isMaking, setIsMaking] = useState(false);
  const items = secrets.data?.items ?? [];
  const create = mayEdit && (
    <Button look="primary" onClick={() => setIsMaking(true)}>
      New secret
    </Button>
  );
  return (
    <>
      <SectionHead action={items.length > 0 && create}>
        Keys for signing webhooks and passwords for brokers. Rule chains refer to secrets by name and never
        contain their values. The secret “{webhookSecretName}” signs webhooks unless a node uses another
        secret.
      </SectionHead>
      <ListCard
        list={secrets}
        isEmpty={items.length === 0}
        empty={
          <EmptyState icon={<LockKeyhole size={22} />} title="No secrets yet" action={create}>
            For example, a chain that publishes to an MQTT broker needs a secret for the broker’s password.
          </EmptyState>
        }
      >
        <CardTable
          label="Secrets"
          heads={[["name", "Name"], ["since", "Value since"], ...(mayEdit ? [actionsHead] : [])]}
        >
          {items.map((secret) => (
            <SecretRow key={secret.name} secret={secret} />
          ))}
        </CardTable>
      </ListCard>
      {!mayShow && <p className="text-sm text-muted">Owners can view the values.</p>}
      {isMaking && <SecretDialog name={null} onClose={() => setIsMaking(false)} />}
    </>
  );
}

function SecretRow({ secret: { name, created_at } }: { readonly secret: Secret }) {
  const mayEdit = useMay("editor");
  const mayShow = useMay("owner");
  const [doing, setDoing] = useState<"nothing" | "showing" | "changing" | "removing">("nothing");
  const stop = () => setDoing("nothing");
  const remove = useChange("removeSecret", {
    refreshes: ["listSecrets", "listAudit"],
    said: `Secret “${name}” removed.`,
    onDone: stop,
  });
  return (
    <>
      <CardTr>
        <CardTd isWide className="font-mono">
          {name}
        </CardTd>
        <CardTd label="Value since">
          <RelativeTime at={created_at} />
        </CardTd>
        {mayEdit && (
          <RowActions
            of={name}
            entries={[
              ...(mayShow ? [{ label: "Show", onSelect: () => setDoing("showing") }] : []),
              { label: "New value", onSelect: () => setDoing("changing") },
              ...(name === webhookSecretName
                ? []
                : [{ label: "Remove", isDangerous: true, onSelect: () => setDoing("removing") }]),
            ]}
          />
        )}
      </CardTr>
      {doing === "showing" && <ShownSecretDialog name={name} onClose={stop} />}
      {doing === "changing" && <SecretDialog name={name} onClose={stop} />}
      {doing === "removing" && (
        <Confirm
          isOpen
          onClose={stop}
          title={`Remove “${name}”?`}
          action="Remove"
          typed={name}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ params: { secret: name } })}
        >
          The value can’t be recovered. A secret that a chain uses can’t be removed.
        </Confirm>
      )}
    </>
  );
}
