import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay } from "../../app/session.tsx";
import { countText } from "../../format/number.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import type { Column } from "../../ui/record-table.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ResourceSection } from "../../ui/resource-section.tsx";
import { RowActions } from "../../ui/row-actions.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { FirmwareDialog } from "./firmware-code.tsx";
import { NewClaimCodesDialog } from "./new-claim-codes-dialog.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";
import { admissionWords, provisioningRefreshes } from "./provisioning-words.ts";

type ProvisioningKey = CallAnswer<"listProvisioningKeys">["items"][number];

export function ProvisioningKeys() {
  const mayEdit = useMay("editor");
  const keys = useCall("listProvisioningKeys", {});
  const templates = useCall("listTemplates", {});
  const [isMaking, setIsMaking] = useState(false);
  const known = templates.data?.items ?? [];
  const hasTemplates = known.length > 0;
  const items = keys.data?.items ?? [];
  const button = mayEdit && hasTemplates && (
    <Button size="small" onClick={() => setIsMaking(true)}>
      New key
    </Button>
  );
  const toTemplates = mayEdit && templates.data !== undefined && (
    <ButtonLink to="/devices/templates">Create a template</ButtonLink>
  );
  return (
    <>
      <ResourceSection
        title="Provisioning keys"
        action={items.length > 0 && button}
        list={keys}
        empty={() => (
          <EmptyState
            icon={<KeyRound size={22} />}
            title="No provisioning keys yet"
            action={button || toTemplates}
          >
            {hasTemplates || templates.isPending
              ? "All devices of a kind share a key. On its first start, a device sends the key and its hardware id, and gets its own token."
              : "A key belongs to a device template, which defines the sensors of its devices. Create a template first."}
          </EmptyState>
        )}
        label="Provisioning keys"
        items={items}
        idOf={({ uuid }) => uuid}
        columns={columns}
        actions={mayEdit && ((key) => <KeyActions of={key} />)}
      />
      {isMaking && <NewKeyDialog templates={known} onClose={() => setIsMaking(false)} />}
    </>
  );
}

const columns: readonly Column<ProvisioningKey>[] = [
  {
    head: "Key",
    isWide: true,
    cell: ({ name, start, template }) => (
      <>
        <div className="font-medium">{name}</div>
        <div className="text-muted">
          <code className="font-mono">{start}…</code> · {template.name}
        </div>
      </>
    ),
  },
  {
    head: "Devices are created",
    label: "Devices are created",
    cell: ({ admission, may_repeat }) => (
      <span className="inline-flex flex-wrap gap-1">
        <Badge>{admissionWords[admission]}</Badge>
        {may_repeat && <Badge tone="warn">New tokens</Badge>}
      </span>
    ),
  },
  {
    head: "Devices",
    label: "Devices",
    className: "whitespace-nowrap",
    cell: ({ device_count, device_limit }) => `${countText(device_count)} of ${countText(device_limit)}`,
  },
  {
    head: "Last used",
    label: "Last used",
    className: "whitespace-nowrap",
    cell: ({ last_used_at }) => <RelativeTime at={last_used_at} />,
  },
  {
    head: "Expires",
    label: "Expires",
    className: "whitespace-nowrap",
    cell: ({ expires_at }) =>
      expires_at !== null && Date.parse(expires_at) < Date.now() ? (
        <Badge tone="warn">Expired</Badge>
      ) : (
        <RelativeTime at={expires_at} />
      ),
  },
];

function KeyActions({ of: { uuid, name, template, admission } }: { readonly of: ProvisioningKey }) {
  const [doing, setDoing] = useState<"nothing" | "firmware" | "codes">("nothing");
  const stop = () => setDoing("nothing");
  const revoke = useChange("revokeProvisioningKey", {
    refreshes: provisioningRefreshes,
    said: `Provisioning key “${name}” revoked.`,
  });
  const question = {
    title: `Revoke “${name}”?`,
    text: "This key can’t create any more devices. Its waiting devices and claim codes are deleted. Existing devices keep their tokens. This can’t be undone.",
    action: "Revoke",
    typed: name,
    onConfirm: () => revoke.mutateAsync({ params: { key: uuid } }),
  };
  return (
    <>
      <RowActions
        of={name}
        entries={[
          { label: "Firmware", onSelect: () => setDoing("firmware") },
          ...(admission === "claim" ? [{ label: "New codes", onSelect: () => setDoing("codes") }] : []),
          { label: "Revoke", isDangerous: true, question },
        ]}
      />
      {doing === "firmware" && <FirmwareDialog name={name} template={template.uuid} onClose={stop} />}
      {doing === "codes" && <NewClaimCodesDialog provisioningKey={uuid} name={name} onClose={stop} />}
    </>
  );
}
