import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../../api/change.ts";
import { fieldMessage } from "../../../api/problem.ts";
import { useCall } from "../../../api/queries.ts";
import { useMay } from "../../../app/session.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CheckboxField, TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { TemplateChoice } from "../../templates/template-choice.tsx";
import { TemplateDifferences } from "../../templates/template-differences.tsx";
import { templatesAndTheirUse } from "../../templates/templates-and-their-use.ts";
import type { Device } from "../use-device.ts";
import { rereadDeviceFields } from "./device-fields.ts";

/** The template of a device: what differs from it, and whether the device follows it. */
export function DeviceTemplate({ device }: { readonly device: Device }) {
  return (
    <Card title="Template">
      <div className="flex max-w-3xl flex-col gap-4">
        {device.template === null ? (
          <WithoutTemplate device={device} />
        ) : (
          <WithTemplate device={device} template={device.template} />
        )}
      </div>
    </Card>
  );
}

function WithTemplate({
  device,
  template,
}: {
  readonly device: Device;
  readonly template: NonNullable<Device["template"]>;
}) {
  const mayEdit = useMay("editor");
  const params = { device: device.uuid };
  const update = useChange("updateDevice", { refreshes: templatesAndTheirUse });
  const detach = useChange("updateDevice", {
    refreshes: templatesAndTheirUse,
    said: `${device.name} was detached from its template. Nothing else changed.`,
  });
  return (
    <>
      <p className="text-sm">
        This device uses the template{" "}
        <Link
          to="/devices/templates/$template"
          params={{ template: template.uuid }}
          className="text-accent underline"
        >
          {template.name}
        </Link>
        .
      </p>
      <TemplateDifferences device={device.uuid} onApplied={() => void rereadDeviceFields(device.uuid)} />
      {mayEdit && (
        <>
          <CheckboxField
            label="Follow changes of the template"
            hint="Adds new sensors and changes settings. Your own changes on this device stay."
            checked={device.follows_template}
            disabled={update.isPending}
            onChange={({ target }) => update.mutate({ params, body: { follows_template: target.checked } })}
          />
          <div>
            <Button
              isBusy={detach.isPending}
              onClick={() => detach.mutate({ params, body: { template: null } })}
            >
              Detach from template
            </Button>
          </div>
        </>
      )}
    </>
  );
}

function WithoutTemplate({ device }: { readonly device: Device }) {
  const mayEdit = useMay("editor");
  const [isAsking, setIsAsking] = useState(false);
  const { data } = useCall("listTemplates", {});
  const assign = useChange("updateDevice", {
    refreshes: templatesAndTheirUse,
    said: ({ template }) => `The device now follows the template ${template?.name ?? ""}.`,
  });
  if (!mayEdit) return <p className="text-sm text-muted">This device doesn’t use a template.</p>;
  return (
    <>
      <p className="text-sm text-muted">
        A template describes a kind of device. Use it to create more devices like this one and to change all
        of them together.
      </p>
      {(data?.items.length ?? 0) > 0 && (
        <div className="max-w-xl">
          <TemplateChoice
            template={null}
            hint="Choosing a template doesn’t change the device. Differences are shown here."
            onChange={(template) =>
              template !== null && assign.mutate({ params: { device: device.uuid }, body: { template } })
            }
          />
        </div>
      )}
      <div>
        <Button onClick={() => setIsAsking(true)}>Create template from this device…</Button>
      </div>
      {isAsking && <MakeTemplateDialog device={device} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function MakeTemplateDialog({ device, onClose }: { readonly device: Device; readonly onClose: () => void }) {
  const [name, setName] = useState(device.name);
  const create = useChange("createTemplateFromDevice", {
    quiet: true,
    refreshes: templatesAndTheirUse,
    onDone: onClose,
    said: ({ name: made }) => `Template “${made}” created. ${device.name} follows it.`,
  });
  return (
    <FormDialog
      title="Create template"
      description="Copies the sensors, settings, tags and attributes of this device. The device then follows the template."
      submit="Create template"
      isBusy={create.isPending}
      error={create.error}
      fields={["name"]}
      onSubmit={() => create.mutate({ params: { device: device.uuid }, body: { name } })}
      onClose={onClose}
    >
      <TextField
        label="Template name"
        required
        autoFocus
        maxLength={200}
        value={name}
        error={fieldMessage(create.error, "name")}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}
