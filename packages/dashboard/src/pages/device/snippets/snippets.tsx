import { Link } from "@tanstack/react-router";
import type { ContractName, EndpointName } from "@weir/protocol/contracts";
import { isLoopbackLink } from "@weir/protocol/is-loopback-link";
import { useState } from "react";
import { useMay, usePublicUrl } from "../../../app/session.tsx";
import { CodeBlock } from "../../../ui/copy.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { Note } from "../../../ui/states.tsx";
import { arduinoSnippet } from "./arduino-snippet.ts";
import { curlSnippet } from "./curl-snippet.ts";
import { micropythonSnippet } from "./micropython-snippet.ts";
import { nodeSnippet } from "./node-snippet.ts";
import { pythonSnippet } from "./python-snippet.ts";
import { type SnippetSensor, snippetTarget, tokenPlaceholder } from "./snippet-target.ts";
import { useCopiedSnippet } from "./use-copied-snippet.ts";

const languages = {
  curl: { label: "curl", write: curlSnippet, isForBoards: false },
  arduino: { label: "Arduino / ESP32", write: arduinoSnippet, isForBoards: true },
  micropython: { label: "MicroPython", write: micropythonSnippet, isForBoards: true },
  python: { label: "Python", write: pythonSnippet, isForBoards: false },
  node: { label: "Node", write: nodeSnippet, isForBoards: false },
} as const;
type Language = keyof typeof languages;

const shapes: readonly (readonly [EndpointName, string])[] = [
  ["single", "One reading"],
  ["bulk", "Several readings"],
  ["batch", "Several sensors"],
];

/** Code that sends readings, ready to paste: this device's address, token and sensors are filled in. */
export function Snippets({
  deviceUuid,
  token,
  sensors,
  contract = "queued",
}: {
  readonly deviceUuid: string;
  /** Null if it is hidden. */
  readonly token: string | null;
  readonly sensors: readonly SnippetSensor[];
  readonly contract?: ContractName;
}) {
  const [language, setLanguage] = useState<Language>("curl");
  const [shape, setShape] = useState<EndpointName>("single");
  const [nowMs] = useState(() => Date.now());
  const publicUrl = usePublicUrl();
  const needsUuid = contract === "stored";
  const target = snippetTarget({ publicUrl, shape, deviceUuid, token, sensors, needsUuid, nowMs });
  const { label, write, isForBoards } = languages[language];
  const copied = useCopiedSnippet(deviceUuid, target, write);
  if (sensors.length === 0) {
    return (
      <Note>
        This device has no sensors yet.{" "}
        <Link to="/devices/$device/sensors" params={{ device: deviceUuid }} className="underline">
          Add one
        </Link>
        to see code that sends its readings.
      </Note>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="max-w-full overflow-x-auto">
          <Segmented
            label="Language"
            choices={(Object.keys(languages) as Language[]).map(
              (key) => [key, languages[key].label] as const,
            )}
            chosen={language}
            onChoose={setLanguage}
          />
        </div>
        <div className="max-w-full overflow-x-auto">
          <Segmented label="What to send" choices={shapes} chosen={shape} onChoose={setShape} />
        </div>
      </div>
      {isForBoards && isLoopbackLink(publicUrl) && (
        <Note tone="warn">
          A board can’t reach {new URL(publicUrl).host}, because this address works only on this computer.
          Start the server with{" "}
          <code className="font-mono">--host 0.0.0.0 --public-url http://…:{new URL(publicUrl).port}</code>,
          where … is this computer’s address in your network. The snippets will then use that address.
        </Note>
      )}
      <CodeBlock code={write(target)} copied={copied} label={`${label} snippet`} />
      <SnippetHints hasToken={token !== null} />
    </div>
  );
}

function SnippetHints({ hasToken }: { readonly hasToken: boolean }) {
  const mayEdit = useMay("editor");
  return (
    <ul className="flex list-none flex-col gap-1 text-sm text-muted">
      {!hasToken && (
        <li>
          {mayEdit
            ? "The copied code contains the device’s token instead of "
            : "Ask an editor for the token and use it instead of "}
          <code className="font-mono">{tokenPlaceholder}</code>.
          {mayEdit && " Copying it counts as viewing the token, which is recorded in the audit log."}
        </li>
      )}
      <li>
        The snippet retries on 429 and 5xx. This is safe: repeated readings are recognized and counted as
        duplicates.
      </li>
    </ul>
  );
}
