import { Link } from "@tanstack/react-router";
import { Check, EyeOff, KeyRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay } from "../../app/session.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { FirstReading } from "../devices/first-reading.tsx";
import { LoadSampleButton } from "../sample/load-sample-button.tsx";
import { type Sample, useSample } from "../sample/use-sample.ts";

const Snippets = lazyPart(async () => (await import("../device/snippets/snippets.tsx")).Snippets);

type Device = CallAnswer<"listDevices">["items"][number];

interface GuideProps {
  /** Whether a device has sent something since. */
  readonly hasSent: boolean;
  readonly onDone: () => void;
}

/** Shown until a device has sent something: three steps to the first reading. */
export function FirstRun({ hasSent, onDone }: GuideProps) {
  const mayEdit = useMay("editor");
  const devices = useCall("listDevices", { query: { sort: "created", order: "desc", limit: 1 } });
  if (!mayEdit) {
    return (
      <EmptyState title="No device has sent a reading yet">
        This page shows the state of all devices once the first one has sent a reading.
      </EmptyState>
    );
  }
  return (
    <Loaded result={devices}>
      {({ items }) => <Steps device={items[0]} hasSent={hasSent} onDone={onDone} />}
    </Loaded>
  );
}

function Steps({ device, hasSent, onDone }: GuideProps & { readonly device: Device | undefined }) {
  const [hasSaved, setHasSaved] = useState(false);
  const hasArrived = hasSaved || hasSent;
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <p className="text-base text-muted">
        {hasArrived
          ? "Your first reading has arrived. This page now shows the state of all devices."
          : "No device has sent a reading yet. Sending the first one takes about a minute."}
      </p>
      <ol className="flex flex-col gap-3">
        <Step number={1} title="Create a device" isDone={device !== undefined}>
          {device === undefined ? (
            <ButtonLink to="/devices/new" look="primary">
              Create a device
            </ButtonLink>
          ) : (
            <p className="text-sm text-muted">
              <span className="font-medium text-text">{device.name}</span> is ready to send.{" "}
              <Link to="/devices/new" className="text-accent underline-offset-2 hover:underline">
                Create another device
              </Link>
            </p>
          )}
        </Step>
        <Step number={2} title="Copy the snippet and run it" isDone={hasArrived}>
          {device === undefined ? (
            <p className="text-sm text-muted">
              curl, Arduino, MicroPython, Python or Node, with the device’s address and token filled in.
            </p>
          ) : (
            <DeviceSnippet device={device} />
          )}
        </Step>
        <Step number={3} title="Watch it arrive" isDone={hasArrived}>
          {device === undefined ? (
            <p className="text-sm text-muted">The value shows up here the moment it is saved.</p>
          ) : (
            <FirstReading deviceUuid={device.uuid} onArrived={() => setHasSaved(true)} />
          )}
          {hasArrived && device !== undefined && (
            <div className="mt-3 flex gap-2">
              <ButtonLink to="/devices/$device" params={{ device: device.uuid }} look="primary">
                Open {device.name}
              </ButtonLink>
              <Button onClick={onDone}>Go to the overview</Button>
            </div>
          )}
        </Step>
      </ol>
      {!hasArrived && <LookAround />}
    </div>
  );
}

const offered: ReadonlySet<Sample["state"]> = new Set(["none", "loading", "removing"]);

/** For people who want to see what Weir shows before they have a device. */
function LookAround() {
  const { data: sample } = useSample();
  if (sample === undefined || !offered.has(sample.state)) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface p-4">
      <p className="text-sm text-muted">
        No device at hand? Look around in an invented cold store, whose devices keep sending. You can remove
        it at any time.
      </p>
      <LoadSampleButton />
    </div>
  );
}

/** The copied text contains the token. It is fetched only on request, because that is recorded in the audit log. */
function DeviceSnippet({ device }: { readonly device: Device }) {
  const sensors = useCall("listSensors", { params: { device: device.uuid }, query: { limit: 10 } });
  const show = useChange("showToken");
  const token = show.data?.token ?? null;
  return (
    <Loaded result={sensors}>
      {({ items }) => (
        <div className="flex flex-col items-start gap-3 *:max-w-full">
          <Snippets deviceUuid={device.uuid} token={token} sensors={items} contract={device.contract} />
          {token === null ? (
            <Button
              icon={<KeyRound size={15} aria-hidden />}
              isBusy={show.isPending}
              onClick={() => show.mutate({ params: { device: device.uuid } })}
            >
              Show Token
            </Button>
          ) : (
            <Button icon={<EyeOff size={15} aria-hidden />} onClick={() => show.reset()}>
              Hide token
            </Button>
          )}
        </div>
      )}
    </Loaded>
  );
}

function Step({
  number,
  title,
  isDone,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}) {
  return (
    <li className="flex gap-3 rounded-lg border border-line bg-surface p-4">
      <span
        className={cx(
          "flex size-6 shrink-0 items-center justify-center rounded-full text-sm font-semibold",
          isDone ? "bg-ok-soft text-ok" : "bg-accent-soft text-accent",
        )}
      >
        {isDone ? <Check size={14} aria-label="Done" /> : number}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="mb-2 text-base font-semibold">{title}</h2>
        {children}
      </div>
    </li>
  );
}
