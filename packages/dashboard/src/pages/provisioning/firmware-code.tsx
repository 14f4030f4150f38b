import { useState } from "react";
import { useCall } from "../../api/queries.ts";
import { usePublicUrl } from "../../app/session.tsx";
import { CodeBlock } from "../../ui/copy.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { ShownDialog } from "../settings/shown-dialog.tsx";
import { arduinoProvision } from "./snippets/arduino-provision.ts";
import { curlProvision } from "./snippets/curl-provision.ts";
import { micropythonProvision } from "./snippets/micropython-provision.ts";
import { keyPlaceholder, provisionTarget } from "./snippets/provision-target.ts";
import { pythonProvision } from "./snippets/python-provision.ts";

const languages = {
  curl: { label: "curl", write: curlProvision },
  arduino: { label: "Arduino / ESP32", write: arduinoProvision },
  micropython: { label: "MicroPython", write: micropythonProvision },
  python: { label: "Python", write: pythonProvision },
} as const;
type Language = keyof typeof languages;

/** Code with which a device gets its token at the first start, stores it, and sends its first reading. */
export function FirmwareCode({
  keyText,
  template,
}: {
  /** Null after the key was shown once. */
  readonly keyText: string | null;
  /** UUID of the template, whose first sensor is the example. */
  readonly template: string;
}) {
  const [language, setLanguage] = useState<Language>("curl");
  const publicUrl = usePublicUrl();
  const { data } = useCall("showTemplate", { params: { template } });
  const target = provisionTarget(publicUrl, { key: keyText, slug: data?.sensors[0]?.slug ?? null });
  const { label, write } = languages[language];
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="max-w-full overflow-x-auto">
        <Segmented
          label="Language"
          choices={(Object.keys(languages) as Language[]).map((key) => [key, languages[key].label] as const)}
          chosen={language}
          onChoose={setLanguage}
        />
      </div>
      <CodeBlock code={write(target)} label={`${label} code`} />
      <p className="text-sm text-muted">
        A device asks only if it has no token stored.
        {keyText === null && (
          <>
            {" "}
            Replace <code className="font-mono">{keyPlaceholder}</code> with the key.
          </>
        )}
      </p>
    </div>
  );
}

export function FirmwareDialog({
  name,
  template,
  onClose,
}: {
  readonly name: string;
  readonly template: string;
  readonly onClose: () => void;
}) {
  return (
    <ShownDialog isWide title={`Firmware code for “${name}”`} done="Close" onClose={onClose}>
      <FirmwareCode keyText={null} template={template} />
    </ShownDialog>
  );
}
