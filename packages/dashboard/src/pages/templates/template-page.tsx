import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { callVersioned } from "../../api/client.ts";
import { NotThere } from "../../app/not-there.tsx";
import { useMay } from "../../app/session.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { type Crumb, Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { emptyTemplate, fieldsOf } from "./template-fields.ts";
import { TemplateForm } from "./template-form.tsx";

const crumbs: readonly Crumb[] = [
  { label: "Devices", to: "/devices" },
  { label: "Templates", to: "/devices/templates" },
];

/** Creates a template. */
export function NewTemplatePage() {
  const mayEdit = useMay("editor");
  const close = useClose();
  return (
    <Page title="New template" crumbs={crumbs}>
      {mayEdit ? (
        <TemplateForm first={emptyTemplate} known={null} onSaved={close} />
      ) : (
        <EmptyState title="You can’t create templates">
          Only editors and owners can create templates.
        </EmptyState>
      )}
    </Page>
  );
}

/** Shows and changes a template. */
export function TemplatePage() {
  const { template: uuid = "" } = useParams({ strict: false });
  const close = useClose();
  // Read once, so that the fields do not change while the person types.
  const read = useQuery({
    queryKey: ["template form", uuid],
    queryFn: () => callVersioned("showTemplate", { params: { template: uuid } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Page title={read.data?.value.name ?? "Template"} crumbs={crumbs}>
      <Loaded
        result={read}
        gone={<NotThere what="template" all={{ label: "All templates", to: "/devices/templates" }} />}
      >
        {(known) => <TemplateForm key={uuid} first={fieldsOf(known.value)} known={known} onSaved={close} />}
      </Loaded>
    </Page>
  );
}

function useClose() {
  const navigate = useNavigate();
  return () => void navigate({ to: "/devices/templates", ignoreBlocker: true });
}
