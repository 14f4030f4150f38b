import { Ticket } from "lucide-react";
import { useChange } from "../../api/change.ts";
import { usePages } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay } from "../../app/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import type { Column } from "../../ui/record-table.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ResourceSection } from "../../ui/resource-section.tsx";
import { RowActions } from "../../ui/row-actions.tsx";
import { EmptyState } from "../../ui/states.tsx";

type ClaimCode = CallAnswer<"listClaimCodes">["items"][number];

/** Only shown if there are some, or a key that waits for claims. */
export function ClaimCodes() {
  const mayEdit = useMay("editor");
  const codes = usePages("listClaimCodes", {});
  return (
    <ResourceSection
      title="Claim codes"
      list={codes}
      empty={() => (
        <EmptyState icon={<Ticket size={22} />} title="No claim codes yet">
          To create codes, choose “New codes” on a key whose devices are created when claimed.
        </EmptyState>
      )}
      label="Claim codes"
      items={codes.items}
      idOf={({ uuid }) => uuid}
      columns={columns}
      actions={mayEdit && ((code) => <CodeActions code={code} />)}
    />
  );
}

const columns: readonly Column<ClaimCode>[] = [
  { head: "Hardware id", isWide: true, className: "font-mono", cell: ({ hardware_id }) => hardware_id },
  { head: "Key", label: "Key", cell: ({ provisioning_key }) => provisioning_key.name },
  {
    head: "State",
    cell: ({ claimed_at, expires_at }) =>
      claimed_at !== null ? (
        <Badge tone="ok">Claimed</Badge>
      ) : Date.parse(expires_at) < Date.now() ? (
        <Badge tone="warn">Expired</Badge>
      ) : (
        <Badge>Open</Badge>
      ),
  },
  {
    head: "Expires",
    label: "Expires",
    className: "whitespace-nowrap",
    cell: ({ expires_at }) => <RelativeTime at={expires_at} />,
  },
];

function CodeActions({ code: { uuid, hardware_id } }: { readonly code: ClaimCode }) {
  const revoke = useChange("revokeClaimCode", {
    refreshes: ["listClaimCodes", "listAudit"],
    said: `Claim code of ${hardware_id} revoked.`,
  });
  const question = {
    title: `Revoke the claim code of ${hardware_id}?`,
    text: "The code can no longer be used to claim the device. A device that was already claimed isn’t affected.",
    action: "Revoke",
    onConfirm: () => revoke.mutateAsync({ params: { claim: uuid } }),
  };
  return <RowActions of={hardware_id} entries={[{ label: "Revoke", isDangerous: true, question }]} />;
}
