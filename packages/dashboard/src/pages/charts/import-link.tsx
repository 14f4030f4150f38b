import { FileUp } from "lucide-react";
import { useMay } from "../../app/session.tsx";
import { ButtonLink } from "../../ui/button.tsx";

/** Leads to the import of readings. Viewers may not import. */
export function ImportLink({ device }: { readonly device: string }) {
  if (!useMay("editor")) return null;
  return (
    <ButtonLink to="/devices/$device/import" params={{ device }}>
      <span title="Import readings…" className="inline-flex items-center gap-1.5">
        <FileUp size={14} aria-hidden />
        <span className="max-xl:sr-only">Import readings…</span>
      </span>
    </ButtonLink>
  );
}
