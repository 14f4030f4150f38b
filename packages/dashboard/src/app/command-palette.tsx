import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Plus, Router, Workflow } from "lucide-react";
import { type ReactNode, type RefObject, useDeferredValue, useState } from "react";
import { useCall } from "../api/queries.ts";
import { places } from "./places.ts";
import { useMay } from "./session.tsx";

const morePlaces = [
  ["/alarms/dead-letters", "Dead letters"],
  ["/alarms/outbox", "Outbox"],
  ["/activity/quarantine", "Quarantine"],
  ["/settings/members", "Members"],
  ["/settings/api-keys", "API keys"],
  ["/settings/retention", "Retention"],
  ["/settings/groups", "Device groups"],
  ["/settings/sensor-types", "Sensor types"],
  ["/settings/audit", "Audit log"],
  ["/settings/profile", "Your profile"],
  ["/settings/system", "System"],
] as const;

/** Goes anywhere by typing: pages, devices, chains. */
export function CommandPalette({
  isOpen,
  onClose,
  cameFrom,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Where the focus was, and goes back to. */
  readonly cameFrom: RefObject<HTMLElement | null>;
}) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup
          aria-label="Go to"
          finalFocus={cameFrom}
          className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-lg border border-line bg-raised shadow-(--shadow)"
        >
          <Palette onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Palette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState("");
  const search = useDeferredValue(text.trim());
  const mayEdit = useMay("editor");
  const navigate = useNavigate();
  const devices = useCall(
    "listDevices",
    { query: { search, limit: 8 } },
    { enabled: search !== "", keep: true },
  );
  const chains = useCall("listChains", { query: { limit: 100 } });
  const go = (to: string) => {
    onClose();
    void navigate({ to });
  };
  return (
    <Command label="Go to" loop className="flex flex-col">
      <Command.Input
        autoFocus
        value={text}
        onValueChange={setText}
        placeholder="Search devices, chains and pages…"
        className="h-12 border-b border-line bg-transparent px-4 text-lg outline-none placeholder:text-faint"
      />
      <Command.List className="max-h-[50vh] overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-6 text-center text-sm text-muted">
          Nothing by that name.
        </Command.Empty>
        {search !== "" && (devices.data?.items.length ?? 0) > 0 && (
          <Group heading="Devices">
            {devices.data?.items.map(({ uuid, name }) => (
              <Item
                key={uuid}
                value={`${name} ${uuid} ${search}`}
                icon={<Router size={15} aria-hidden />}
                onSelect={() => go(`/devices/${uuid}`)}
              >
                {name}
              </Item>
            ))}
          </Group>
        )}
        {search !== "" && (
          <Group heading="Rule chains">
            {chains.data?.items.map(({ uuid, name }) => (
              <Item
                key={uuid}
                value={`${name} chain ${uuid}`}
                icon={<Workflow size={15} aria-hidden />}
                onSelect={() => go(`/chains/${uuid}`)}
              >
                {name}
              </Item>
            ))}
          </Group>
        )}
        {mayEdit && (
          <Group heading="Do">
            <Item
              value="new device create"
              icon={<Plus size={15} aria-hidden />}
              onSelect={() => go("/devices/new")}
            >
              New device
            </Item>
          </Group>
        )}
        <Group heading="Pages">
          {places.map(({ to, label, icon: Icon, key }) => (
            <Item
              key={to}
              value={label}
              icon={<Icon size={15} aria-hidden />}
              hint={`g ${key}`}
              onSelect={() => go(to)}
            >
              {label}
            </Item>
          ))}
          {search !== "" &&
            morePlaces.map(([to, label]) => (
              <Item key={to} value={label} onSelect={() => go(to)}>
                {label}
              </Item>
            ))}
        </Group>
      </Command.List>
    </Command>
  );
}

function Group({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

function Item({
  value,
  icon,
  hint,
  onSelect,
  children,
}: {
  readonly value: string;
  readonly icon?: ReactNode;
  readonly hint?: string;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-9 items-center gap-2.5 rounded-md px-2.5 text-sm data-[selected=true]:bg-hover"
    >
      <span className="flex w-4 justify-center text-muted">{icon}</span>
      <span className="flex-1 truncate">{children}</span>
      {hint !== undefined && <kbd className="font-mono text-xs text-faint">{hint}</kbd>}
    </Command.Item>
  );
}
