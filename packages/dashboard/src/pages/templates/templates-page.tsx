import { Link, useNavigate } from "@tanstack/react-router";
import { LayoutTemplate } from "lucide-react";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { DevicesPlace } from "../../app/places/devices-place.tsx";
import { useMay } from "../../app/session.tsx";
import { plural } from "../../format/number.ts";
import type { Column } from "../../ui/record-table.tsx";
import { ResourceSection } from "../../ui/resource-section.tsx";
import { RowActions } from "../../ui/row-actions.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Together } from "../../ui/together.tsx";
import type { Template } from "./template-fields.ts";
import { templatesAndTheirUse } from "./templates-and-their-use.ts";

/** While devices get a change, the numbers are read again. */
const progressMs = 1000;

export function TemplatesPage() {
  const mayEdit = useMay("editor");
  const navigate = useNavigate();
  const templates = useCall(
    "listTemplates",
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ pending_count }) => pending_count > 0) ? progressMs : false,
    },
  );
  return (
    <DevicesPlace to="/devices/templates">
      <Together className="flex flex-col gap-5">
        <ResourceSection
          about="A template describes a kind of device. Create devices from it, and update them all by changing the template."
          create={
            mayEdit && {
              label: "New template",
              onClick: () => void navigate({ to: "/devices/templates/new" }),
            }
          }
          list={templates}
          empty={(create) => (
            <EmptyState icon={<LayoutTemplate size={22} />} title="No templates yet" action={create}>
              You can also create a template from a device, on its Settings tab.
            </EmptyState>
          )}
          label="Device templates"
          items={templates.data?.items ?? []}
          idOf={({ uuid }) => uuid}
          columns={columns}
          actions={mayEdit && ((template) => <TemplateActions template={template} />)}
        />
      </Together>
    </DevicesPlace>
  );
}

const columns: readonly Column<Template>[] = [
  {
    head: "Name",
    isWide: true,
    cell: ({ uuid, name }) => (
      <Link
        to="/devices/templates/$template"
        params={{ template: uuid }}
        className="font-medium text-accent hover:underline"
      >
        {name}
      </Link>
    ),
  },
  { head: "Sensors", cell: ({ sensors }) => plural(sensors.length, "sensor") },
  {
    head: "Devices",
    className: "whitespace-nowrap",
    cell: ({ uuid, device_count }) => (
      <Link to="/devices" search={{ template: uuid }} className="text-accent hover:underline">
        {plural(device_count, "device")}
      </Link>
    ),
  },
  { head: "Following", label: "Following", cell: followingText },
];

function followingText({ following_count, pending_count }: Template): string {
  if (pending_count === 0) return String(following_count);
  return `${following_count - pending_count} of ${following_count} up to date`;
}

function TemplateActions({ template }: { readonly template: Template }) {
  const navigate = useNavigate();
  const { uuid, name, device_count } = template;
  const deletion = useChange("deleteTemplate", {
    refreshes: templatesAndTheirUse,
    said: `Template “${name}” deleted.`,
  });
  const edit = () => void navigate({ to: "/devices/templates/$template", params: { template: uuid } });
  const question = {
    title: `Delete template “${name}”?`,
    text:
      device_count === 0
        ? "No device has this template."
        : `${plural(device_count, "device keeps its settings, but no longer has", "devices keep their settings, but no longer have")} a template.`,
    action: "Delete",
    onConfirm: () => deletion.mutateAsync({ params: { template: uuid } }),
  };
  return (
    <RowActions
      of={name}
      entries={[
        { label: "Edit", onSelect: edit },
        { label: "Delete", isDangerous: true, question },
      ]}
    />
  );
}
