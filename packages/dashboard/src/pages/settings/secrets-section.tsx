import { LockKeyhole } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { RowActions } from "./row-actions.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { SectionHead } from "./section-head.tsx";
import { ShownSecretDialog } from "./shown-secret-dialog.tsx";
import { webhookSecretName } from "./webhook-secret.ts";

export function SecretsSection() {
  const mayEdit = useMay("editor");
  const mayShow = useMay("owner");
  const secrets = useCall("listSecrets", {});
  const [edited, setEdited] = useState<{ readonly name: string | null } | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [ending, setEnding] = useState<string | null>(null);
  const remove = useChange("removeSecret", {
    refreshes: ["listSecrets", "listAudit"],
    said: "The secret is removed.",
  });
  const create = (
    <Button look="primary" onClick={() => setEdited({ name: null })}>
      New secret
    </Button>
  );
  return (
    <>
      <SectionHead action={mayEdit && (secrets.data?.items.length ?? 0) > 0 && create}>
        Keys that sign webhooks and passwords of brokers. Rule chains name them; their values are not in any
        chain. The one called “{webhookSecretName}” signs webhooks unless a node names another.
      </SectionHead>
      <Card isFlush>
        <Loaded result={secrets}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState
                icon={<LockKeyhole size={22} />}
                title="No secrets yet"
                {...(mayEdit ? { action: create } : {})}
              >
                A chain that publishes to an MQTT broker needs one for the broker’s password.
              </EmptyState>
            ) : (
              <Table label="Secrets">
                <thead>
                  <tr>
                    <Th>Name</Th>
                    <Th>Value since</Th>
                    {mayEdit && (
                      <Th>
                        <span className="sr-only">Actions</span>
                      </Th>
                    )}
                  </tr>
                </thead>
                <tbody>
                  {items.map(({ name, created_at }) => (
                    <Tr key={name}>
                      <Td className="font-mono">{name}</Td>
                      <Td>
                        <RelativeTime at={created_at} />
                      </Td>
                      {mayEdit && (
                        <Td>
                          <RowActions
                            of={name}
                            entries={[
                              ...(mayShow ? [{ label: "Show", onSelect: () => setShown(name) }] : []),
                              { label: "New value", onSelect: () => setEdited({ name }) },
                              ...(name === webhookSecretName
                                ? []
                                : [{ label: "Remove", isDangerous: true, onSelect: () => setEnding(name) }]),
                            ]}
                          />
                        </Td>
                      )}
                    </Tr>
                  ))}
                </tbody>
              </Table>
            )
          }
        </Loaded>
      </Card>
      {!mayShow && <p className="text-sm text-muted">Owners can look at the values.</p>}
      {edited !== null && <SecretDialog name={edited.name} onClose={() => setEdited(null)} />}
      {shown !== null && <ShownSecretDialog name={shown} onClose={() => setShown(null)} />}
      <Confirm
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        title={`Remove “${ending ?? ""}”?`}
        action="Remove"
        typed={ending ?? ""}
        isBusy={remove.isPending}
        onConfirm={() => {
          if (ending !== null) remove.mutate({ params: { secret: ending } });
          setEnding(null);
        }}
      >
        Its value cannot be brought back. A secret that a chain needs is not removed.
      </Confirm>
    </>
  );
}
