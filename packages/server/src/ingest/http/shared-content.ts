import { matchesEtag } from "../../platform/matches-etag.ts";
import { type Answer, bodyOfBytes } from "./answer.ts";
import type { RequestHeaders } from "./request-head.ts";

/** From the smallest to the largest. */
const encodings = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof encodings)[number];

/** A file or page that is the same for everybody. It is built once, and all answers send the same bytes. */
export interface SharedContent {
  readonly contentType: string;
  /** By encoding; "identity" always exists. */
  readonly forms: ReadonlyMap<Encoding, Uint8Array>;
  /** Weak, because all forms share it, and a strong tag stands for exact bytes. */
  readonly etag: string;
}

/** Sends the smallest form that the client accepts, or 304 if the client has it already. */
export function answerWithContent(
  { contentType, forms, etag }: SharedContent,
  request: RequestHeaders,
  headers: Readonly<Record<string, string>>,
): Answer {
  const given = { Vary: "Accept-Encoding", ...headers, ETag: etag };
  if (matchesEtag(request.get("if-none-match"), etag)) return { status: 304, headers: given, body: "" };
  const encoding = chooseEncoding(request.get("accept-encoding") ?? "", forms);
  return {
    status: 200,
    headers: {
      ...given,
      "Content-Type": contentType,
      ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
    },
    body: bodyOfBytes(forms.get(encoding)!),
  };
}

function chooseEncoding(accepted: string, forms: SharedContent["forms"]): Encoding {
  const names = new Set<string>();
  for (const part of accepted.split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    if (!parameters.some(isZeroWeight)) names.add(name);
  }
  return encodings.find((encoding) => forms.has(encoding) && names.has(encoding)) ?? "identity";
}

/** `q=0` means that an encoding is not accepted. */
function isZeroWeight(parameter: string): boolean {
  const [name, value = ""] = parameter.split("=");
  return name?.trim() === "q" && Number.parseFloat(value) === 0;
}
